/** The registry of screens, and what they speak of. */
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Binding } from '../../src/screens/screen-definition.ts';
import { screens } from '../../src/screens/screens.ts';
import { gallery } from './gallery.ts';
import { painterOf } from './looks.tsx';

test('each kind in the registry has a picture', () => {
  const shown = Object.values(gallery)
    .map((make) => make())
    .flatMap(({ overlay, prompt, screen }) => (overlay === null ? [screen.kind, prompt?.kind] : [overlay.kind]));
  expect(Object.keys(screens).filter((kind) => !new Set<string | undefined>(shown).has(kind))).toEqual([]);
});

test('keys that a screen offers on another one stand there, each before the binding that it names', () => {
  for (const { on, title, before, bindings } of Object.values(screens).flatMap(({ offers = [] }) => offers)) {
    const all = screens[on].keys.find((group) => group.title === title)?.bindings ?? [];
    const later = all.slice(all.indexOf(bindings[0] as Binding) + bindings.length);
    expect(all).toEqual(expect.arrayContaining([...bindings]));
    if (before !== undefined) expect(later.map(({ action }) => action.kind)).toContain(before);
  }
});

describe('screens of disabling and of enabling never speak of a deletion: each says what it is, at every size', () => {
  const names = Object.keys(gallery).filter((name) =>
    /^(disabling|enabling|review to|review, turned|quit, while)/.test(name),
  );

  test.each(names)('%s', (name) => {
    const paint = painterOf(gallery[name] ?? (() => expect.unreachable(name)));
    const sizes = [
      { columns: 40, rows: 12 },
      { columns: 80, rows: 24 },
      { columns: 200, rows: 50 },
    ];
    const text = stripVTControlCharacters(sizes.map(paint).join('\n'));
    // A typed text that was not the phrase is shown as it was typed.
    expect(text.replaceAll(/^.*> delete 3.*$/gm, '')).not.toMatch(/delet/i);
  });

  test('there are such screens', () => {
    expect(names.length).toBeGreaterThan(20);
  });
});
