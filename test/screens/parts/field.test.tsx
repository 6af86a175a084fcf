/** How is a line of text typed? */
import { render } from 'ink-testing-library';
import { type ReactNode, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { FieldContext, type FieldLink } from '../../../src/screens/field-context.ts';
import { Field } from '../../../src/screens/parts/field.tsx';
import { clean } from '../../../src/screens/text/clean.ts';

const label = clean('name');

function linkFor(isFieldsTurn: boolean): FieldLink {
  const nothing = (): void => undefined;
  const token = { offered: () => '', offer: nothing, subscribe: () => nothing };
  return { isFieldsTurnRef: { current: isFieldsTurn }, edit: nothing, token };
}

function Typed({ isSecret = false, isFieldsTurn = true }: { isSecret?: boolean; isFieldsTurn?: boolean }): ReactNode {
  const [value, setValue] = useState('');
  return (
    <FieldContext value={linkFor(isFieldsTurn)}>
      <Field label={label} value={value} columns={24} isSecret={isSecret} onChange={setValue} />
    </FieldContext>
  );
}

test('shows what is typed', async () => {
  const { lastFrame, stdin } = render(<Typed />);
  await vi.waitFor(() => {
    stdin.write('a');
    expect(lastFrame()).toContain('name a');
  });
});

test('shows dots in place of a secret', async () => {
  const { lastFrame, frames, stdin } = render(<Typed isSecret />);
  await vi.waitFor(() => {
    stdin.write('s3cret');
    expect(lastFrame()).toContain('••••••');
  });
  expect(frames.join('')).not.toContain('s3cret');
});

test('leaves a key alone that the keyboard has taken for a command', async () => {
  const keys: string[] = [];
  const { stdin } = render(
    <FieldContext value={linkFor(false)}>
      <Field label={label} value="kept" columns={24} onChange={(text) => keys.push(text)} />
    </FieldContext>,
  );
  await vi.waitFor(() => {
    expect(stdin.listenerCount('readable')).toBeGreaterThan(0);
  });
  stdin.write('u');
  await new Promise((resolve) => setImmediate(resolve));
  expect(keys).toEqual([]);
});

test('shows the end of a text that is wider than its line', () => {
  const { lastFrame } = render(
    <Field label={label} value={'x'.repeat(40) + 'end'} columns={24} onChange={() => undefined} />,
  );
  expect(lastFrame()).toMatch(/^name x+end\s*$/);
  expect(lastFrame()?.trimEnd().length).toBeLessThanOrEqual(24);
});
