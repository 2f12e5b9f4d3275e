/**
 * A list as the index knows it. `title`: as somebody gave it, if so. `count`: of its labels, if the server knows it without loading
 * the list. `created`: in milliseconds since 1970.
 * @typedef {{ alias: string, title: string | null, count: number | null, isArchived: boolean, created: number }} ListEntry
 * @typedef {"no" | "yes"} Archived
 */

/** Lists asked for at a time. */
export const listsPerAnswer = 100;

/** A request that came to nothing: `code` is the server's stable one, or `unreachable`. */
export class ListsProblem extends Error {
  /**
   * @param {string} code
   * @param {string} detail
   */
  constructor(code, detail) {
    super(detail);
    this.code = code;
  }
}

/** The server's lists, over HTTP. Every method throws a `ListsProblem`. */
export class ListsAPI {
  #root;
  #fetch;

  /**
   * @param {URL} root where the server's pages begin
   * @param {typeof fetch} [fetchAnswer]
   */
  constructor(root, fetchAnswer = (...request) => fetch(...request)) {
    this.#root = root;
    this.#fetch = fetchAnswer;
  }

  /**
   * Some lists by alias, and whether there may be more.
   * @param {Archived} archived
   * @param {string} [after] the last alias that is known
   * @returns {Promise<{ lists: ListEntry[], hasMore: boolean }>}
   */
  async list(archived, after) {
    const query = new URLSearchParams({ archived, limit: String(listsPerAnswer), ...(after === undefined ? {} : { after }) });
    const { lists } = await this.#ask("GET", `?${query}`);
    return { lists, hasMore: lists.length === listsPerAnswer };
  }

  /**
   * @param {string} alias
   * @param {string} title
   */
  async create(alias, title) {
    const { status } = await this.#send("PUT", `/${alias}`);
    if (status === 200) throw new ListsProblem("listExists", alias);
    if (title && title !== alias) await this.change(alias, { title });
  }

  /**
   * @param {string} alias
   * @param {{ title?: string | null, isArchived?: boolean }} changes
   */
  async change(alias, changes) {
    await this.#send("PATCH", `/${encodeURIComponent(alias)}`, changes);
  }

  /**
   * @param {string} alias
   * @param {{ alias: string, title?: string }} copy
   */
  async duplicate(alias, copy) {
    await this.#send("POST", `/${encodeURIComponent(alias)}/duplicate`, copy);
  }

  /**
   * Where people open a list.
   * @param {string} alias
   */
  addressOf(alias) {
    return new URL(`lists/${encodeURIComponent(alias)}`, this.#root).href;
  }

  /**
   * @param {string} method
   * @param {string} path below the lists
   * @param {object} [body]
   */
  async #ask(method, path, body) {
    const answer = await this.#send(method, path, body);
    return answer.json();
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   */
  async #send(method, path, body) {
    const headers = body ? { "Content-Type": "application/json" } : undefined;
    const request = { method, headers, body: body && JSON.stringify(body) };
    let answer;
    try {
      answer = await this.#fetch(new URL(`api/v1/lists${path}`, this.#root), request);
    } catch (error) {
      throw new ListsProblem("unreachable", String(error));
    }
    if (!answer.ok) throw await problemOf(answer);
    return answer;
  }
}

/** @param {Response} answer */
async function problemOf(answer) {
  try {
    const { code, detail, title } = await answer.json();
    return new ListsProblem(String(code), String(detail ?? title ?? answer.status));
  } catch {
    return new ListsProblem(answer.status >= 500 ? "unreachable" : "other", String(answer.status));
  }
}
