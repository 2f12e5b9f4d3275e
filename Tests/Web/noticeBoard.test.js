import assert from "node:assert/strict";
import test from "node:test";
import { NoticeBoard, keptLimit } from "../../web/view/noticeBoard.js";
import { include, rename } from "./support/messages.js";

let made = 0;
const notice = (code, edit) => ({ id: `notice ${++made}`, code, edit });
const removed = (edit) => notice("removed", edit);
const texts = (board) => board.kept.map(({ text }) => text);

test("a notice stands until an edit made after it succeeds, and its text stays longer", () => {
  const board = new NoticeBoard();
  board.add(removed(rename("y", "Tile Two", "Tile")), 5);
  board.applied(4);
  assert.equal(board.current?.code, "removed");
  board.applied(5);
  assert.equal(board.current, undefined);
  assert.deepEqual(texts(board), ["Tile Two"]);
});

test("a notice without text goes when it is history", () => {
  const board = new NoticeBoard();
  board.add(removed(include("y", true)), 1);
  assert.equal(board.current?.code, "removed");
  board.applied(1);
  assert.deepEqual(board.items, []);
});

test("dismissing the notice keeps the text, dismissing the text drops it", () => {
  const board = new NoticeBoard();
  board.add(removed(rename("y", "Tile Two", "Tile")), 1);
  board.dismissCurrent();
  assert.equal(board.current, undefined);
  assert.deepEqual(texts(board), ["Tile Two"]);
  board.dismiss(board.kept[0]);
  assert.deepEqual(texts(board), []);
});

test("one stretch of typing keeps one text, the last one", () => {
  const board = new NoticeBoard();
  board.add(removed(rename("y", "Tile T", "Tile")), 2);
  board.add(removed(rename("y", "Tile Two", "Tile T")), 3);
  assert.deepEqual(texts(board), ["Tile Two"]);
});

test("texts that do not grow out of each other, or of other labels, are all kept", () => {
  const board = new NoticeBoard();
  board.add(removed(rename("y", "One", "Tile")), 2);
  board.add(removed(rename("y", "Two", "Tile")), 3);
  board.add(removed(rename("z", "Three", "Two")), 4);
  board.add(notice("overwritten", rename("y", "Four", "Two")), 5);
  assert.deepEqual(texts(board), ["One", "Two", "Three", "Four"]);
});

test("beyond the limit the oldest text goes, and is counted", () => {
  const board = new NoticeBoard();
  for (let number = 0; number <= keptLimit; number += 1) board.add(removed(rename("y", `Text ${number}`, "Tile")), number);
  assert.equal(board.kept.length, keptLimit);
  assert.equal(texts(board)[0], "Text 1");
  assert.equal(board.droppedCount, 1);
});

test("beyond the limit a notice without a text goes before any with one, and is not counted", () => {
  const board = new NoticeBoard();
  board.add(removed(rename("y", "Oldest", "Tile")), 0);
  board.add(removed(include("z", true)), 1);
  for (let number = 2; number <= keptLimit; number += 1) board.add(removed(rename("y", `Text ${number}`, "Tile")), number);
  assert.equal(board.items.length, keptLimit);
  assert.equal(texts(board)[0], "Oldest");
  assert.equal(board.kept.length, keptLimit);
  assert.equal(board.droppedCount, 0);
});

test("a notice that is told again stays one", () => {
  const board = new NoticeBoard();
  const told = removed(rename("y", "Tile Two", "Tile"));
  board.add(told, 1);
  board.add({ ...told }, 2);
  assert.equal(board.items.length, 1);
});

test("whatever leaves the board is forgotten: dismissed, superseded, held by another, history, or too much", () => {
  const forgotten = [];
  const board = new NoticeBoard((ids) => forgotten.push(...ids));
  const told = [];
  const add = (each) => { told.push(each.id); board.add(each, told.length); };
  add(removed(rename("y", "Tile T", "Tile")));
  add(removed(rename("y", "Tile Two", "Tile T")));
  assert.deepEqual(forgotten, [told[0]]);
  board.dismiss(board.kept[0]);
  assert.deepEqual(forgotten, told);
  add(overwritten("alpha"));
  add(overwritten("alp"));
  add(removed(include("z", true)));
  board.applied(9);
  assert.deepEqual(forgotten, [told[0], told[1], told[3], told[4]]);
  board.dismissAll();
  assert.deepEqual(forgotten, [told[0], told[1], told[3], told[4], told[2]]);
});

// Overwritten texts

const overwritten = (text, base = "Tile", id = "y") => notice("overwritten", rename(id, text, base));

/** A board that was told of these texts of the label y, in this order. */
function boardOf(...told) {
  const board = new NoticeBoard();
  told.forEach((text, index) => board.add(overwritten(text), index + 1));
  return board;
}

test("of overwritten texts of one label only those are kept that are in no other, whatever their order", () => {
  for (const [told, kept] of [
    [["a", "al", "alp"], ["alp"]],
    [["alp", "al", "a"], ["alp"]],
    [["al", "bet", "alp", "beta"], ["alp", "beta"]],
    [["al", "a", ""], ["al"]],
  ]) assert.deepEqual(texts(boardOf(...told)), kept);
});

test("an overwritten text is kept although the next one built on it, when that does not hold it", () => {
  const board = boardOf("One");
  board.add(overwritten("Two", "One"), 2);
  board.add(overwritten("On", "One", "z"), 3);
  assert.deepEqual(texts(board), ["One", "Two", "On"]);
});

test("nothing is told of an overwritten text that the label's name holds", () => {
  for (const name of ["alp", "my alpha"]) {
    const board = boardOf("alp");
    board.compare(() => name);
    assert.equal(board.current, undefined);
    assert.deepEqual(texts(board), []);
  }
});

test("a text that goes from the name before the next good edit is told after all", () => {
  const board = boardOf("alp");
  board.compare(() => "alpha");
  board.compare(() => "beta");
  assert.equal(board.current?.code, "overwritten");
  assert.deepEqual(texts(board), ["alp"]);
  board.compare(() => undefined);
  assert.deepEqual(texts(board), ["alp"], "the label is gone");
});

test("a text that stands after the next good edit is done with", () => {
  const board = boardOf("alp");
  board.applied(2);
  assert.deepEqual(texts(board), ["alp"]);
  board.compare(() => "alpha");
  board.compare(() => "beta");
  assert.deepEqual(texts(board), []);
});

test("the name says nothing about texts that were refused", () => {
  const board = new NoticeBoard();
  board.add(removed(rename("y", "Tile Two", "Tile")), 1);
  board.compare(() => "Tile Two");
  assert.deepEqual(texts(board), ["Tile Two"]);
});

test("dismissing all dismisses notices and texts, but for what was not shown", () => {
  const board = boardOf("alp");
  board.compare(() => "alpha");
  board.add(removed(rename("z", "Ring Two", "Ring")), 2);
  board.add(removed(include("z", true)), 3);
  board.dismissAll();
  assert.deepEqual(board.items.map(({ text }) => text), ["alp"]);
});
