/** A form for the marked systems: its place for them, values that they have, names of fields in texts, and its review. */
import { describe, expect, test } from 'vitest';
import { forMarks, isMarksPlace } from '../../../../src/state/explorer/form/shapes.ts';
import {
  completedTexts,
  exampleSystem,
  fieldNamesFor,
  filledExample,
  valuesAmongMarks,
} from '../../../../src/state/explorer/form/marked-systems.ts';
import { noMarks, withMarked } from '../../../../src/state/fleet/marks/marks.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { aDefinition, operationIn } from '../../../support/definition.ts';
import { aStateOf, aSystem } from '../../../support/make.ts';
import { type Filling, filling } from './filling.ts';

const ids = { type: 'array', items: { type: 'string' } };
const body = (properties: object, required: readonly string[] = []): object => {
  const schema = { type: 'object', properties, required };
  return { requestBody: { required: required.length > 0, content: { 'application/json': { schema } } } };
};
const text = { type: 'string' };
const definition = aDefinition({
  'PATCH /org/{orgId}/systems/{systemId}': body({ description: text, osVersion: text }),
  'POST /org/{orgId}/systems/{systemId}/reset': {},
  'GET /org/{orgId}/systems/{systemId}': {},
  'POST /org/{orgId}/tags': body({ name: text, systemIds: { ...ids, maxItems: 2 } }),
  'POST /org/{orgId}/groups': body({ systems: ids }),
  'POST /org/{orgId}/purge': body({ systems: text }),
  'POST /groups': body({ systemIds: ids }),
  'POST /org/{orgId}/csv': {
    requestBody: { content: { 'text/csv': { schema: { type: 'object', properties: { systemIds: ids } } } } },
  },
  'POST /org/{orgId}/ping': {},
  'PUT /org/{orgId}/systems/{systemId}/place': body({ rack: text }, ['rack']),
  'POST /org/{orgId}/racks': body({ rack: text, systemIds: ids }, ['rack', 'systemIds']),
  'POST /org/{orgId}/systems/delete': body({ systemIds: ids }),
});

const systems = [
  aSystem({ systemId: 'S1', hostname: 'web-1', description: 'till', osVersion: '12' }),
  aSystem({ systemId: 'S2', hostname: 'web-2', description: 'kiosk', osVersion: '13' }),
  aSystem({ systemId: 'S3', hostname: null, description: 'kiosk', osVersion: null }),
];

function formOf(id: string, marked = systems): Filling {
  const state = aStateOf(systems, { marks: withMarked(noMarks, marked, { by: 'hand' }) });
  const operation = operationIn(definition, id);
  const marks = forMarks(definition, operation) ?? expect.fail();
  return filling({ ...state, definition: { ...state.definition, definition } }).does({
    ...{ kind: 'operationOpened', operation, known: {}, marks },
  });
}

const patch = formOf('PATCH /org/{orgId}/systems/{systemId}');

test.each<[string, object | null]>([
  ['PATCH /org/{orgId}/systems/{systemId}', { kind: 'path', parameter: 'path systemId' }],
  ['POST /org/{orgId}/systems/{systemId}/reset', { kind: 'path', parameter: 'path systemId' }],
  ['GET /org/{orgId}/systems/{systemId}', null],
  ['POST /org/{orgId}/tags', { kind: 'list', field: 'systemIds', max: 2 }],
  ['POST /org/{orgId}/groups', { kind: 'list', field: 'systems', max: null }],
  ['POST /org/{orgId}/purge', null],
  ['POST /groups', null],
  ['POST /org/{orgId}/csv', null],
  ['POST /org/{orgId}/ping', null],
])('%s has this place for the marked systems: %j', (id, place) => {
  expect(forMarks(definition, operationIn(definition, id))).toEqual(place);
});

