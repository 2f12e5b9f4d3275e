import assert from "node:assert/strict";
import test from "node:test";
import { NoticeBoard, keptLimit } from "../../web/view/noticeBoard.js";
import { include, rename } from "./support/messages.js";

const removed = (edit) => ({ code: "removed", edit });
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
  board.add({ code: "overwritten", edit: rename("y", "Four", "Two") }, 5);
  assert.deepEqual(texts(board), ["One", "Two", "Three", "Four"]);
});

test("beyond the limit the oldest text goes, and is counted", () => {
  const board = new NoticeBoard();
  for (let number = 0; number <= keptLimit; number += 1) board.add(removed(rename("y", `Text ${number}`, "Tile")), number);
  assert.equal(board.kept.length, keptLimit);
  assert.equal(texts(board)[0], "Text 1");
  assert.equal(board.droppedCount, 1);
});
