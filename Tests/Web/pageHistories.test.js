import assert from "node:assert/strict";
import test from "node:test";
import { Orphans } from "../../web/storage/orphans.js";
import { takeClient } from "../../web/storage/openStorage.js";
import { Session } from "../../web/sync/session.js";
import { FakeClock } from "./support/fakes.js";
import { FakeServer } from "./support/fakeServer.js";
import { FakeLocks, MemoryStore } from "./support/memoryStore.js";
import { chance, rename } from "./support/messages.js";

const alias = "demo";
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A page's way to the browser's store: its transactions wait until the test lets them through. */
class PageStore {
  waiting = [];
  onlost = () => {};

  constructor(shared) {
    this.shared = shared;
    this.clients = () => shared.clients();
    this.load = (client) => shared.load(client);
    this.discard = (client) => shared.discard(client);
    this.close = () => {};
  }

  write(_, changes, done) {
    this.waiting.push({ changes: structuredClone(changes), done });
  }

  complete() {
    const next = this.waiting.shift();
    if (!next) return;
    this.shared.apply(alias, next.changes);
    next.done();
  }

  fail() {
    this.waiting.shift()?.done(new Error("The disk is full."));
  }
}

/** A page's own locks: they go with it. */
class PageLocks {
  #shared;
  #releases = [];

  constructor(shared) {
    this.#shared = shared;
  }

  async hold(client) {
    const release = await this.#shared.hold(client);
    if (release) this.#releases.push(release);
    return release;
  }

  releaseAll() {
    for (const release of this.#releases) release();
  }
}

class TestPage {
  clock = new FakeClock();
  wires = [];
  notices = [];
  isDead = false;

  static async open(browser) {
    const page = new TestPage();
    page.store = new PageStore(browser.store);
    page.locks = new PageLocks(browser.locks);
    page.storage = await takeClient(page.store, page.locks, alias);
    const environment = { clock: page.clock, random: () => 1, makeSocket: () => page.#connect(browser.server) };
    const notice = (told) => { if (!page.isDead) page.notices.push(told); };
    page.notices.push(...page.storage.stored?.notices ?? []);
    page.session = new Session({ changed() {}, notice, applied() {} }, { ...environment, storage: page.storage });
    page.orphans = new Orphans(page, alias, { session: page.session, notice }, environment);
    page.session.connect();
    return page;
  }

  #connect(server) {
    const wire = server.makeSocket();
    this.wires = [...this.wires.filter(({ readyState }) => readyState !== 3), wire];
    return wire;
  }

  /** The page is gone, with what it had not stored; transactions under way are done up to some point. */
  crash(random) {
    this.isDead = true;
    for (let count = Math.floor(random() * (this.store.waiting.length + 1)); count > 0; count -= 1) {
      this.store.shared.apply(alias, this.store.waiting.shift().changes);
    }
    for (const wire of this.wires) {
      wire.onopen = wire.onmessage = wire.onclose = null;
      while (wire.up.length > 0 && random() < 0.7) wire.deliverUp();
      wire.cut();
    }
    this.locks.releaseAll();
  }
}

/** One browser with several pages on one list, driven by chance. */
class World {
  server = new FakeServer();
  browser = { server: this.server, store: new MemoryStore(), locks: new FakeLocks() };
  pages = [];
  /** Ids of inserts that were in the store at some time. */
  stored = new Set();
  made = 0;
  /** Whether something happened after which nobody knows what became of some edits, so that they are told. */
  isUncertain = false;

  constructor(seed, { fails = false, expires = false } = {}) {
    this.random = chance(seed);
    const weights = { edit: 15, store: this.pick([3, 25]), deliver: this.pick([15, 45]), pass: 8, check: 2, cut: this.pick([2, 5]),
      crash: 2, fail: fails ? 1 : 0, expire: expires ? 1 : 0 };
    this.actions = Object.entries(weights).flatMap(([action, weight]) => Array(weight).fill(action));
  }

  pick(items) {
    return items[Math.floor(this.random() * items.length)];
  }

  async step() {
    const page = this.pick(this.pages);
    if (page) await this.act(page, this.pick(this.actions));
    if (!page || (this.pages.length < 3 && this.random() < 0.04)) this.pages.push(await TestPage.open(this.browser));
    await turn();
    this.note();
  }

