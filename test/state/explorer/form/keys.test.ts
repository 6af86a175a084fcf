/** Keys on the fields of a form: what each does with a field of each kind, and what it says where it does nothing. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../../src/api/exact-json.ts';
import { copyTexts } from '../../../../src/state/explorer/form/sending.ts';
import { baseUrl } from '../../../support/make.ts';
import { aForm, editorAnswered, type Filling, type Key } from './filling.ts';

const key = aForm('POST /org/{orgId}/enrolment-keys');
const systems = aForm('GET /org/{orgId}/systems');

test.each<[Key, string, Json | undefined, string]>([
  ['Turned', 'isReusable', true, ''],
  ['Turned', 'type', 'GeneralPurpose', ''],
  ['Turned', 'tags', undefined, 'enter sets this field.'],
  ['Turned', 'autoExpire', undefined, 'enter sets this field.'],
  ['Turned', 'description', undefined, 'enter sets this field.'],
  ['Turned', 'usesRemaining', undefined, 'enter sets this field.'],
  ['Turned', 'extra', undefined, 'enter sets this field.'],
  ['Nulled', 'usesRemaining', null, ''],
  ['Nulled', 'extra', null, ''],
  ['Nulled', 'description', undefined, '"description" cannot be null. b writes JSON, where it can.'],
  [
    'Nulled',
    'disconnectedRetentionMinutes',
    undefined,
    '"disconnectedRetentionMinutes" cannot be null. b writes JSON, where it can.',
  ],
  ['Unset', 'description', undefined, 'It is not set.'],
])('%s on %s makes it %j, and says %j', (pressed, field, value, message) => {
  const form = key.on(field).presses(pressed);
  const body = form.body() as Readonly<Record<string, Json>> | undefined;
  expect([body?.[field], form.said()]).toEqual([value, message]);
});

test('a key that turns goes through the values, and says where there is nothing to turn', () => {
  const turns = (field: string, times: number) => {
    const form = key.on(field).presses(...Array<Key>(times).fill('Turned'));
    return [(form.body() as Readonly<Record<string, Json>>)[field], form.said()];
  };
  expect([turns('isReusable', 2), turns('type', 2), turns('type', 3)]).toEqual([
    [false, ''],
    ['Ephemeral', ''],
    ['GeneralPurpose', ''],
  ]);
});

describe('a parameter', () => {
  test('of the open organisation is set by no key, and is never null', () => {
    for (const pressed of ['Turned', 'Nulled', 'Unset'] as const) {
      expect(systems.on('orgId').presses(pressed).said()).toMatch(/^This is the open organisation/);
    }
    expect(systems.on('orgId').enters().said()).toMatch(/^This is the open organisation/);
    expect(systems.on('search').presses('Nulled').said()).toBe('A parameter cannot be null. - leaves it out.');
  });

  test('is set, left as it was, and removed', () => {
    const set = systems.on('per_page').types('20');
    expect([set.parameter('query per_page'), set.presses('Unset').parameter('query per_page')]).toEqual([
      20,
      undefined,
    ]);
    expect(systems.on('per_page').types(' ').parameter('query per_page')).toBeUndefined();
    const open = set.enters().does({ kind: 'textEdited', text: '30' });
    const left = open.back();
    expect([left.parameter('query per_page'), left.said()]).toEqual([20, '']);
    expect(left.enters().screen().typing?.text).toBe('20');
    expect(left.enters().writes('40').enters().screen().typing?.text).toBe('40');
  });

  test('that is a list is typed in a line, and takes no open quotation mark', () => {
    expect(systems.on('states').types('a, "b, c"').parameter('query states')).toEqual(['a', 'b, c']);
    const open = systems.on('states').types('a, "b');
    expect([open.said(), open.parameter('query states')]).toEqual([
      ...['A quotation mark is not closed, or a comma is missing after one.', undefined],
    ]);
  });
});

describe('enter', () => {
  const screenOf = (field: string, isInPlace = false) => key.on(field).enters(isInPlace).screen();

  test('types, chooses, or opens the editor', () => {
    expect([screenOf('description').typing, screenOf('tags').typing]).toMatchObject([{ text: '' }, { text: '' }]);
    expect([screenOf('tags', true).typing, screenOf('autoExpire', true).typing]).toMatchObject([
      { text: '' },
      { text: '' },
    ]);
    expect(key.on('autoExpire').enters().effects).toMatchObject([{ kind: 'editOperation', as: 'json' }]);
    expect(key.on('type').enters().state.overlay).toMatchObject({ kind: 'operationChoice', typed: null });
    expect(key.on('isReusable').enters().body()).toEqual({ isReusable: true });
    expect(key.on('extra').enters().effects).toMatchObject([{ kind: 'editOperation', as: 'json' }]);
    expect(key.on('extra').enters().edits('"a"').body()).toEqual({ extra: 'a' });
    const long = key.on('description').enters().does({ kind: 'operationTextOpened' });
    expect(long.effects.at(-1)).toMatchObject({ kind: 'editOperation', as: 'text', text: '' });
    const [left, effect] = [
      key.on('description').enters().does({ kind: 'textEdited', text: 'x' }).back(),
      long.effects.at(-1),
    ];
    if (effect?.kind !== 'editOperation') throw new Error('No editor is open.');
    const written = left.does(Object.assign(editorAnswered(effect.id, effect.path, 'y\n'), { as: 'text' }));
    expect([written.body(), written.enters().screen().typing?.text]).toEqual([{ description: 'y' }, 'y']);
    expect(key.on('extra').enters().edits('{').said()).toMatch(/; enter opens it again\.$/);
  });

  test('in a choice takes a value, and its filter narrows the values', () => {
    const open = key.on('type').enters();
    expect(open.chooses(1).body()).toEqual({ type: 'Ephemeral' });
    const filtering = open.does({ kind: 'operationChoiceFiltered' }, { kind: 'textEdited', text: 'eph' });
    expect(filtering.does({ kind: 'operationChosen' }).body()).toEqual({ type: 'Ephemeral' });
    expect(filtering.back().state.overlay).toMatchObject({ typed: null });
    expect(filtering.back().back().state.overlay).toBeNull();
    expect(key.does({ kind: 'operationChosen' }).screen()).toEqual(key.screen());
    const own = open.does({ kind: 'operationChoiceFiltered' }, { kind: 'textEdited', text: 'Own' });
    expect(own.does({ kind: 'operationChosen' }).body()).toEqual({ type: 'Own' });
  });
});

test('a call that is not complete is copied with names in the places of values', () => {
  const whats = (form: Filling) => copyTexts(form.shown()).map(({ what, lines }) => [what, lines?.[0]]);
  const [blank = expect.fail(), address] = whats(aForm('GET /org/{orgId}/systems/{systemId}'));
  expect([blank[0], address]).toEqual([
    'curl for sh, bash, zsh and fish, with names as values',
    ['address, as the definition writes it', `${baseUrl}/org/{orgId}/systems/{systemId}`],
  ]);
  const whole = whats(key.on('description').types('tills'));
  expect(whole.map(([what]) => what)).toEqual(['curl, for sh, bash, zsh and fish', 'address', 'body']);
  expect(whole[1]?.[1]).toBe(`${baseUrl}/org/N1/enrolment-keys`);
  expect(whats(systems.on('include_disabled').presses('Turned')).map(([what]) => what)).toEqual([
    'curl, for sh, bash, zsh and fish',
    'address',
  ]);
});
