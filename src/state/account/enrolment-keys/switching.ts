/** Can the key under the cursor be disabled or enabled? If not, why? */
import type { KeySwitching } from './feature.ts';
import type { State } from '../../root/state.ts';
import { keyRows, type KeyRow } from './selectors.ts';

/** The key that the cursor of the list of keys is on. */
export function keyAtCursor(state: State): KeyRow | undefined {
  const { screen } = state;
  return screen.kind === 'keysSeen' ? keyRows(state)[screen.list.row] : undefined;
}

export function keySwitchingOf({ listed }: Pick<KeyRow, 'listed'>): KeySwitching {
  return listed?.status === 'Disabled' ? 'enable' : 'disable';
}

/** Null where D can be used; else why not, as part of a sentence. */
export function keySwitchingRefusal(state: State): string | null {
  const { session, settings, serviceKeys, offers } = state;
  if (session.mode === 'read-only') return 'read-only: nothing is changed';
  if (settings.label.isReadOnly) return 'this organisation is read-only in its settings (:)';
  const key = keyAtCursor(state);
  if (key === undefined) return 'no key is under the cursor';
  const does = keySwitchingOf(key);
  if (serviceKeys.withdrawn.has(does)) return `the service does not know how to ${does} keys`;
  if (offers.found === null) return "the service's definition is not read yet";
  if (!offers.found.has(`${does} enrolment key`)) return `the service's definition names no way to ${does} a key`;
  return key.listed === null || key.id === null ? 'the service does not list this key' : null;
}
