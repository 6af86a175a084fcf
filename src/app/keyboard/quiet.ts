/** Swallows letters meant for another screen: right after esc, and right after a key that did nothing. */
import { isDeepStrictEqual } from 'node:util';
import { type Binding, type BindingGroup, bindingOf, type KeyName, keyLabel } from '../../screens/keys/binding.ts';
import { quietMs } from '../../state/kernel/typed.ts';
import { isHarmless } from '../../state/root/navigation.ts';
import type { Action } from '../../state/root/state.ts';

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
