import assert from "node:assert/strict";
import test from "node:test";
import { HistorySource, HistoryTrimmed } from "../../web/view/history/historySource.js";

const change = (revision) => ({ revision, effects: [{ effect: "included", id: revision % 500 === 0 ? "x" : "y", value: true }] });

/** A server whose list has so many changes, trimmed up to a revision. */
function serverOf(head, trimmedThrough = 0) {
  const asked = [];
  const answer = async (url) => {
    asked.push(url.pathname + url.search);
    const [after, through] = ["after", "through"].map((name) => Number(url.searchParams.get(name)));
    if (after < trimmedThrough) return { status: 410, ok: false };
    const changes = Array.from({ length: Math.max(0, Math.min(through || head, head) - after) }, (_, index) => change(after + index + 1));
    return { status: 200, ok: true, json: async () => ({ changes, trimmedThrough, labels: [], orientation: 1 }) };
  };
  return { asked, answer };
}

const address = new URL("http://colabel.example/api/v1/lists/demo");
const revisions = (changes) => [changes[0]?.revision, changes.at(-1)?.revision];

test("pages go back from the head to the beginning, each ascending", async () => {
  const { answer, asked } = serverOf(150);
  const source = new HistorySource(address, 150, null, answer);
  assert.deepEqual(revisions(await source.page()), [51, 150]);
  assert.ok(!source.isAtBeginning);
  assert.deepEqual(revisions(await source.page()), [1, 50]);
  assert.ok(source.isAtBeginning);
  assert.equal(asked[1], "/api/v1/lists/demo/changes?after=50&through=150&limit=100");
});

test("of one label, the log is looked through as far as a page is full or there is nothing more", async () => {
  const { answer, asked } = serverOf(3_000);
  const source = new HistorySource(address, 3_000, "x", answer);
  const found = await source.page();
  assert.deepEqual(found.map(({ revision }) => revision), [500, 1_000, 1_500, 2_000, 2_500, 3_000]);
  assert.equal(asked.length, 4, "how far the log is kept, and three thousands");
  assert.ok(source.isAtBeginning);
});

test("a trimmed log is read as far as it is kept", async () => {
  const source = new HistorySource(address, 150, null, serverOf(150, 60).answer);
  assert.deepEqual(revisions(await source.page()), [61, 150]);
  assert.ok(source.isAtBeginning);
});

test("a log that was trimmed meanwhile, and a server that fails, are told apart", async () => {
  const trimmed = { status: 410, ok: false };
  await assert.rejects(new HistorySource(address, 150, null, async () => trimmed).page(), HistoryTrimmed);
  await assert.rejects(new HistorySource(address, 1, null, async () => ({ status: 503, ok: false })).page(), TypeError);
});

test("the list as it was has its order", async () => {
  const { answer, asked } = serverOf(150);
  assert.deepEqual(await new HistorySource(address, 150, null, answer).contentAt(7), { labels: [], orientation: 1 });
  assert.equal(asked[0], "/api/v1/lists/demo/labels?at=7");
});
