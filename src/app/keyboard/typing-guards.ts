/**
 * Detects input that may confirm something by mistake: an enter that arrives with text may be the end of a paste, and
 * text that arrives at once may be pasted. A stalled line delivers typed keys the same way: the text is accepted, and
 * enter must be pressed again.
 */
import { activeGroups } from '../../screens/screens.ts';
import { type Binding, type BindingGroup, bindingOf, keyLabel, type KeyName } from '../../screens/screen-definition.ts';
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
  /** Set when the phrase, or a part of it, arrived at once: the next enter is refused, at this time in milliseconds. */
  let owed: { readonly refusedAtMs: number | null } | null = null;

  const ofEnter = (state: State, pace: Pace, atMs: number): string | null => {
    if (textField(state) === null) return pace === 'hand' ? null : tooFast;
    if (pace !== 'hand') {
      owed &&= { refusedAtMs: atMs };
      return tooFast;
    }
    // An enter soon after a refused one may be a held key or the end of a paste.
    const isAgain = owed?.refusedAtMs != null && atMs - owed.refusedAtMs >= quietMs;
    owed = owed === null || isAgain ? null : { refusedAtMs: atMs };
    return owed === null ? null : 'The phrase arrived all at once. Check it, then press enter again.';
  };

  const ofPhrase = (state: State, before: string | null, text: string, pace: Pace): string | null => {
    const isOpen = textField(state) !== null;
    if (pace === 'hand') {
      // Leaving a field keeps its text; without a field, the phrase starts over.
      if ((isOpen ? fieldText(state) : before) === '') owed = null;
      return null;
    }
    // The first letter of the phrase opens its field; other text would run as commands.
    if (!isOpen && bindingOf(activeGroups(state), text.charAt(0))?.startsPhrase !== true) return notPasted;
    owed = { refusedAtMs: null };
    return null;
  };

  return {
    /** Why an input may not confirm, lower a protection or create a key; null if it may. */
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

// Drops letters meant for another screen, right after esc or after a key without effect.

interface Pending {
  readonly atMs: number;
  readonly why: string;
  readonly isSame: (key: KeyName, action: Action) => boolean;
  /** A letter was dropped, so the next keys, including blanks and enter, belong to the same text. */
  readonly isText: boolean;
}

export type Quiet = ReturnType<typeof createQuiet>;

/** Times are those of reads, in milliseconds of one clock, so that the duration of a key's effect does not count. */
export function createQuiet() {
  let pending: Pending | null = null;
  const begin = (atMs: number, why: string, isSame: Pending['isSame']): void => {
    pending = { atMs, why, isSame, isText: false };
  };
  return {
    /** Records that a key left a screen with these bindings; null if letters were text there. */
    left(groups: readonly BindingGroup[] | null, atMs: number): void {
      begin(atMs, 'going back', (key, action) => isDeepStrictEqual(groups && bindingOf(groups, key)?.action, action));
    },
    /** Records a key without effect; pressing that key again is intended. */
    refused(key: KeyName, atMs: number): void {
      begin(atMs, 'a key that did nothing', (again) => again === key);
    },
    /** Why a key with this binding is ignored; null if it counts. */
    refusalOf(key: KeyName, { action }: Binding, atMs: number): string | null {
      if (pending === null || atMs - pending.atMs >= quietMs) return null;
      // Keys of one read were typed before their effects were visible.
      const isBlind = pending.isText || atMs <= pending.atMs;
      const isTyped = Array.from(key).length === 1 || (isBlind && (key === 'space' || key === 'enter'));
      if (!isTyped || isHarmless(action) || (!isBlind && pending.isSame(key, action))) return null;
      const { why } = pending;
      // Enter ends the text.
      pending = key === 'enter' ? null : { ...pending, atMs, isText: true };
      return `${keyLabel(key)} came right after ${why}: ignored. Press it again.`;
    },
  };
}
