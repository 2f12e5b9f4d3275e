/** What a list is besides its labels: the title that somebody gave it, and whether it is archived, so that it can only be read. */
export class ListInfo {
  /** @type {string | null} */
  title = null;
  isArchived = false;

  /**
   * A welcome, or the news that something of it changed. What is missing is not so.
   * @param {{ title?: string | null, isArchived?: boolean }} message
   */
  take({ title = null, isArchived = false }) {
    this.title = title;
    this.isArchived = isArchived;
  }
}
