import assert from "node:assert/strict";
import test from "node:test";
import { ReplicaFault } from "../../web/sync/remoteChange.js";
import {
  diff, grid, include, loadedReplica, makeReplica, rejected, rename, ring, sendAll, settled, shownNames, snapshot, tile, welcome,
} from "./support/messages.js";

/** What two edits, one sent and one not, have seen when they go out after a reset. */
function seenAfterReset(replica, fields) {
  replica.edit(rename("x", "Grid Two", "Grid"));
  sendAll(replica);
  replica.edit(rename("z", "Ring Two", "Ring"));
  replica.hello();
  replica.welcome(welcome({ reset: true, ...fields }));
  assert.deepEqual(sendAll(replica), []);
  replica.snapshot(snapshot([grid, tile, ring], { epoch: fields.epoch }));
  return sendAll(replica).map(({ sequence, seen }) => [sequence, seen]);
}

test("in another history edits have seen nothing, even one that was sent, if the server has no record of it", () => {
  const { replica } = loadedReplica();
  const { history } = replica;
  assert.deepEqual(seenAfterReset(replica, { epoch: "epoch-2" }), [[1, 0], [2, 0]]);
  assert.notEqual(replica.history, history);
  assert.equal(replica.hello().resume.epoch, "epoch-2");
});

const unchanging = [["has a record of", { epoch: "epoch-2", lastSequence: 1 }], ["gets in the same history", { epoch: "epoch-1" }]];
for (const [why, fields] of unchanging) {
  test(`a sent edit that the server ${why} stays as it was`, () => {
    assert.deepEqual(seenAfterReset(loadedReplica().replica, fields), [[1, 1], [2, 0]]);
  });
}

test("what is typed while the labels of another history are on their way has seen nothing of those", () => {
  const { replica } = loadedReplica();
  replica.hello();
  replica.welcome(welcome({ epoch: "epoch-2", reset: true }));
  const { history } = replica;
  replica.edit(rename("x", "Grid Two", "Grid", replica.revision));
  replica.snapshot(snapshot([grid, tile, ring], { epoch: "epoch-2" }));
  assert.deepEqual(sendAll(replica).map(({ seen }) => seen), [0]);
  assert.notEqual(replica.history, history);
});

test("revisions of another history overwrite nothing in this one", () => {
  const { replica, told } = loadedReplica();
  replica.edit(rename("x", "Grid 1", "Grid"));
  sendAll(replica);
  replica.snapshot(snapshot([{ ...grid, name: "Grid 2", overwrote: [{ author: 1, revision: 8 }] }, tile, ring], { revision: 9 }));
  replica.hello();
  replica.welcome(welcome({ epoch: "epoch-2", reset: true }));
  replica.snapshot(snapshot([grid, tile, ring], { epoch: "epoch-2" }));
  sendAll(replica);
  replica.diff(diff(2, [{ effect: "renamed", id: "x", value: "Grid 1" }], { author: 1, sequence: 1 }));
  assert.deepEqual(told, { notices: [], applied: [1] });
});

test("edits for another list under the same address are not sent but told with their text", () => {
  const { replica, told } = loadedReplica();
  replica.edit(rename("z", "Ring Two", "Ring"));
  sendAll(replica);
  replica.edit({ kind: "insert", ids: ["n"], name: "New", isIncluded: true, place: ["last"], orientation: 0 });
  replica.hello();
  replica.welcome(welcome({ list: "list-2", reset: true }));
  replica.snapshot(snapshot([tile], { list: "list-2" }));
  assert.deepEqual(sendAll(replica), []);
  assert.deepEqual(shownNames(replica), ["Tile"]);
  assert.deepEqual(told.notices.map(({ code, edit }) => [code, edit.name]), [["otherList", "Ring Two"], ["otherList", "New"]]);
});

