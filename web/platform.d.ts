/** What browsers have and the compiler's own declarations lack. */

declare class DecompressionStream {
  constructor(format: "deflate" | "deflate-raw" | "gzip");
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
}

interface HTMLElement {
  popover: string | null;
  showPopover(): void;
  hidePopover(): void;
}

interface ToggleEvent extends Event {
  readonly newState: "open" | "closed";
}
