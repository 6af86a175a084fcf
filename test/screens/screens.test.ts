/** The gallery has a picture of every screen, overlay and prompt. */
import { expect, test } from 'vitest';
import { screens } from '../../src/screens/screens.ts';
import { gallery } from './gallery.ts';

test('each kind in the registry has a picture', () => {
  const shown = Object.values(gallery)
    .map((make) => make())
    .flatMap(({ overlay, prompt, screen }) => (overlay === null ? [screen.kind, prompt?.kind] : [overlay.kind]));
  expect(Object.keys(screens).filter((kind) => !new Set<string | undefined>(shown).has(kind))).toEqual([]);
});
