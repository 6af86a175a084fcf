import { renderToString, Text } from 'ink';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { ColourContext, type Tone, useTones } from '../../../src/screens/parts/root-context.ts';

// Read once, when Ink is loaded: without it nothing is coloured outside a terminal.
vi.hoisted(() => {
  process.env['FORCE_COLOR'] = '1';
});

const tones: readonly Tone[] = ['plain', 'dim', 'accent', 'good', 'warning', 'danger'];

function Toned({ tone }: { readonly tone: Tone }): ReactNode {
  return <Text {...useTones()[tone]}>x</Text>;
}

const styled = (areWanted: boolean): string[] =>
  tones.map((tone) =>
    renderToString(
      <ColourContext value={areWanted}>
        <Toned tone={tone} />
      </ColourContext>,
    ),
  );

test('every tone has its own style, in the sixteen colours of the terminal', () => {
  expect(styled(true)).toEqual([
    'x',
    '\u001b[2mx\u001b[22m',
    '\u001b[36mx\u001b[39m',
    '\u001b[32mx\u001b[39m',
    '\u001b[33mx\u001b[39m',
    '\u001b[31mx\u001b[39m',
  ]);
});

test('where colours are not wanted there are none; dim is no colour', () => {
  expect(styled(false)).toEqual(['x', '\u001b[2mx\u001b[22m', 'x', 'x', 'x', 'x']);
});
