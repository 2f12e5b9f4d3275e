import assert from "node:assert/strict";
import test from "node:test";
import { ReplicaFault } from "../../web/sync/remoteChange.js";
import { makeReplica, sendAll, sendSealed, shownNames, snapshot, storeAll, welcome } from "./support/messages.js";
import { replicaVectors } from "./support/vectors.js";

const label = ([id, name, isIncluded, overwrote]) => ({ id, name, isIncluded, ...(overwrote && { overwrote }) });
const hashOf = (revision) => `h${revision}`;

/** Steps after which everything made so far is sealed. */
const sealing = new Set(["edit", "seal", "settled", "welcome", "expired"]);

/** Plays the steps of a case on a replica, as the server, the link and the person. */
class Play {
  constructor({ start }) {
    Object.assign(this, makeReplica());
    this.author = 1;
    this.revision = start.revision;
    this.replica.hello();
    this.replica.welcome(welcome({ revision: start.revision, hash: hashOf(start.revision) }));
    this.snapshot({ ...start });
    this.sent = sendAll(this.replica);
  }

  /** What a step brought about: messages sent, notices, and whether it was a fault. */
  step(step) {
    this.told.notices.length = 0;
    this.isFault = false;
    const [what] = Object.keys(step);
    this[what](step[what]);
    storeAll(this.replica);
    this.sent = sealing.has(what) ? sendAll(this.replica) : sendSealed(this.replica);
  }

  edit(edit) { this.replica.edit(edit); }
  type(edit) { this.replica.edit(edit); }
  seal() {}
  cut() { this.replica.disconnected({ blamesEdit: false }); }
  close() { this.replica.disconnected({ blamesEdit: true }); }
  expired() { this.replica.leaveClient(); }
  hello() { this.said = this.replica.hello(); }

  welcome(fields) {
    this.hello();
    this.author = fields.author ?? this.author;
    const at = { list: "list-1", epoch: "epoch-1", revision: this.revision, hash: hashOf(this.revision) };
    this.replica.welcome(welcome({ ...at, author: this.author, ...fields }));
  }

  snapshot({ revision, labels, orientation, overwrote = {}, ...fields }) {
    this.revision = revision;
    const told = labels.map(label).map((one) => (overwrote[one.id] ? { ...one, overwrote: overwrote[one.id] } : one));
    this.replica.snapshot(snapshot(told, { revision, hash: hashOf(revision), orientation, ...fields }));
  }

  diff({ revision = this.revision + 1, effects, ...fields }) {
    const told = effects.map((effect) => (effect.label ? { ...effect, label: label(effect.label) } : effect));
    const change = { revision, hash: hashOf(revision), time: 0, ...fields, effects: told };
    try {
      this.replica.diff({ type: "diff", changes: [change] });
      this.revision = revision;
    } catch (error) {
      if (!(error instanceof ReplicaFault)) throw error;
      this.isFault = true;
      this.replica.distrust();
    }
  }

  settled(outcomes) { this.replica.settled({ type: "settled", outcomes }); }
}

const checks = {
  sent: (play, sequences) => assert.deepEqual(play.sent.map(({ sequence }) => sequence), sequences),
  edits: (play, edits) => {
    for (const [sequence, fields] of Object.entries(edits)) {
      const message = play.sent.find((one) => one.sequence === Number(sequence));
      assert.deepEqual({ ...message, ...fields }, message);
    }
  },
  confirmed: (play, labels) => assert.deepEqual(play.replica.confirmed.map(({ id, name, isIncluded }) => [id, name, isIncluded]), labels),
  visible: (play, names) => assert.deepEqual(shownNames(play.replica), names),
  pending: (play, count) => assert.equal(play.replica.pendingCount, count),
  notices: (play, notices) => assert.deepEqual(play.told.notices.map(({ code, edit }) => [code, edit.ids?.[0] ?? null]), notices),
  hello: (play, { revision, claimed, acknowledgedThrough }) => {
    assert.equal(play.said.resume?.revision ?? null, revision);
    assert.equal(play.said.claimed, claimed);
    assert.equal(play.said.acknowledgedThrough, acknowledgedThrough);
  },
  fault: (play, isFault) => assert.equal(play.isFault, isFault),
};

for (const vector of replicaVectors()) {
  test(`${vector.name}: ${vector.why}`, () => {
    const play = new Play(vector);
    vector.steps.forEach(({ expect = {}, ...step }, index) => {
      play.step(step);
      for (const [what, expected] of Object.entries(expect)) {
        try {
          checks[what](play, expected);
        } catch (error) {
          error.message = `step ${index + 1}, ${what}: ${error.message}`;
          throw error;
        }
      }
      if (!expect.fault) assert.equal(play.isFault, false);
    });
  });
}