test.each(['PUT /org/{orgId}/systems/{systemId}/place', 'POST /org/{orgId}/racks'])(
  '%s is not reviewed without the fields that its body must have, but for the marked systems',
  (id) => {
    const refused = formOf(id).presses('Send');
    expect(refused.effects).toEqual([]);
    expect(refused.screen().faults).toEqual([{ path: ['body', 'rack'], message: '"rack" must be set in the body.' }]);
    expect(refused.on('rack').types('4').presses('Send').effects).toMatchObject([{ kind: 'openEditReview' }]);
  },
);

test('the place of the marked systems is the field that no key sets', () => {
  const [path, list] = [
    { kind: 'path', parameter: 'path id' } as const,
    { kind: 'list', field: 'ids', max: 1 } as const,
  ];
  expect([
    ...[isMarksPlace(path, ['path id']), isMarksPlace(path, ['path id', 0]), isMarksPlace(path, ['path other'])],
    ...[isMarksPlace(list, ['body', 'ids']), isMarksPlace(list, ['body', 'name']), isMarksPlace(list, ['body'])],
    ...[isMarksPlace(list, ['query q', 'ids']), isMarksPlace(null, ['body', 'ids'])],
  ]).toEqual([true, false, false, true, false, false, false, false]);
});

test('the values of a field are counted, the most frequent first, and systems without it by themselves', () => {
  expect(valuesAmongMarks(patch.shown(), ['body', 'description']).counts).toEqual([
    ['kiosk', 2],
    ['till', 1],
  ]);
  const { counts, without } = valuesAmongMarks(patch.shown(), ['body', 'osVersion']);
  expect([counts.length + without, valuesAmongMarks(patch.shown(), ['body', 'no such'])]).toEqual([
    ...[3, { counts: [], without: 3 }],
  ]);
  const list = formOf('POST /org/{orgId}/groups');
  for (const [form, path] of [
    [patch, ['body', 'description', 0]],
    [patch, ['query q', 'description']],
    [list, ['body', 'description']],
  ] as const)
    expect(valuesAmongMarks(form.shown(), path)).toEqual({ counts: [], without: 0 });
});

describe('a text', () => {
  const { state } = patch;
  const inPath = { kind: 'path', parameter: 'path systemId' } as const;

  test('is shown filled in for the system under the cursor, or for the first marked one', () => {
    expect(exampleSystem(state)?.systemId).toBe('S1');
    const other = formOf('PATCH /org/{orgId}/systems/{systemId}', systems.slice(1)).state;
    expect([exampleSystem(other)?.systemId, exampleSystem(aStateOf(systems))]).toEqual(['S2', undefined]);
    expect(filledExample(state, inPath, 'on {hostname}')).toMatchObject({ text: 'on web-1', missing: null });
    expect(filledExample(state, inPath, 'on {nothing}')).toMatchObject({
      missing: 'web-1 has no "nothing". For the text itself type {{nothing}}.',
    });
    expect([filledExample(state, inPath, 'plain'), filledExample(aStateOf(systems), inPath, '{hostname}')]).toEqual([
      null,
      null,
    ]);
  });

  test.each<[string, string[]]>([
    ['on {HOST', ['on {hostname}']],
    ['{hostname}{os', ['{hostname}{osVersion}']],
    ['{{{host', ['{{{hostname}']],
    ['{{host', []],
    ['plain', []],
    ['{hostname}', []],
  ])('%j goes on with %j', (start, expected) => {
    expect(completedTexts(state, start)).toEqual(expected);
  });

  test('is completed by a key, through every field that begins so, and round again', () => {
    const tab: Action = { kind: 'operationTextCompleted' };
    const after = (text: string, times: number): unknown => {
      const open = patch.on('description').enters().does({ kind: 'textEdited', text });
      const form = open.does(...Array<Action>(times).fill(tab));
      return form.said() === '' ? form.screen().typing?.text : form.said();
    };
    expect(after('on {host', 1)).toBe('on {hostname}');
    const [one, other, ...more] = [1, 2, 3, 4, 5, 6, 7, 8].map((times) => after('{s', times));
    expect([one === other, more.includes(one)]).toEqual([false, true]);
    expect(after('plain', 1)).toBe('{ begins a field of the system, such as {hostname}; {{ is a brace.');
  });

  test('of one request for all names no field of a system, and its key says so', () => {
    const inList = { kind: 'list', field: 'systems', max: null } as const;
    const missing = 'One request for all has one text: no {hostname}. For the text itself type {{hostname}}.';
    expect(filledExample(state, inList, 'on {hostname}')).toMatchObject({ system: null, missing });
    expect(filledExample(state, inList, 'on {{x}}')).toMatchObject({ system: null, text: 'on {x}', missing: null });
    const open = formOf('POST /org/{orgId}/racks').on('rack').enters().does({ kind: 'textEdited', text: '{' });
    const tab = open.does({ kind: 'operationTextCompleted' });
    expect([tab.said(), tab.screen().typing?.text]).toEqual([
      ...['One request for all has one text, without fields of systems; {{ is a brace.', '{'],
    ]);
  });

  test('names fields with one value alone', () => {
    const names = fieldNamesFor(state);
    expect(names).toEqual(expect.arrayContaining(['hostname', 'systemId', 'description']));
    for (const name of ['tags', 'isEnabled', 'customDns']) expect(names).not.toContain(name);
    expect(fieldNamesFor(aStateOf(systems))).toEqual([]);
  });
});