  act(page, action) {
    switch (action) {
      case "edit": return this.edit(page);
      case "store": return page.store.complete();
      case "deliver": return this.deliver(this.pick(page.wires));
      case "pass": return page.clock.pass(700);
      case "check": return void page.orphans.check();
      case "cut": return this.pick(page.wires)?.cut();
      case "crash": return this.crash(page);
      case "fail": return this.fail(page);
      case "expire": return this.expire();
    }
  }

  deliver(wire) {
    if (!wire) return;
    if (wire.readyState === 0) wire.open();
    else if (this.random() < 0.5) wire.deliverUp();
    else wire.deliverDown();
  }

  edit(page) {
    const dice = this.random();
    const known = page.session.replica.list.shown();
    const target = this.pick(known);
    const insert = { kind: "insert", ids: [`label ${++this.made}`], name: "", isIncluded: true, place: ["last"], orientation: 0 };
    if (dice < 0.6 || !target) page.session.edit(insert);
    else if (dice < 0.85) page.session.type(rename(target.id, `${target.name}x`, target.name, page.session.replica.revision));
    else page.session.edit({ kind: "remove", ids: [target.id] });
  }

  crash(page) {
    this.pages.splice(this.pages.indexOf(page), 1);
    page.crash(this.random);
    this.note();
  }

  fail(page) {
    this.isUncertain = true;
    page.store.fail();
  }

  expire() {
    this.isUncertain = true;
    this.server.expireClients();
  }

  /** Remembers what must not be lost any more. */
  note() {
    for (const { identity: { client } } of this.browser.store.clientRecords.values()) {
      for (const { edit } of this.browser.store.edits(client)) if (edit.kind === "insert") this.stored.add(edit.ids[0]);
    }
  }

  /** Everything works again, the pages go, and one more looks after what they left. */
  async finish() {
    while (this.pages.length > 0) this.crash(this.pages[0]);
    const page = await TestPage.open(this.browser);
    for (let round = 0; round < 400; round += 1) {
      if (round % 20 === 0) void page.orphans.check();
      page.clock.pass(700);
      while (page.store.waiting.length > 0) page.store.complete();
      for (const wire of page.wires.slice()) {
        wire.open();
        while (wire.up.length > 0) wire.deliverUp();
        while (wire.down.length > 0) wire.deliverDown();
      }
      await turn();
    }
    return page;
  }
}

async function run(seed, options) {
  const world = new World(seed, options);
  for (let step = 0; step < 250; step += 1) await world.step();
  const page = await world.finish();
  const label = `seed ${seed}`;
  const left = [...world.browser.store.clientRecords.keys()].flatMap((client) => world.browser.store.edits(client));
  assert.deepEqual(left, [], `${label}: the outboxes are empty in the end`);
  const told = new Set(page.notices.filter(({ edit }) => edit.kind === "insert").map(({ edit }) => edit.ids[0]));
  for (const id of world.stored) {
    const count = world.server.insertionsOf(id);
    const isAccountedFor = count === 1 || (world.isUncertain && count === 0 && told.has(id));
    assert.ok(isAccountedFor, `${label}: ${id} was stored and then applied ${count} times, ${told.has(id) ? "" : "not "}told`);
  }
  for (let number = 1; number <= world.made; number += 1) assert.ok(world.server.insertionsOf(`label ${number}`) <= 1, label);
  const { violations } = world.server;
  assert.deepEqual(violations.filter((violation) => !options.fails || !violation.endsWith("used for another edit")), [], label);
  const unsure = page.notices.filter(({ code }) => code === "sequenceReused" || (code === "maybeApplied" && !world.isUncertain));
  assert.deepEqual(unsure, [], label);
  assert.ok(world.stored.size > 0, label);
}

/** COLABEL_HISTORIES says how many of each kind are tried. */
const seeds = Array.from({ length: Number(process.env.COLABEL_HISTORIES ?? 30) }, (_, index) => index + 1);

test("whatever pages, links and transactions do, each stored edit is applied exactly once", async () => {
  for (const seed of seeds) await run(seed, {});
});

test("when the server forgets its clients, each stored edit is applied once or told", async () => {
  for (const seed of seeds) await run(seed + 1_000, { expires: true });
});

test("when the storage fails, nothing is applied twice, and what was stored is applied or told", async (context) => {
  context.mock.method(console, "warn", () => {});
  for (const seed of seeds) await run(seed + 2_000, { fails: true });
});