test("an expired client tells of what it sent, and goes on with the rest as a new client", () => {
  const { replica, told } = loadedReplica();
  const before = replica.identity;
  replica.edit(rename("z", "Ring Two", "Ring"));
  sendAll(replica);
  replica.edit(rename("x", "Grid Two", "Grid"));
  replica.disconnected({ blamesEdit: false });
  replica.leaveClient();
  assert.deepEqual(told.notices.map(({ code, edit }) => [code, edit.name]), [["maybeApplied", "Ring Two"]]);
  assert.deepEqual(shownNames(replica), ["Grid Two", "Tile", "Ring"]);
  const hello = replica.hello();
  assert.notEqual(hello.client, before.client);
  assert.notEqual(hello.secret, before.secret);
  assert.equal(hello.claimed, false);
  replica.welcome(welcome({ snapshot: false, author: 4 }));
  assert.deepEqual(sendAll(replica).map(({ sequence, name }) => [sequence, name]), [[1, "Grid Two"]]);
  replica.settled(settled(rejected(1, 1, "invalidName")));
  assert.deepEqual(shownNames(replica), ["Grid", "Tile", "Ring"]);
});

test("a list that nobody has edited yet is no point to resume from, until a change comes", () => {
  const { replica } = makeReplica();
  replica.hello();
  replica.welcome(welcome({ exists: false, revision: 0, hash: "", snapshot: false }));
  assert.ok(replica.isLoaded);
  assert.deepEqual([replica.hello().resume, replica.hello().claimed], [null, false]);
  replica.welcome(welcome({ exists: false, revision: 0, list: "list-1", snapshot: false }));
  replica.diff(diff(1, [{ effect: "inserted", label: grid, after: null }]));
  assert.deepEqual([replica.hello().resume?.list, replica.hello().claimed], ["list-1", true]);
});

test("an empty snapshot of a list that does not exist yet is no point to resume from", () => {
  const { replica } = makeReplica();
  replica.hello();
  replica.welcome(welcome({ exists: false, revision: 0 }));
  replica.snapshot(snapshot([], { revision: 0 }));
  assert.equal(replica.hello().resume, null);
});

test("a change that does not follow on the confirmed revision is a fault, and the next hello asks for everything", () => {
  const { replica } = loadedReplica();
  assert.throws(() => replica.diff(diff(3, [{ effect: "removed", id: "x" }])), ReplicaFault);
  replica.distrust();
  assert.equal(replica.hello().resume, null);
});

test("a replica that distrusts itself still tells another list from its own", () => {
  const { replica, told } = loadedReplica();
  replica.edit(rename("z", "Ring Two", "Ring"));
  replica.distrust();
  replica.hello();
  replica.welcome(welcome({ list: "list-2" }));
  assert.deepEqual(told.notices.map(({ code }) => code), ["otherList"]);
});

test("a replica that distrusts itself starts empty when changes from the first one follow", () => {
  const { replica } = loadedReplica();
  replica.distrust();
  replica.hello();
  replica.welcome(welcome({ snapshot: false }));
  replica.diff(diff(1, [{ effect: "inserted", label: grid, after: null }]));
  assert.deepEqual(shownNames(replica), ["Grid"]);
  assert.equal(replica.hello().resume.revision, 1);
});

test("once another history was taken up without a snapshot, a later snapshot tells what was overwritten in it", () => {
  const { replica, told } = loadedReplica();
  replica.distrust();
  replica.hello();
  replica.welcome(welcome({ epoch: "epoch-2", snapshot: false }));
  replica.diff(diff(1, [{ effect: "inserted", label: grid, after: null }]));
  replica.edit(rename("x", "Grid 1", "Grid"));
  sendAll(replica);
  replica.diff(diff(2, [{ effect: "renamed", id: "x", value: "Grid 1" }], { author: 1, sequence: 1 }));
  const overwritten = { ...grid, name: "Grid 2", overwrote: [{ author: 1, revision: 3 }] };
  replica.snapshot(snapshot([overwritten], { epoch: "epoch-2", revision: 3 }));
  assert.deepEqual(told.notices.map(({ code, edit }) => [code, edit.name]), [["overwritten", "Grid 1"]]);
});