describe('the review', () => {
  const sends = (form: Filling): Filling => form.presses('Send');
  const unmarked = (state: State): Filling => filling({ ...state, marks: { ...state.marks, marked: noMarks } });

  test('is of the edit as it is filled in', () => {
    const [effect] = sends(
      formOf('PATCH /org/{orgId}/systems/{systemId}', systems.slice(0, 2)).on('description').types('on {hostname}'),
    ).effects;
    expect(effect).toMatchObject({
      ...{ kind: 'openEditReview', does: 'change' },
      edit: { systemParameter: 'path systemId', listField: null, values: { body: { description: 'on {hostname}' } } },
    });
    const [list] = sends(formOf('POST /org/{orgId}/groups')).effects;
    expect(list).toMatchObject({ edit: { systemParameter: null, listField: 'systems' } });
    expect(sends(formOf('POST /org/{orgId}/systems/{systemId}/reset')).effects).toMatchObject([
      { does: 'heavyChange' },
    ]);
  });

  test.each<[string, Filling, string]>([
    ['nothing marked', unmarked(patch.state), 'No system is marked any more.'],
    [
      'more than one request names',
      formOf('POST /org/{orgId}/tags'),
      'One request names at most 2 systems, and 3 are marked.',
    ],
    [
      'a deletion',
      formOf('POST /org/{orgId}/systems/delete'),
      'This would delete systems: d in the list reviews that.',
    ],
  ])('is refused with %s', (_, form, message) => {
    const { effects, state } = sends(form);
    expect([effects, state.notice]).toEqual([[], { kind: 'warning', text: message }]);
  });

  test.each([
    [
      'a field of a system in one request for all',
      'POST /org/{orgId}/racks',
      'on {hostname}',
      'One request for all has',
    ],
    ['a name that is not closed, in one request for all', 'POST /org/{orgId}/racks', 'on {hostname', 'A { or } stands'],
    ['a name that is not closed', 'PATCH /org/{orgId}/systems/{systemId}', 'on {hostname', 'A { or } stands alone.'],
    ['a name that is not opened', 'PATCH /org/{orgId}/systems/{systemId}', 'on hostname}', 'A { or } stands alone.'],
  ] as const)('is refused with %s', (_, id, text, message) => {
    const { effects, state } = sends(
      formOf(id)
        .on(id.endsWith('racks') ? 'rack' : 'description')
        .types(text),
    );
    expect([effects, state.notice]).toEqual([
      [],
      { kind: 'warning', text: expect.stringContaining(message) as unknown },
    ]);
  });

  test('is refused where a system lacks the named field', () => {
    const lacking = sends(patch.on('description').types('{hostname}'));
    expect([lacking.effects.length, lacking.said()]).toEqual([0, expect.stringContaining('hostname')]);
  });
});
