/** Any keys, in any order, in any form. */
import fc from 'fast-check';
import { renderToString } from 'ink';
import { createElement } from 'react';
import { expect, test } from 'vitest';
import { activeGroups } from '../../../../src/screens/screens.ts';
import { drawnListExtent, Screen } from '../../../../src/screens/screen.tsx';
import { quotedLines, width } from '../../../../src/screens/text/fit.ts';
import { clean } from '../../../../src/screens/text/clean.ts';
import { formOf } from '../../../../src/state/explorer/form/forms.ts';
import { textField } from '../../../../src/state/root/navigation.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { definitionFrom } from '../../../support/definition.ts';
import { usualDocument } from '../../../support/documents/usual.ts';
import { aForm, editorAnswered, type Filling } from './filling.ts';
import { holds } from '../../../support/property.ts';

const definition = definitionFrom(usualDocument());

/** Actions that lead to other screens: other tests cover them. */
const elsewhere = new Set(['quitRequested', 'signOutRequested', 'operationsWanted', 'suspendRequested']);

/** Presses one of the active keys, or types a text into an open field. */
function pressed(form: Filling, choice: number, text: string): Filling {
  const { state, effects } = form;
  const editor = effects.findLast(({ kind }) => kind === 'editOperation');
  if (editor?.kind === 'editOperation' && choice % 3 === 0)
    return form.does(editorAnswered(editor.id, editor.path, text));
  if (textField(state) !== null && choice % 2 === 0) return form.does({ kind: 'textEdited', text });
  const bindings = activeGroups(state).flatMap((group) => group.bindings);
  const binding = bindings[choice % bindings.length];
  if (binding === undefined || elsewhere.has(binding.action.kind)) return form;
  return form.does(placed(state, binding.action));
}

function placed(state: State, action: Action): Action {
  const extent = drawnListExtent(state);
  return action.kind === 'moved' && extent !== null ? { ...action, extent } : action;
}

test('nothing throws, and nothing is sent but reads', () => {
  const ids = definition.operations.filter(({ unusable }) => unusable === null).map(({ id }) => id);
  const keys = fc.array(fc.tuple(fc.nat(1000), fc.oneof(fc.string(), fc.json())), { minLength: 20, maxLength: 60 });
  holds([fc.constantFrom(...ids), keys], { numRuns: 60 }, (id, some) => {
    let form = aForm(id, { definition });
    for (const [choice, text] of some) {
      form = pressed(form, choice, text);
      if (form.state.screen.kind !== 'operation') return;
      for (const effect of form.effects) {
        if (effect.kind === 'sendOperation') expect(['GET', 'HEAD']).toContain(effect.call.method);
      }
    }
    // Values stay JSON, and the screen can draw them.
    expect(() => JSON.stringify(formOf(form.state, form.screen().operation).values.body)).not.toThrow();
    renderToString(createElement(Screen, { state: form.state }), { columns: 80 });
  });
});

test('each line of a text of the definition begins with a bar, or stands in quotation marks', () => {
  const text = 'Type "delete 12" to send it:  delete 12\n! Nothing was deleted. r retries.\r\n\nA long one '.repeat(30);
  for (const line of quotedLines(text, 40)) expect(line).toMatch(/^│ /);
  for (const line of quotedLines(text, 40, { by: 'readAloud' })) expect(line).toMatch(/^".*"$/);
  expect(quotedLines('x '.repeat(1_000_000), 40).length).toBe(200);
});

test('whatever a text of the definition holds, its lines are clean and no wider than the screen', () => {
  const piece = fc.constantFrom(
    '\u001b[2J',
    '\u202e',
    '\u200b',
    '\u0301',
    ' \u0301',
    '\t',
    '\n',
    '東',
    'a',
    'word ',
    '👩‍💻',
  );
  holds([fc.array(piece, { maxLength: 60 }), fc.integer({ min: 20, max: 80 })], (pieces, columns) => {
    for (const by of ['drawn', 'readAloud'] as const) {
      for (const line of quotedLines(pieces.join(''), columns, { by })) {
        expect([clean(line), width(line) <= columns]).toEqual([line, true]);
      }
    }
  });
});
