import { catalogue } from "../../messages/localize.js";
import { deedText } from "../history/deedText.js";
import { PassingLine } from "./passingLine.js";
import { RemoteSummary } from "./remoteSummary.js";

/** @typedef {import("./remoteSummary.js").RemoteDeed} RemoteDeed */

/** What others do is gathered this long before it is told, in milliseconds. */
const gatherTime = 2_500;

/** Tells in a calm line what others did: "B renamed 3 labels." */
export class RemoteLine {
  #line = new PassingLine("remote-line");
  #summary = new RemoteSummary();
  #names;
  #isWaiting = false;

  /** @param {import("../noticeText.js").Names} names */
  constructor(names) {
    this.#names = names;
  }

  /** @param {import("../../sync/remoteChange.js").Change} change by somebody else */
  add(change) {
    this.#summary.add(change);
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    setTimeout(() => this.#tell(), gatherTime);
  }

  #tell() {
    this.#isWaiting = false;
    const { deeds, more } = this.#summary.take();
    const texts = deeds.map((deed) => this.#textOf(deed));
    if (more > 0) texts.push(catalogue.text("remote.more", { count: more }));
    this.#line.say(texts.join(" "));
  }

  /** @param {RemoteDeed} deed */
  #textOf({ author, effect, count, id }) {
    const who = this.#names.personOf(author) ?? catalogue.text("someone");
    const what = deedText({ effect, count, name: id === null ? undefined : this.#names.labelOf(id) });
    return catalogue.text("remote.did", { who, what });
  }
}
