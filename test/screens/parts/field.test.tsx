/** A text field. */
import { render } from 'ink-testing-library';
import { expect, test } from 'vitest';
import { FieldContext, type FieldLink } from '../../../src/screens/parts/root-context.ts';
import { Field } from '../../../src/screens/parts/field.tsx';
import { clean } from '../../../src/screens/text/clean.ts';

const label = clean('name');

function withCaretAt(at: number): FieldLink {
  const nothing = (): void => undefined;
  return { caret: { at: () => at, subscribe: () => nothing }, token: { offered: () => '', subscribe: () => nothing } };
}

function drawn(value: string, at = value.length): string {
  const field = <Field label={label} value={value} columns={24} />;
  return render(<FieldContext value={withCaretAt(at)}>{field}</FieldContext>).lastFrame() ?? '';
}

test('shows what is typed', () => {
  expect(drawn('web-1')).toBe('name web-1');
  expect(drawn('web-1', 2)).toBe('name web-1');
});

test('shows dots in place of a secret', () => {
  const { lastFrame, frames } = render(<Field label={label} value="s3cret" columns={24} isSecret />);
  expect(lastFrame()).toContain('••••••');
  expect(frames.join('')).not.toContain('s3cret');
});

test('shows the end of a text that is wider than its line', () => {
  expect(drawn('x'.repeat(40) + 'end')).toMatch(/^name x+end\s*$/);
  expect(drawn('x'.repeat(40) + 'end').trimEnd().length).toBeLessThanOrEqual(24);
});

test('shows of such a text what is before the caret, wherever that is', () => {
  expect(drawn(`start${'x'.repeat(40)}`, 0)).toBe(`name start${'x'.repeat(14)}`);
  expect(drawn(`${'x'.repeat(40)}middle${'y'.repeat(40)}`, 46)).toMatch(/^name x+middley$/);
});

test('shows as much of a note as has room beside the text', () => {
  const note = clean('  ! not a word');
  const about = { label, value: 'one two three four', columns: 40, note };
  expect(render(<Field {...about} />).lastFrame()).toMatch(/^name one two three four {3}! not a/);
});

test('shows no half of a wide character', () => {
  expect(drawn('東'.repeat(20))).toBe(`name ${'東'.repeat(9)}`);
});
