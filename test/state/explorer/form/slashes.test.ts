import { expect, test } from 'vitest';
import { maskedUrl } from '../../../../src/api/calls/masked-call.ts';
import { planOf, shownForm } from '../../../../src/state/explorer/form/forms.ts';
import { aDefinition } from '../../../support/definition.ts';
import { aForm, type Filling } from './filling.ts';

const text = { type: 'string' };
const inPath = (name: string, more: object = {}) => ({ name, in: 'path', required: true, schema: text, ...more });
const definition = aDefinition({
  'GET /contents/{path}': { parameters: [inPath('path')] },
  'PUT /contents/{path}': { parameters: [inPath('path')] },
  'GET /files/{path}': { parameters: [inPath('path', { allowReserved: true })] },
  'GET /refs/{ref}': { parameters: [inPath('ref', { schema: { enum: ['heads/main', 'v1'] } })] },
  'GET /vault/{password}': { parameters: [inPath('password', { schema: { ...text, format: 'password' } })] },
});

function form(id: string): Filling {
  return aForm(id, { definition });
}

/** Answers the open question: encoded, or as it is. */
function answers(filling: Filling, how: 'encoded' | 'as it is'): Filling {
  expect(filling.state.overlay?.kind).toBe('operationSlashes');
  const down = how === 'encoded' ? [] : [{ kind: 'moved', motion: 'down' } as const];
  return filling.does(...down, { kind: 'operationSlashesChosen' });
}

function sentTo(filling: Filling): string {
  const effect = filling.presses('Send').effects.findLast(({ kind }) => kind === 'sendOperation');
  return effect?.kind === 'sendOperation' ? maskedUrl(effect.call) : '';
}

test('a typed value with a slash asks once, and is sent as the answer says', () => {
  const typed = form('GET /contents/{path}').on('path').types('src/main.ts');
  expect(typed.parameter('path path')).toBeUndefined();
  expect(sentTo(answers(typed, 'encoded'))).toMatch(/\/contents\/src%2Fmain\.ts$/);
  const kept = answers(typed, 'as it is');
  expect(kept.parameter('path path')).toBe('src/main.ts');
  expect(kept.screen().typing).toBeNull();
  expect(sentTo(kept)).toMatch(/\/contents\/src\/main\.ts$/);
  expect(kept.presses('Undone').parameter('path path')).toBeUndefined();
});

test('esc goes back to the typed line, and sets nothing', () => {
  const left = form('GET /contents/{path}').on('path').types('src/main.ts').does({ kind: 'overlayClosed' });
  expect(left.screen().typing?.text).toBe('src/main.ts');
  expect(left.parameter('path path')).toBeUndefined();
});

test('another value asks again', () => {
  const first = answers(form('GET /contents/{path}').on('path').types('a/b'), 'as it is');
  expect(first.on('path').types('a/c').state.overlay?.kind).toBe('operationSlashes');
  expect(first.on('path').types('plain').state.overlay).toBeNull();
});

test('a value that was chosen is asked about at Send', () => {
  const chosen = form('GET /refs/{ref}').on('ref').enters().chooses(0);
  expect(chosen.parameter('path ref')).toBe('heads/main');
  const asked = chosen.presses('Send');
  expect(asked.effects.some(({ kind }) => kind === 'sendOperation')).toBe(false);
  expect(sentTo(answers(asked, 'as it is'))).toMatch(/\/refs\/heads\/main$/);
});

test('nothing is asked where the definition says it, and where a value leads elsewhere', () => {
  const reserved = form('GET /files/{path}').on('path').types('a/b');
  expect(reserved.state.overlay).toBeNull();
  expect(sentTo(reserved)).toMatch(/\/files\/a\/b$/);
  const odd = form('GET /contents/{path}').on('path').types('a/../b');
  expect(odd.state.overlay).toBeNull();
  const refused = odd.presses('Send');
  expect(refused.said()).toMatch(/^"path" cannot be "\.\.": that leads to another address\./);
  expect(refused.effects.some(({ kind }) => kind === 'sendOperation')).toBe(false);
});

test('a step with a dangerous word makes the request heavy, and a read asks', () => {
  const put = answers(form('PUT /contents/{path}').on('path').types('a/disable'), 'as it is').presses('Send');
  expect(put.state.request.current?.judged).toMatchObject({ kind: 'heavy', reasons: ['its path says "disable"'] });
  const plain = answers(form('PUT /contents/{path}').on('path').types('a/disable'), 'encoded').presses('Send');
  expect(plain.state.request.current?.judged).toMatchObject({ kind: 'change' });
  const read = answers(form('GET /contents/{path}').on('path').types('a/restart'), 'as it is').presses('Send');
  expect(read.state.overlay).toMatchObject({ kind: 'operationAsked', word: 'restart' });
});

test('a form that is closed keeps no answer with a secret in it', () => {
  const set = answers(form('GET /vault/{password}').on('password').types('correct/horse'), 'as it is');
  expect(shownForm(set.shown()).values.slashes?.size).toBe(1);
  expect(planOf(set.shown()).secrets).toEqual(['correct/horse']);
  const closed = set.back().state;
  const kept = [...closed.operationForm.forms.values()].flatMap(({ values }) => [...(values.slashes?.values() ?? [])]);
  expect(kept).toEqual([]);
});