// Edits that the server does not survive

const closeOnEdit = (replica) => {
  const sent = sendAll(replica);
  replica.disconnected({ blamesEdit: true });
  replica.hello();
  replica.welcome(welcome({ snapshot: false }));
  return sent;
};

test("after two closes on the same first pending edit it is withdrawn under its sequence", () => {
  const { replica, told } = loadedReplica();
  replica.edit(rename("z", "Poison", "Ring"));
  replica.edit(rename("x", "Grid Two", "Grid"));
  assert.deepEqual(closeOnEdit(replica).map(({ kind }) => kind), ["rename", "rename"]);
  assert.deepEqual(closeOnEdit(replica).map(({ kind }) => kind), ["rename", "rename"]);
  assert.deepEqual(sendAll(replica).map(({ sequence, kind }) => [sequence, kind]), [[1, "withdraw"], [2, "rename"]]);
  assert.deepEqual(shownNames(replica), ["Grid Two", "Tile", "Ring"]);
  replica.settled(settled(rejected(1, 1, "withdrawn")));
  assert.deepEqual(told.notices, [{ code: "withdrawn", edit: rename("z", "Poison", "Ring") }]);
});

test("while a withdrawal is unanswered, further closes are the fault of the edit behind it", () => {
  const { replica } = loadedReplica();
  replica.edit(rename("z", "Poison", "Ring"));
  replica.edit(rename("x", "Poison too", "Grid"));
  for (let time = 0; time < 4; time += 1) closeOnEdit(replica);
  assert.deepEqual(sendAll(replica).map(({ kind }) => kind), ["withdraw", "withdraw"]);
});

test("an edit whose outcome is known, but not reached, is not blamed: the one behind it is", () => {
  const { replica } = loadedReplica();
  replica.edit(include("y", true));
  replica.edit(rename("x", "Poison", "Grid"));
  const outcomes = [{ sequence: 1, outcome: "noEffect", asOf: 3 }];
  sendAll(replica);
  replica.settled(settled(...outcomes));
  for (let time = 0; time < 2; time += 1) {
    replica.disconnected({ blamesEdit: true });
    replica.hello();
    replica.welcome(welcome({ snapshot: false, outcomes }));
    sendAll(replica);
  }
  replica.hello();
  replica.welcome(welcome({ snapshot: false }));
  assert.deepEqual(sendAll(replica).map(({ sequence, kind }) => [sequence, kind]), [[1, "include"], [2, "withdraw"]]);
});

test("a withdrawn edit that had arrived is settled by its real outcome", () => {
  const { replica, told } = loadedReplica();
  replica.edit(rename("z", "Poison", "Ring"));
  closeOnEdit(replica);
  closeOnEdit(replica);
  sendAll(replica);
  replica.diff(diff(2, [{ effect: "renamed", id: "z", value: "Poison" }], { author: 1, sequence: 1 }));
  assert.deepEqual(told, { notices: [], applied: [1] });
  assert.equal(replica.pendingCount, 0);
});

test("closes that blame no edit, and closes before it was sent, do not count", () => {
  const { replica } = loadedReplica();
  replica.edit(rename("z", "Ring Two", "Ring"));
  for (let time = 0; time < 3; time += 1) {
    replica.seal();
    replica.disconnected({ blamesEdit: true });
    replica.hello();
    replica.welcome(welcome({ snapshot: false }));
    sendAll(replica);
    replica.disconnected({ blamesEdit: false });
    replica.hello();
    replica.welcome(welcome({ snapshot: false }));
  }
  assert.deepEqual(sendAll(replica).map(({ kind }) => kind), ["rename"]);
});
