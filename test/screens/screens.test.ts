/** The registry of screens. */
import { expect, test } from 'vitest';
import type { Binding } from '../../src/screens/keys/binding.ts';
import { screens } from '../../src/screens/screens.ts';
import { gallery } from './gallery.ts';

test('each kind in the registry has a picture', () => {
  const shown = Object.values(gallery)
    .map((make) => make())
    .flatMap(({ overlay, prompt, screen }) => (overlay === null ? [screen.kind, prompt?.kind] : [overlay.kind]));
  expect(Object.keys(screens).filter((kind) => !new Set<string | undefined>(shown).has(kind))).toEqual([]);
});

test('keys that a screen offers on another one stand there, each before the binding that it names', () => {
  for (const { on, title, before, bindings } of Object.values(screens).flatMap(({ offers = [] }) => offers)) {
    const all = screens[on].keys.find((group) => group.title === title)?.bindings ?? [];
    const next = all[all.indexOf(bindings[0] as Binding) + bindings.length];
    expect(all).toEqual(expect.arrayContaining([...bindings]));
    expect(next?.action.kind).toBe(before);
  }
});
