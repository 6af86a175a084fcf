import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LazySegmenter } from '../../packaging/lazy-segmenter.ts';
import { holds } from '../support/property.ts';

const granularity = { granularity: 'grapheme' } as const;

test('any text is taken apart as Intl.Segmenter takes it apart', () => {
  const signs = fc.constantFrom(...Array.from(' a~·–‹›…←↑→↓─╿█▓▌▸◂●○◆✓'), '\n', '\u{1B}', '\u0301', '👩‍🔬', '東');
  const texts = fc.oneof(fc.string({ unit: signs }), fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }));
  const [lazy, own] = [new LazySegmenter('en', granularity), new Intl.Segmenter('en', granularity)];
  holds([texts], { numRuns: 1000 }, (text) => {
    const parts = Array.from(lazy.segment(text), ({ segment, index }) => [segment, index]);
    expect(parts).toEqual(Array.from(own.segment(text), ({ segment, index }) => [segment, index]));
    // Lines that are too long for their place are cut by it.
    for (const at of [0, Math.floor(text.length / 2), text.length]) {
      const [one, other] = [lazy.segment(text).containing(at), own.segment(text).containing(at)];
      expect([one?.segment, one?.index]).toEqual([other?.segment, other?.index]);
    }
  });
});
