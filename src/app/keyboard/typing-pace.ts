/** Tells typing from pasting by its pace: not every terminal brackets what is pasted, and its reads come too fast. */

/** A hand does not keep up less than this between two keys, in milliseconds. */
const keyMs = 40;

/** A slow line hands over so many keys in one read; the shortest phrase that confirms a deletion has one more. */
const mostAtOnce = 7;

/** However long a burst was, its end is over in the time of so many keys: a hand that begins again is not punished. */
const mostHeld = 10;

/**
 * `burst`: more text than a hand types in the time. `hasty`: an enter that came with text, or right after it, so that it
 * may be the end of a paste: a hand presses it once more.
 */
export type Pace = 'hand' | 'burst' | 'hasty';

export interface TypingPace {
  /** Takes the text of one read, in all its pieces; how fast is it? */
  textRead(text: string, nowMs: number): 'hand' | 'burst';
  /** The enter of a read without text. */
  enterRead(nowMs: number): Pace;
}

/** A bucket of keys that leaks as fast as a hand types. */
export function createTypingPace(): TypingPace {
  let [level, lastKey, lastMs] = [0, '', -Infinity];
  const leaked = (nowMs: number): number => Math.max(0, level - (nowMs - lastMs) / keyMs);
  return {
    textRead(text, nowMs) {
      const keys = Array.from(text);
      // A key that is held down repeats faster than a hand types.
      const isHeld = keys.every((key) => key === lastKey);
      const changes = keys.filter((key, at) => key !== keys[at - 1]).length;
      const filled = leaked(nowMs) + (isHeld ? 0 : changes);
      [level, lastKey, lastMs] = [Math.min(filled, mostHeld), keys.at(-1) ?? lastKey, nowMs];
      return filled > mostAtOnce ? 'burst' : 'hand';
    },
    enterRead(nowMs) {
      if (leaked(nowMs) > mostAtOnce) return 'burst';
      return nowMs - lastMs < keyMs ? 'hasty' : 'hand';
    },
  };
}
