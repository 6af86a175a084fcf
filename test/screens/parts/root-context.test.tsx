import { renderToString, Text } from 'ink';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { type Tone, ThemeContext, useTones } from '../../../src/screens/parts/root-context.ts';
import { faultRemark, RemarkLine } from '../../../src/screens/parts/field.tsx';
import { clean } from '../../../src/screens/text/clean.ts';
import type { Theme } from '../../../src/state/session/profile-settings.ts';

// Read once, when Ink is loaded: without it nothing is coloured outside a terminal.
vi.hoisted(() => {
  process.env['FORCE_COLOR'] = '1';
});

const tones: readonly Tone[] = ['plain', 'dim', 'accent', 'good', 'warning', 'danger'];

function Toned({ tone }: { readonly tone: Tone }): ReactNode {
  return (
    <Text bold={tone === 'danger'} {...useTones()[tone]}>
      x
    </Text>
  );
}

/** Parameters of Select Graphic Rendition before an x (ECMA-48, 8.3.117). */
function styleOf(node: ReactNode, theme: Theme): string {
  const drawn = renderToString(<ThemeContext value={theme}>{node}</ThemeContext>);
  return Array.from(drawn.slice(0, drawn.indexOf('x')).matchAll(/(\d+)m/g), ([, code]) => code).join(' ');
}

const styled = (theme: Theme): string[] => tones.map((tone) => styleOf(<Toned tone={tone} />, theme));

test('every tone has its own style on a dark background, in the sixteen colours of the terminal', () => {
  expect(styled('dark')).toEqual(['', '97 2', '36', '32', '33', '1 91']);
});

test('on a light background, a colour is never bold: some terminals would draw it brighter', () => {
  expect(styled('light')).toEqual(['', '90', '34', '34', '35', '31']);
});

test('where colours are not wanted there are none; dim and bold are no colours', () => {
  expect(styled('none')).toEqual(['', '2', '', '', '', '1']);
});

test('a mistake in a field is a warning, and a text that more letters may correct is not', () => {
  const styleOfRemark = (isUnfinished: boolean, isRefused: boolean): string => {
    const remark = faultRemark({ message: 'x', isUnfinished }, isRefused, '');
    return styleOf(<RemarkLine remark={{ ...remark, text: clean('x') }} columns={20} />, 'dark');
  };
  const [, dim, , , warning] = styled('dark');
  expect([styleOfRemark(false, false), styleOfRemark(true, true), styleOfRemark(true, false)]).toEqual([
    ...[warning, warning, dim],
  ]);
});
