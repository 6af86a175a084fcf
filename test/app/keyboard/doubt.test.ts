/** Input that may not be a hand confirms nothing: enters and text of any pace, at given times. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDoubt } from '../../../src/app/keyboard/typing-guards.ts';
import { createTypingPace } from '../../../src/app/keyboard/input-stream.ts';
import { quietMs } from '../../../src/state/kernel/form.ts';
import type { KeyName } from '../../../src/screens/screen-definition.ts';
import type { State } from '../../../src/state/root/state.ts';
import { aReview } from '../../state/removal/deletion/story.ts';
import { play } from '../../state/root/play.ts';
import { aStateOf } from '../../support/make.ts';
import { holds } from '../../support/property.ts';

const asking = aReview(2);
const atOnce = 'The phrase arrived all at once. Check it, then press enter again.';
const together = 'Enter arrived together with text. Press enter again.';
const enter = { kind: 'key', name: 'enter' } as const;

function inField(text: string): State {
  return play(asking, { kind: 'phraseStarted', typed: 'd' }, { kind: 'textEdited', text }).state;
}

test('text that arrives at once is taken where a phrase is typed, and where its first letter begins it', () => {
  const text = { kind: 'text', text: 'delete 2' } as const;
  expect(createDoubt().about(inField(''), text, 'burst', 0)).toBeNull();
  expect(createDoubt().about(asking, text, 'burst', 0)).toBeNull();
  expect(createDoubt().about(asking, { kind: 'text', text: 'fold 2!' }, 'burst', 0)).toMatch(/Pasted text/);
});

test('after it, enter counts once one was refused and another is pressed no sooner than 400 ms later', () => {
  const doubt = createDoubt();
  doubt.about(inField(''), { kind: 'text', text: 'delete 2' }, 'burst', 0);
  const says = [1000, 1000 + quietMs - 1, 1000 + 2 * quietMs - 2, 1000 + 3 * quietMs - 2].map((atMs) =>
    doubt.about(inField('delete 2'), enter, 'hand', atMs),
  );
  expect(says).toEqual([atOnce, atOnce, atOnce, null]);
});

test('an enter that arrived with the text is the one that is refused, and typing by hand from the start owes none', () => {
  const doubt = createDoubt();
  doubt.about(inField(''), { kind: 'text', text: 'delete 2' }, 'burst', 0);
  expect(doubt.about(inField('delete 2'), enter, 'burst', 0)).toBe(together);
  expect(doubt.about(inField('delete 2'), enter, 'hand', quietMs)).toBeNull();
  doubt.about(inField('d'), { kind: 'text', text: 'elete 2' }, 'burst', 0);
  doubt.about(inField(''), { kind: 'text', text: 'd' }, 'hand', 9000);
  expect(doubt.about(inField('delete 2'), enter, 'hand', 9999)).toBeNull();
});

test('a field that only enter confirms refuses an enter that arrives with its text, and no other key', () => {
  const naming = play(aStateOf([]), { kind: 'newKeyOpened' }).state;
  const about = (name: KeyName): string | null => createDoubt().about(naming, { kind: 'key', name }, 'burst', 0);
  expect([about('enter'), about('left'), about('esc')]).toEqual([together, null, null]);
});

test('text that arrived at once before a phrase could be typed says nothing of one that is typed later', () => {
  const doubt = createDoubt();
  doubt.about(asking, { kind: 'text', text: 'delete 2' }, 'burst', 0);
  doubt.about(asking, { kind: 'text', text: 'd' }, 'hand', 9000);
  expect(doubt.about(inField('delete 2'), enter, 'hand', 9999)).toBeNull();
  // A field that was left keeps its text.
  const left = play(inField('delete'), { kind: 'wentBack' }).state;
  doubt.about(inField('d'), { kind: 'text', text: 'elete' }, 'burst', 10_000);
  doubt.about(left, { kind: 'text', text: 'd' }, 'hand', 11_000);
  expect(doubt.about(inField('delete 2'), enter, 'hand', 12_000)).toBe(atOnce);
});

test('however a phrase with its enter is cut into reads, and however those stall, its own enter confirms nothing where any came at once', () => {
  const found = { bursts: 0 };
  holds(
    [fc.array(fc.tuple(fc.integer({ min: 1, max: 24 }), fc.integer({ min: 0, max: 3000 })), { minLength: 24 })],
    (cuts) => {
      const [doubt, pace] = [createDoubt(), createTypingPace()];
      let [nowMs, typed, isBurst] = [0, '', false];
      let left = 'delete 12 from Northwind';
      for (const [length, ms] of cuts) {
        if (left === '') break;
        nowMs += ms;
        const read = left.slice(0, length);
        left = left.slice(length);
        const howFast = pace.textRead(read, nowMs);
        isBurst ||= howFast === 'burst';
        doubt.about(inField(typed), { kind: 'text', text: read }, howFast, nowMs);
        typed += read;
      }
      if (!isBurst) return;
      found.bursts += 1;
      expect(doubt.about(inField(typed), enter, pace.enterRead(nowMs + 2000), nowMs + 2000)).toBe(atOnce);
    },
  );
  expect(found.bursts).toBeGreaterThan(4);
});
