/** Why a key cannot be used: each reason, with the screens and the keys that give it in some state of the gallery. */
import { expect, test } from 'vitest';
import { keyLabel, refusalFor } from '../../src/screens/screen-definition.ts';
import { activeGroups } from '../../src/screens/screens.ts';
import { gallery } from './gallery.ts';
import { refusals } from './refusals.ts';

test('the states of the gallery give these reasons, and no others', () => {
  const given = new Map<string, Map<string, Set<string>>>();
  for (const state of Object.values(gallery).map((make) => make())) {
    const on = state.overlay?.kind ?? state.screen.kind;
    for (const binding of activeGroups(state).flatMap(({ bindings }) => bindings)) {
      const why = refusalFor(binding, state);
      if (why === null || binding.keys[0] === undefined) continue;
      const screens = given.get(why) ?? new Map<string, Set<string>>();
      given.set(why, screens.set(on, (screens.get(on) ?? new Set()).add(keyLabel(binding.keys[0]))));
    }
  }
  const keysOn = (screens: ReadonlyMap<string, ReadonlySet<string>>): string =>
    Array.from(screens, ([on, keys]) => `${on} ${[...keys].sort().join(' ')}`)
      .sort()
      .join(', ');
  const found = Array.from(given, ([why, screens]) => [why, keysOn(screens)] as const);
  expect(Object.fromEntries(found)).toEqual(refusals);
});
