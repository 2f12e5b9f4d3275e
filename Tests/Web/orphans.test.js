import assert from "node:assert/strict";
import test from "node:test";
import { ClientStorage } from "../../web/storage/clientStorage.js";
import { takeClient } from "../../web/storage/openStorage.js";
import { Orphans } from "../../web/storage/orphans.js";
import { Session } from "../../web/sync/session.js";
import { FakeClock, FakeSocket } from "./support/fakes.js";
import { FakeLocks, MemoryStore } from "./support/memoryStore.js";
import { rejected, rename, remove, settled, snapshot, welcome } from "./support/messages.js";

/** A store in which pages left clients behind: `[client, alias, edits, notices]`. */
function storeOf(...left) {
  const store = new MemoryStore();
  for (const [client, alias, edits, notices = []] of left) {
    const identity = { client, secret: "secret", next: edits.length + 1, claimed: true, acknowledgedThrough: 0, settled: [],
      origin: { list: "list-1", epoch: "epoch-1" } };
    store.apply(alias, { identity, left: [], notices: notices.map((notice) => [notice.id, notice]),
      edits: edits.map((edit, index) => [index + 1, { edit }]) });
  }
  return store;
}

const kept = { id: "kept", code: "removed", edit: rename("y", "Kept", "Tile") };

/** A page on `demo`, with orphans to look for. */
async function openPage(store, locks = new FakeLocks()) {
  const clock = new FakeClock();
  const sockets = [];
  const notices = [];
  const environment = { clock, random: () => 1, makeSocket: () => { sockets.push(new FakeSocket()); return sockets.at(-1); } };
  const storage = await takeClient(store, locks, "demo");
  const session = new Session({ changed() {}, applied() {}, notice() {} }, { ...environment, storage });
  const orphans = new Orphans({ store, locks, storage }, "demo", { session, notice: (notice) => notices.push(notice) }, environment);
  return { session, storage, orphans, sockets, notices, locks, clock };
}

const clients = (store) => [...store.clientRecords.keys()];
const until = async (isTrue) => { while (!isTrue()) await new Promise((resolve) => setImmediate(resolve)); };

test("a page takes over a free client with pending edits, and leaves those that are used, empty or of another list", async () => {
  const store = storeOf(["used", "demo", [remove("x")]], ["other", "notes", [remove("x")]], ["empty", "demo", []], ["free", "demo", [remove("y")]]);
  const locks = new FakeLocks();
  await locks.hold("used");
  const { session } = await openPage(store, locks);
  assert.equal(session.replica.identity.client, "free");
  assert.deepEqual([...locks.held], ["used", "free"]);
});

test("two pages that start at once never share a client", async () => {
  const store = storeOf(["free", "demo", [remove("y")]]);
  const locks = new FakeLocks();
  const pages = await Promise.all([openPage(store, locks), openPage(store, locks)]);
  const own = pages.map(({ session }) => session.replica.identity.client);
  assert.equal(own.filter((client) => client === "free").length, 1);
  assert.notEqual(own[0], own[1]);
});

test("an orphan's edits are sent on a connection of their own, and its notices go to the page and stay stored", async () => {
  const store = storeOf(["first", "demo", [remove("x")]], ["second", "demo", [rename("y", "Tile Two", "Tile")], [kept]]);
  const { session, orphans, sockets, notices } = await openPage(store);
  const checking = orphans.check();
  await until(() => sockets.length === 1);
  sockets[0].open();
  assert.equal(sockets[0].sent[0].client, "second");
  sockets[0].receive(welcome({ author: 2 }));
  sockets[0].receive(snapshot());
  assert.deepEqual(sockets[0].sent.slice(1).map(({ sequence, kind }) => [sequence, kind]), [[1, "rename"]]);
  sockets[0].receive(settled(rejected(1, 1)));
  await checking;
  assert.equal(sockets[0].readyState, 3);
  assert.deepEqual(notices.map(({ code, edit }) => [code, edit.name]), [["removed", "Kept"], ["removed", "Tile Two"]]);
  await until(() => clients(store).join() === "first");
  assert.equal(store.notices(session.replica.identity.client).length, 2);
});

test("an orphan that has only notices needs no connection", async () => {
  const store = storeOf(["orphan", "demo", [], [kept]]);
  const { session, orphans, sockets, notices } = await openPage(store);
  await orphans.check();
  assert.deepEqual(notices, [kept]);
  assert.equal(sockets.length, 0);
  await until(() => clients(store)[0] === session.replica.identity.client);
  assert.deepEqual(store.notices(session.replica.identity.client), [kept]);
});

test("clients with nothing to keep are deleted, whatever their list, unless somebody uses them", async () => {
  const store = storeOf(["empty", "demo", []], ["elsewhere", "notes", []], ["used", "demo", []]);
  const locks = new FakeLocks();
  await locks.hold("used");
  const { orphans } = await openPage(store, locks);
  await orphans.check();
  assert.deepEqual(clients(store), ["used"]);
});

test("what waits for another list is left alone", async () => {
  const store = storeOf(["elsewhere", "notes", [remove("x")], [kept]]);
  const { orphans, sockets, notices } = await openPage(store);
  await orphans.check();
  assert.deepEqual([clients(store), sockets.length, notices], [["elsewhere"], 0, []]);
});

test("an orphan whose edits do not get through in time is left for later, and free again", async () => {
  const store = storeOf(["first", "demo", [remove("x")]], ["second", "demo", [remove("y")]]);
  const { orphans, sockets, locks, clock } = await openPage(store);
  const checking = orphans.check();
  await until(() => sockets.length === 1);
  clock.pass(61_000);
  await checking;
  assert.equal(locks.held.has("second"), false);
  assert.deepEqual(store.edits("second").length, 1);
});

test("nothing of a client is written before its lock is held", async () => {
  const store = storeOf();
  const locks = new FakeLocks();
  const storage = new ClientStorage(store, locks, "demo");
  const changes = (client) => ({ identity: { client }, left: [], edits: [], notices: [] });
  await new Promise((resolve) => storage.write(changes("mine"), resolve));
  assert.deepEqual([...locks.held], ["mine"]);
  await locks.hold("theirs");
  const error = await new Promise((resolve) => storage.write(changes("theirs"), resolve));
  assert.match(error.message, /lock/);
  assert.deepEqual(clients(store), ["mine"]);
});

test("a lock that is being taken is not asked for twice", async () => {
  const storage = new ClientStorage(storeOf(), new FakeLocks(), "demo");
  await Promise.all([storage.hold("mine"), storage.hold("mine")]);
  assert.ok(storage.isHeld("mine"));
});

test("the lock of a client that could not be read is given back", async () => {
  const store = storeOf(["free", "demo", [remove("x")]], ["orphan", "demo", [], [kept]], ["empty", "demo", []]);
  const locks = new FakeLocks();
  await locks.hold("free");
  const { orphans } = await openPage(store, locks);
  store.load = store.discard = () => Promise.reject(new Error("The disk cannot be read."));
  await assert.rejects(orphans.check());
  store.clientRecords.delete("orphan");
  await assert.rejects(orphans.check());
  assert.deepEqual([...locks.held], ["free"]);
  locks.held.clear();
  await assert.rejects(takeClient(store, locks, "demo"));
  assert.deepEqual([...locks.held], []);
});
