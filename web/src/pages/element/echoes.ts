// A field sends what is typed into it, and gets it back as its value. What it did not send itself comes from elsewhere: it was
// discarded, or another user changed it. To show an own value again, a moment late, would undo what was typed since.

/** A field that is not shown does not look at what comes back: it need not wait for all of that. */
const MOST = 100;

export class Echoes {
  /** What may still come back, the newest last. */
  private sent: string[];

  constructor(
    value: string,
    private readonly isSame: (one: string, other: string) => boolean,
  ) {
    this.sent = [value];
  }

  send(value: string): void {
    this.sent.push(value);
    if (this.sent.length > MOST) this.sent.shift();
  }

  /** Whether a value comes from elsewhere. What was saved may come back in other markup: that is still the same. */
  isForeign(value: string): boolean {
    const at = this.sent.lastIndexOf(value);
    if (at >= 0) {
      this.sent.splice(0, at);
      return false;
    }
    const newest = this.sent.at(-1) ?? "";
    this.sent = [value];
    return !this.isSame(value, newest);
  }
}
