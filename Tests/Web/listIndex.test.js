import assert from "node:assert/strict";
import { test } from "node:test";
import { aliasFor, isAlias } from "../../web/listIndex/alias.js";
import { ListsAPI, ListsProblem, listsPerAnswer } from "../../web/listIndex/listsAPI.js";

/**
 * An API over answers that are given beforehand, and what it asked.
 * @param {...(Response | Error)} answers
 */
function apiOver(...answers) {
  /** @type {{ url: string, method: string, body: unknown }[]} */
  const asked = [];
  const api = new ListsAPI(new URL("http://host/base/"), async (url, request) => {
    asked.push({ url: String(url), method: request?.method ?? "", body: request?.body && JSON.parse(String(request.body)) });
    const answer = answers.shift();
    if (answer instanceof Error || answer === undefined) throw answer ?? new Error("nothing more");
    return answer;
  });
  return { api, asked };
}

/**
 * @param {unknown} body
 * @param {number} [status]
 */
function answer(body, status = 200) {
  return new Response(JSON.stringify(body), { status });
}

/** @param {string} code */
function problem(code) {
  return (/** @type {unknown} */ error) => error instanceof ListsProblem && error.code === code;
}

test("an alias is made from a title as far as the Latin alphabet goes", () => {
  assert.equal(aliasFor("Été 2026 : à revoir!"), "ete-2026-a-revoir");
  assert.equal(aliasFor("İstanbul ışık"), "istanbul-isik");
  assert.equal(aliasFor("Straße_1.5"), "strasse_1.5");
  assert.equal(aliasFor("动物园"), "");
  assert.equal(aliasFor("--- x"), "x");
  assert.equal(aliasFor(`${"a".repeat(63)} bc`), "a".repeat(63));
});

test("what a title yields is an alias or nothing", () => {
  for (const title of ["A", "ÀÉ", "9 lives", "...x", "💡 ideas", "a".repeat(300), "ﬁne", "Ⅷ"]) {
    const alias = aliasFor(title);
    assert.ok(alias === "" || isAlias(alias), `${title} → ${alias}`);
  }
});

test("an alias begins with a letter or digit and has at most 64 characters", () => {
  for (const alias of ["a", "0", "a.b_c-d", "a".repeat(64)]) assert.ok(isAlias(alias), alias);
  for (const alias of ["", "A", ".a", "-a", "a b", "é", "a".repeat(65), "a/b"]) assert.ok(!isAlias(alias), alias);
});

test("the lists come in parts, each after the last alias that is known", async () => {
  const full = Array.from({ length: listsPerAnswer }, (_, index) => ({ alias: `l${index}`, count: 0, isArchived: false }));
  const { api, asked } = apiOver(answer({ lists: full }), answer({ lists: [] }));
  assert.equal((await api.list("no")).hasMore, true);
  assert.deepEqual(await api.list("yes", "l99"), { lists: [], hasMore: false });
  assert.equal(asked[0].url, `http://host/base/api/v1/lists?archived=no&limit=${listsPerAnswer}`);
  assert.equal(asked[1].url, `http://host/base/api/v1/lists?archived=yes&limit=${listsPerAnswer}&after=l99`);
});

test("a new list is created and given its title; one that is there already is left alone", async () => {
  const { api, asked } = apiOver(answer({}, 201), answer({}), answer({}, 200));
  await api.create("ete", "Été");
  assert.deepEqual(asked.map(({ method, url, body }) => [method, url, body]), [
    ["PUT", "http://host/base/api/v1/lists/ete", undefined],
    ["PATCH", "http://host/base/api/v1/lists/ete", { title: "Été" }],
  ]);
  await assert.rejects(api.create("ete", "Other"), problem("listExists"));
  assert.equal(asked.length, 3);
});

test("a copy is asked for with its own alias", async () => {
  const { api, asked } = apiOver(answer({}, 201));
  await api.duplicate("a", { alias: "b", title: "B" });
  assert.deepEqual(asked, [{ method: "POST", url: "http://host/base/api/v1/lists/a/duplicate", body: { alias: "b", title: "B" } }]);
});

test("a refusal tells the server's code, and silence that the server cannot be reached", async () => {
  const { api } = apiOver(answer({ code: "archived", detail: "x" }, 409), new TypeError("no network"),
    new Response("<html>", { status: 502 }), new Response("nope", { status: 404 }));
  await assert.rejects(api.change("a", { title: "B" }), problem("archived"));
  await assert.rejects(api.change("a", { title: "B" }), problem("unreachable"));
  await assert.rejects(api.change("a", { title: "B" }), problem("unreachable"));
  await assert.rejects(api.change("a", { title: "B" }), problem("other"));
});

test("a list's address stands below the server's root", () => {
  assert.equal(apiOver().api.addressOf("a.b"), "http://host/base/lists/a.b");
});
