import assert from "node:assert/strict";
import test from "node:test";
import { deflateSync } from "node:zlib";
import { FrameReader, waitingLimit } from "../../web/sync/frameReader.js";
import { inflate } from "../../web/sync/inflate.js";
import { Session } from "../../web/sync/session.js";
import { FakeClock, FakeSocket } from "./support/fakes.js";
import { diff, grid, ring, snapshot, tile, welcome } from "./support/messages.js";

/** The bytes of one binary frame. */
function deflated(text) {
  const bytes = deflateSync(text);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}

/** A reader, and what came of its frames, once `count` things have. */
function makeReader() {
  const heard = [];
  const reader = new FrameReader({
    message: (message) => heard.push(message),
    failed: (reason) => heard.push(reason),
  });
  const until = async (count) => { while (heard.length < count) await new Promise((resolve) => setImmediate(resolve)); };
  return { reader, heard, until };
}

test("a text frame is read at once", () => {
  const { reader, heard } = makeReader();
  reader.read('{"type":"beat"}');
  assert.deepEqual(heard, [{ type: "beat" }]);
});

test("what follows a deflated frame is read after it, whatever its kind", async () => {
  const { reader, heard, until } = makeReader();
  const frames = [deflated('{"number":1}'), '{"number":2}', deflated('{"number":3}'), deflated('{"number":4}'), '{"number":5}'];
  for (const frame of frames) reader.read(frame);
  assert.deepEqual(heard, []);
  await until(5);
  assert.deepEqual(heard.map(({ number }) => number), [1, 2, 3, 4, 5]);
});

test("characters that lie across two pieces of what is inflated are read whole", async () => {
  const text = JSON.stringify({ name: "ラベル🏷️".repeat(40_000) });
  assert.equal(await inflate(deflated(text)), text);
});

test("a frame that inflates to more than the limit is refused", async () => {
  const bomb = deflated(" ".repeat(1_000_001));
  await assert.rejects(inflate(bomb, 1_000_000), RangeError);
  assert.equal((await inflate(bomb, 1_000_001)).length, 1_000_001);
});

for (const [what, frame] of [
  ["is cut off", deflated('{"number":1}').slice(0, -5)],
  ["is not deflated", new TextEncoder().encode('{"number":1}').buffer],
  ["is no JSON", deflated("{")],
  ["is no UTF-8", deflated(Buffer.from([0x22, 0xff, 0x22]))],
]) {
  test(`a binary frame that ${what} ends the reading, and says that a part of the list is missing`, async () => {
    const { reader, heard, until } = makeReader();
    reader.read(frame);
    reader.read('{"number":2}');
    await until(1);
    reader.read('{"number":3}');
    assert.deepEqual(heard, [{ isCorrupt: true }]);
  });
}

test("a text frame that is no JSON ends the reading", () => {
  const { reader, heard } = makeReader();
  reader.read("{");
  reader.read("{}");
  assert.deepEqual(heard, [{ isCorrupt: false }]);
});

test("no more than a bound of frames waits for one that is inflated", () => {
  const { reader, heard } = makeReader();
  reader.read(deflated("{}"));
  reader.read("x".repeat(waitingLimit));
  assert.deepEqual(heard, []);
  reader.read("x");
  assert.deepEqual(heard, [{ isCorrupt: true }]);
});

test("a reader that was stopped says nothing more", async () => {
  const { reader, heard, until } = makeReader();
  reader.read(deflated("{}"));
  reader.stop();
  const other = makeReader();
  other.reader.read(deflated("{}"));
  await other.until(1);
  await until(0);
  assert.deepEqual(heard, []);
});

// In a session

function makeSession() {
  const clock = new FakeClock();
  const sockets = [];
  const session = new Session({ changed() {}, applied() {}, notice() {} },
    { clock, random: () => 1, makeSocket: () => { sockets.push(new FakeSocket()); return sockets.at(-1); } });
  session.connect();
  sockets[0].open();
  return { session, clock, sockets };
}

const until = async (isTrue) => { while (!isTrue()) await new Promise((resolve) => setImmediate(resolve)); };

test("a session asks for deflated snapshots, and handles the diffs behind one after it", async () => {
  const { session, sockets: [socket] } = makeSession();
  assert.equal(socket.sent[0].snapshotCoding, "deflate");
  assert.equal(socket.binaryType, "arraybuffer");
  socket.receive(welcome());
  socket.receiveBytes(deflated(JSON.stringify(snapshot([grid, tile], { chunks: 2 }))));
  socket.receiveBytes(deflated(JSON.stringify(snapshot([ring], { chunk: 1, chunks: 2 }))));
  socket.receive(diff(2, [{ effect: "removed", id: "y" }]));
  await until(() => session.replica.revision === 2);
  assert.deepEqual(session.replica.list.shown().map(({ name }) => name), ["Grid", "Ring"]);
});

test("after a corrupt chunk the session connects anew and asks for the whole list", async () => {
  const { session, clock, sockets } = makeSession();
  sockets[0].receive(welcome());
  sockets[0].receive(snapshot());
  sockets[0].receiveBytes(new ArrayBuffer(9));
  await until(() => session.state === "offline");
  clock.pass(500);
  sockets[1].open();
  assert.equal(sockets[1].sent[0].resume, null);
});
