/** Proof that what is about to be sent stands on the disk: no request that changes something leaves without one. */

/** Good for one request. Only the store of changes makes them. */
export class SavedIntent {
  #isSpent = false;

  private constructor() {
    // Made by `after` alone.
  }

  /** Saves with `save`, which answers null once it is on the disk, else the operating system's code. */
  static async after(save: () => Promise<string | null>): Promise<SavedIntent | string> {
    return (await save()) ?? new SavedIntent();
  }

  /** Throws for a second request: it needs an intent of its own. */
  spend(): void {
    if (this.#isSpent) throw new Error('an intent was sent a second time');
    this.#isSpent = true;
  }
}
