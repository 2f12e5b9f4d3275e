/** Time that passes only when told. */
export class FakeClock {
  #now = 0;
  #timers = new Map();
  #made = 0;

  now() {
    return this.#now;
  }

  setTimeout(body, delay) {
    this.#made += 1;
    this.#timers.set(this.#made, { body, at: this.#now + delay });
    return this.#made;
  }

  clearTimeout(timer) {
    this.#timers.delete(timer);
  }

  /** Lets milliseconds pass, running what falls due, in order. */
  pass(milliseconds) {
    const end = this.#now + milliseconds;
    for (;;) {
      const due = [...this.#timers].filter(([, { at }]) => at <= end).sort(([, one], [, other]) => one.at - other.at)[0];
      if (!due) break;
      this.#timers.delete(due[0]);
      this.#now = Math.max(this.#now, due[1].at);
      due[1].body();
    }
    this.#now = end;
  }
}

/** The server's end of a socket. */
export class FakeSocket {
  readyState = 0;
  sent = [];

  open() {
    this.readyState = 1;
    this.onopen?.();
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  receive(message) {
    this.onmessage?.({ data: typeof message === "string" ? message : JSON.stringify(message) });
  }

  receiveBytes(data) {
    this.onmessage?.({ data });
  }

  /** Closed by the server, or by the page. */
  close(code = 1000) {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.({ code });
  }
}
