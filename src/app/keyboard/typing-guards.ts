/**
 * Detects keys that may confirm something by mistake: an enter that arrives together with text may be the end of a
 * paste, and text that arrives all at once may be pasted. A line that stalls delivers so, too: the text is taken, and
 * enter is pressed once more.
 */
import { activeGroups } from '../../screens/active-keys.ts';
import { type Binding, type BindingGroup, bindingOf, keyLabel, type KeyName } from '../../screens/binding.ts';
import { quietMs } from '../../state/kernel/form.ts';
import { fieldOf, fieldText, isHarmless, questionInFront, textField } from '../../state/root/navigation.ts';
import type { Action, State } from '../../state/root/state.ts';
import type { TypedInput } from './input-parser.ts';
import type { Pace } from './input-stream.ts';
import { isDeepStrictEqual } from 'node:util';

export const notPasted = 'Type the phrase. Pasted text does not count.';
const tooFast = 'Enter arrived together with text. Press enter again.';

export type PasteGuard = ReturnType<typeof createDoubt>;

export function createDoubt() {
  /** The phrase, or a part of it, arrived at once: an enter is refused first, at this time in milliseconds. */
  let owed: { readonly refusedAtMs: number | null } | null = null;

  const ofEnter = (state: State, pace: Pace, atMs: number): string | null => {
    if (textField(state) === null) return pace === 'hand' ? null : tooFast;
    if (pace !== 'hand') {
      owed &&= { refusedAtMs: atMs };
      return tooFast;
    }
    // An enter soon after the refused one is held down, or the end of a paste as well.
    const isAgain = owed?.refusedAtMs != null && atMs - owed.refusedAtMs >= quietMs;
    owed = owed === null || isAgain ? null : { refusedAtMs: atMs };
    return owed === null ? null : 'The phrase arrived all at once. Check it, then press enter again.';
  };

  const ofPhrase = (state: State, before: string | null, text: string, pace: Pace): string | null => {
    const isOpen = textField(state) !== null;
    if (pace === 'hand') {
      // Typed text stays in a field that is left; where there is none, a phrase begins again.
      if ((isOpen ? fieldText(state) : before) === '') owed = null;
      return null;
    }
    // The first letter of the phrase opens its field; any other text would be commands.
    if (!isOpen && bindingOf(activeGroups(state), text.charAt(0))?.startsPhrase !== true) return notPasted;
    owed = { refusedAtMs: null };
    return null;
  };

  return {
    /** Why an input may confirm nothing that protects systems, and create no key; null where it counts. */
    about(state: State, input: TypedInput, pace: Pace, atMs: number): string | null {
      const question = questionInFront(state);
      const isEnter = input.kind === 'key' && input.name === 'enter';
      if (fieldOf(state)?.confirms === 'enter') return isEnter && pace !== 'hand' ? tooFast : null;
      if (question?.kind === 'phrase' && isEnter) return ofEnter(state, pace, atMs);
      if (question?.kind === 'phrase' && input.kind === 'text')
        return ofPhrase(state, question.typed, input.text, pace);
      const isAnswer = question?.kind === 'key' && (isEnter || input.kind === 'text');
      return isAnswer && pace !== 'hand' ? tooFast : null;
    },
  };
}

// Swallows letters meant for another screen: right after esc, and right after a key that did nothing.

interface Pending {
  readonly atMs: number;
  readonly why: string;
  readonly isSame: (key: KeyName, action: Action) => boolean;
  /** A letter was swallowed: the next keys, blanks and enter too, are the rest of a text. */
  readonly isText: boolean;
}

export type Quiet = ReturnType<typeof createQuiet>;

/** All times are those at which keys were read, in milliseconds of one clock: a key's own duration does not count. */
export function createQuiet() {
  let pending: Pending | null = null;
  const begun = (atMs: number, why: string, isSame: Pending['isSame']): void => {
    pending = { atMs, why, isSame, isText: false };
  };
  return {
    /** A key has led back from a screen with these bindings; null where letters were text there. */
    left(groups: readonly BindingGroup[] | null, atMs: number): void {
      begun(atMs, 'going back', (key, action) => isDeepStrictEqual(groups && bindingOf(groups, key)?.action, action));
    },
    /** A key did nothing. To press it again is no slip. */
    refused(key: KeyName, atMs: number): void {
      begun(atMs, 'a key that did nothing', (again) => again === key);
    },
    /** Why a key does nothing that now has this binding; null where it counts. */
    refusalOf(key: KeyName, { action }: Binding, atMs: number): string | null {
      if (pending === null || atMs - pending.atMs >= quietMs) return null;
      // Keys of the same read were typed before anybody saw its effect.
      const isBlind = pending.isText || atMs <= pending.atMs;
      const isTyped = Array.from(key).length === 1 || (isBlind && (key === 'space' || key === 'enter'));
      if (!isTyped || isHarmless(action) || (!isBlind && pending.isSame(key, action))) return null;
      const { why } = pending;
      // Enter ends a text.
      pending = key === 'enter' ? null : { ...pending, atMs, isText: true };
      return `${keyLabel(key)} came right after ${why}: ignored. Press it again.`;
    },
  };
}
