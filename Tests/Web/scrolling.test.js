import assert from "node:assert/strict";
import test from "node:test";
import { movedBy } from "../../web/view/rows/readingAnchor.js";
import { ScrollScale } from "../../web/view/rows/scrollScale.js";

const screen = 800;

function scale(total, tallest = 10_000) {
  const made = new ScrollScale(tallest);
  made.resize(total, screen);
  return made;
}

test("rows that fit are scrolled as they are", () => {
  const fits = scale(9_000);
  assert.equal(fits.height, 9_000);
  for (const top of [-100, 0, 50, 8_200, 3]) {
    assert.equal(fits.scrolled(top), top);
    assert.equal(fits.realOf(top), top);
  }
  assert.equal(fits.origin, 0);
});

test("rows that are too tall have an element as tall as may be, whose ends are theirs", () => {
  const tall = scale(1_000_000);
  assert.equal(tall.height, 10_000);
  assert.equal(tall.scrolled(9_200), 999_200);
  assert.equal(tall.scrolled(0), 0);
  assert.equal(tall.scrolled(-60), -60);
  assert.equal(tall.scrolled(4_600), 499_600, "halfway");
});

test("small steps move the rows by as much, wherever they are", () => {
  const tall = scale(1_000_000);
  const start = tall.scrolled(4_600);
  for (let step = 1; step <= 10; step += 1) assert.equal(tall.scrolled(4_600 + 100 * step), start + 100 * step);
});

test("after small steps the element goes where the rows are, and the rows stay", () => {
  const tall = scale(1_000_000);
  tall.scrolled(4_600);
  const virtual = tall.scrolled(5_200);
  const real = tall.realOf(virtual);
  assert.ok(Math.abs(real - 4_600) < 10, `${real}`);
  tall.arrived(real, virtual);
  assert.ok(Math.abs(tall.scrolled(real) - virtual) < 1e-6);
});

test("every place can be gone to, and is there when one arrives", () => {
  const tall = scale(1_000_000);
  for (const virtual of [-50, 0, 10, 499_600, 999_199, 999_200, 999_300]) {
    const real = tall.realOf(virtual);
    assert.ok(real <= 9_300);
    tall.arrived(real, virtual);
    assert.equal(Math.round(tall.scrolled(real)), virtual);
  }
});

const read = [{ id: "a", index: 10 }, { id: "b", index: 11 }, { id: "c", index: 12 }, { id: "d", index: 13 }];
const places = (values) => (id) => values[id] ?? -1;

test("what is read moves with what came or went above it", () => {
  assert.equal(movedBy(read, places({ a: 13, b: 14, c: 15, d: 16 })), 3);
  assert.equal(movedBy(read, places({ a: 10, b: 11, c: 12, d: 13 })), 0);
});

test("a row on screen that is moved away or removed takes nothing with it", () => {
  assert.equal(movedBy(read, places({ a: 900, b: 10, c: 11, d: 12 })), -1);
  assert.equal(movedBy(read, places({ b: 10, c: 11, d: 12 })), -1);
  assert.equal(movedBy(read, places({ a: 10, b: 400, c: 11, d: 12 })), 0);
});

test("where nothing that was read is left, nothing moves", () => {
  assert.equal(movedBy(read, () => -1), 0);
  assert.equal(movedBy([], () => 5), 0);
});
