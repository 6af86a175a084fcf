/** Proof that a change was written to disk before it is sent: no request that changes something is sent without it. */

/** Valid for one request. Only the store of changes creates it. */
export class SavedIntent {
  #isSpent = false;

  private constructor() {
    // Private: `after` is the only way to create one.
  }

  /** Saves with `save`, which returns null once the intent is on the disk, or the operating system's code. */
  static async after(save: () => Promise<string | null>): Promise<SavedIntent | string> {
    return (await save()) ?? new SavedIntent();
  }

  /** Throws for a second request, which needs an intent of its own. */
  spend(): void {
    if (this.#isSpent) throw new Error('an intent was sent a second time');
    this.#isSpent = true;
  }
}
