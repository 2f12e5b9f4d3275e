import assert from "node:assert/strict";
import test from "node:test";
import { HistorySource, HistoryTrimmed } from "../../web/view/history/historySource.js";

/** A server that gives these answers, one after the other, and what it was asked. */
function serverOf(...answers) {
  const asked = [];
  const answer = async (url) => {
    asked.push(url.pathname + url.search);
    const { status = 200, ...body } = answers.shift();
    return { status, ok: status === 200, json: async () => ({ trimmedThrough: 0, ...body }) };
  };
  return { asked, answer };
}

const address = new URL("http://colabel.example/api/v1/lists/demo");
const changes = (...revisions) => revisions.map((revision) => ({ revision, effects: [] }));
const revisions = (page) => page.map(({ revision }) => revision);

test("pages go back from the head until the server has no next", async () => {
  const { answer, asked } = serverOf({ changes: changes(3, 4), next: 3 }, { changes: changes(1, 2) });
  const source = new HistorySource(address, 4, null, answer);
  assert.deepEqual(revisions(await source.page()), [3, 4]);
  assert.ok(!source.isAtBeginning);
  assert.deepEqual(revisions(await source.page()), [1, 2]);
  assert.ok(source.isAtBeginning);
  assert.deepEqual(await source.page(), [], "and nothing more is asked for");
  assert.deepEqual(asked, [5, 3].map((before) => `/api/v1/lists/demo/changes?before=${before}&limit=100`));
});

test("of one label, answers without a change are passed over", async () => {
  const { answer, asked } = serverOf({ changes: [], next: 20_000 }, { changes: [], next: 10_000 }, { changes: changes(7), next: 5 });
  const source = new HistorySource(address, 30_000, "x", answer);
  assert.deepEqual(revisions(await source.page()), [7]);
  assert.deepEqual(asked.map((path) => path.split("?")[1]), [30_001, 20_000, 10_000].map((before) => `before=${before}&limit=100&label=x`));
});

test("a page ends after so many answers without a change, and the next goes on", async () => {
  const empty = Array.from({ length: 25 }, (_, index) => ({ changes: [], next: 1_000 - index }));
  const { answer, asked } = serverOf(...empty);
  const source = new HistorySource(address, 2_000, "x", answer);
  assert.deepEqual(await source.page(), []);
  assert.ok(!source.isAtBeginning);
  assert.equal(asked.length, 20);
});

test("a log that was trimmed, and a server that fails, are told apart", async () => {
  const source = new HistorySource(address, 9, null, serverOf({ changes: changes(8, 9), trimmedThrough: 7 }).answer);
  await source.page();
  assert.equal(source.trimmedThrough, 7);
  await assert.rejects(new HistorySource(address, 9, null, serverOf({ status: 410 }).answer).page(), HistoryTrimmed);
  await assert.rejects(new HistorySource(address, 9, null, serverOf({ status: 503 }).answer).page(), TypeError);
});

test("the list as it was has its order", async () => {
  const { answer, asked } = serverOf({ labels: [], orientation: 1 });
  assert.deepEqual(await new HistorySource(address, 9, null, answer).contentAt(7), { labels: [], orientation: 1 });
  assert.equal(asked[0], "/api/v1/lists/demo/labels?at=7");
});
