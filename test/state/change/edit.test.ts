import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonIn, type JsonObject } from '../../../src/api/exact-json.ts';
import { hiddenText } from '../../../src/api/secrets.ts';
import type { System } from '../../../src/api/system.ts';
import {
  changedAtStake,
  editCall,
  editCallForAll,
  fieldsFound,
  fieldsSent,
  fieldsUsed,
  filledText,
  setsState,
  isHeavyEdit,
  lackingSaid,
  observeFields,
  setsFields,
  observeRecord,
} from '../../../src/state/change/edit.ts';
import { editWritten, lacksSecrets, planOf, writtenEdit } from '../../../src/state/change/journal/written-edit.ts';
import { anEdit, editable } from '../../support/edits.ts';
import { aSystem } from '../../support/make.ts';
import { property } from '../../support/property.ts';

const where = { baseUrl: 'https://api.example', orgId: 'N1' };
const web = aSystem({ systemId: 'S1', hostname: 'web-1', description: 'old', tags: ['b', 'a'] });

function bodyFor(edit = anEdit(), system: System = web): unknown {
  const built = editCall(edit, where, system);
  return built.ok && built.call.body !== null ? jsonIn(built.call.body) : built;
}

describe('a text of an edit', () => {
  test.each([
    ['rack of {hostname}', 'rack of web-1'],
    ['{description} on {hostname}', 'old on web-1'],
    ['{{hostname}}', '{hostname}'],
    ['{enrolmentKeyId}', String(web.enrolmentKeyId)],
    ['no field', 'no field'],
  ])('%s is sent as %s', (text, filled) => {
    expect(bodyFor(anEdit({ body: { description: text } }))).toEqual({ description: filled });
  });

  test('a field may be the word "null"; nothing is no value', () => {
    expect(filledText('{hostname}', aSystem({ hostname: 'null' }))).toEqual({ text: 'null', missing: [] });
    for (const hostname of [null, '', '  ']) {
      const { missing } = filledText('{hostname}', aSystem({ systemId: 'S9', hostname }));
      expect(missing).toEqual(['S9 has no "hostname". For the text itself type {{hostname}}.']);
    }
  });

  test('a field that the system does not have is a fault, and says how the text itself is typed', () => {
    const built = editCall(anEdit({ body: { description: 'at {place}' } }), where, web);
    expect(built).toEqual({ ok: false, message: 'web-1 has no "place". For the text itself type {{place}}.' });
  });

  test('systems without the field are counted in one sentence', () => {
    const edit = anEdit({ body: { description: '{hostname} {{place}}' } });
    const nameless = ['S2', 'S3'].map((systemId) => aSystem({ systemId, hostname: null }));
    expect(lackingSaid(edit, [web])).toBeNull();
    expect(lackingSaid(edit, [web, ...nameless])).toBe(
      '2 systems have no "hostname", such as S2. For the text itself type {{hostname}}.',
    );
  });

  property('with its braces doubled is sent as it is', [fc.string()], (text) => {
    const doubled = text.replaceAll('{', '{{').replaceAll('}', '}}');
    for (const system of [web, null]) expect(filledText(doubled, system)).toEqual({ text, missing: [] });
  });

  property(
    'for all systems is sent as it reads, or not at all',
    [fc.string({ unit: fc.constantFrom('{', '}', 'a', ' ') })],
    (text) => {
      const body = { tags: [{ text }] };
      const built = editCallForAll(anEdit({ id: 'POST /org/{orgId}/systems/tags', body }), where, [web]);
      const isPlain = !/[{}]/.test(text.replaceAll(/\{\{|\}\}/g, ' '));
      expect(built.ok).toBe(isPlain);
      if (built.ok)
        expect(jsonIn(built.call.body ?? '')).toMatchObject({ tags: [{ text: filledText(text, web).text }] });
    },
  );

  test('in a header of one request for all names no field either', () => {
    const edit = anEdit({ id: 'POST /org/{orgId}/systems/tags', parameters: { 'header X-Why': 'for {hostname}' } });
    const message = 'One request for all has one text: no {hostname}. For the text itself type {{hostname}}.';
    expect(editCallForAll(edit, where, [web])).toEqual({ ok: false, message });
  });

  test('a secret that is filled in, or has a doubled brace, stays one', () => {
    const edit = { ...anEdit({ body: { password: 'pa{{ss-{hostname}-word' } }), secrets: ['pa{{ss-{hostname}-word'] };
    const built = editCall(edit, where, web);
    expect(built.ok && built.call.secrets).toContain('pa{ss-web-1-word');
  });

  test('names of fields are found wherever a text stands', () => {
    const edit = anEdit({ body: { a: ['{hostname}', { b: 'x {state}' }], c: '{{d}}' } });
    expect([...fieldsUsed(edit)].sort()).toEqual(['hostname', 'state']);
  });
});

describe('the request of an edit', () => {
  test('names the system in its path, and nothing else of the form', () => {
    const built = editCall(anEdit(), where, aSystem({ systemId: 'a b' }));
    expect(built.ok && built.call.url).toBe('https://api.example/org/N1/systems/a%20b');
  });

  test('has an idempotency key of its own for each system and each review', () => {
    const edit = anEdit({
      id: 'POST /org/{orgId}/systems/{systemId}/ping',
      parameters: { 'header Idempotency-Key': 'made' },
    });
    const keyOf = (nonce: string, systemId: string): string | undefined => {
      const built = editCall({ ...edit, nonce }, where, aSystem({ systemId }));
      return built.ok ? built.call.headers['Idempotency-Key'] : undefined;
    };
    const keys = [keyOf('1', 'S1'), keyOf('1', 'S2'), keyOf('2', 'S1')];
    expect(new Set(keys).size).toBe(3);
    expect(keyOf('1', 'S1')).toBe(keys[0]);
  });

  test('lists all systems where the body has a place for them', () => {
    const edit = anEdit({ id: 'POST /org/{orgId}/systems/tags', body: { tags: ['x'] } });
    const built = editCallForAll(edit, where, [aSystem({ systemId: 'S1' }), aSystem({ systemId: 'S2' })]);
    expect(built.ok && built.call.body).toBe('{"tags":["x"],"systemIds":["S1","S2"]}');
  });

  test('of values that are restored has the body of its system, and none for another', () => {
    const edit = { ...anEdit(), bodies: new Map([['S1', { description: 'before' }]]) };
    expect(bodyFor(edit)).toEqual({ description: 'before' });
    expect(editCall(edit, where, aSystem({ systemId: 'S2' }))).toEqual({
      ok: false,
      message: 'No value of it is known.',
    });
  });

  test('is none without the definition, or where the body has no place for a list', () => {
    const unread = 'The definition of the service is not read yet.';
    expect(editCall({ ...anEdit(), plan: null }, where, web)).toEqual({ ok: false, message: unread });
    const message = 'Its body has no list of systems.';
    expect(editCallForAll(anEdit(), where, [web])).toEqual({ ok: false, message });
    const tags = anEdit({ id: 'POST /org/{orgId}/systems/tags', body: ['x'] });
    expect(editCallForAll(tags, where, [web])).toEqual({ ok: false, message });
    const bare = anEdit({ id: 'POST /org/{orgId}/systems/tags' });
    const built = editCallForAll(bare, where, [web]);
    expect(built.ok && built.call.body).toBe('{"systemIds":["S1"]}');
  });

  test('goes to the address of its definition, and else to the service', () => {
    const edit = anEdit();
    const elsewhere = { ...edit, plan: edit.plan && { ...edit.plan, baseUrl: 'https://edge.example' } };
    const urlOf = (of: typeof edit): unknown => {
      const built = editCall(of, where, web);
      return built.ok && built.call.url;
    };
    expect([urlOf(edit), urlOf(elsewhere)]).toEqual([
      ...['https://api.example/org/N1/systems/S1', 'https://edge.example/org/N1/systems/S1'],
    ]);
  });
});

describe('the record of a system', () => {
  const set = {
    sent: fieldsSent(anEdit({ body: { description: 'moved', tags: ['a', 'b'] } }), web) ?? {},
    before: { description: 'old', tags: [{ tag: 'c' }] },
  };

  test.each<[string, JsonObject, ReturnType<typeof observeFields>]>([
    ['has what was sent, tags in any order', { description: 'moved', tags: ['b', 'a', 'a'] }, 'done'],
    ['has it, and tells its tags as objects', { description: 'moved', tags: [{ tag: 'b' }, { tag: 'a' }] }, 'done'],
    ['is as it was before', { description: 'old', tags: [{ tag: 'c' }] }, 'undone'],
    ['has another value', { description: 'Moved', tags: ['a', 'b'] }, 'other'],
    ['has one of two fields, and the other one as before', { description: 'moved', tags: [{ tag: 'c' }] }, 'other'],
    ['has lost what was there', { tags: ['a', 'b'] }, 'other'],
    ['has what was sent, and tells no tags', { description: 'moved' }, 'other'],
  ])('%s', (_, record, seen) => {
    expect(observeFields(set, observeRecord(record, set.before))).toBe(seen);
  });

  test('of a list may lack a field: then nothing is known of it', () => {
    expect(observeFields(set, observeRecord({ tags: ['a', 'b'] }))).toBe('unsaid');
    expect(observeFields(set, observeRecord({ tags: [{ tag: 'c' }] }))).toBe('undone');
    expect(observeFields(set, observeRecord({}))).toBe('unsaid');
  });

  test('shows tags of another shape as the ones that are sent only once they were sent', () => {
    const told = observeRecord({ tags: [{ tag: 'a' }] });
    expect(observeFields({ sent: { tags: ['a'] } }, told)).toBe('undone');
    expect(observeFields({ sent: { tags: ['a'] }, before: { tags: [] } }, told)).toBe('done');
    // The other way round, nothing says that the texts are these objects.
    expect(
      observeFields({ sent: { tags: [{ tag: 'a' }] }, before: { tags: [] } }, observeRecord({ tags: ['a'] })),
    ).toBe('other');
    expect(observeFields({ sent: { dns: ['a'] }, before: { dns: [] } }, observeRecord({ dns: [{ tag: 'a' }] }))).toBe(
      'other',
    );
  });

  test('tells what it has in the place of what was sent', () => {
    const found = (record: JsonObject) => fieldsFound(set, observeRecord(record, set.before));
    expect(found({ description: 'moved', tags: ['b', 'a'] })).toEqual({});
    expect(found({ description: 'MOVED', tags: ['a', 'b'] })).toEqual({ found: { description: 'MOVED' } });
    expect(found({ tags: ['a', 'b'] })).toEqual({ found: { description: null } });
    const tags = [{ tag: 'a' }, { tag: 'b' }];
    expect(found({ description: 'moved', tags })).toEqual({ found: { tags }, isAsSent: true });
    expect(found({ description: 'MOVED', tags })).toEqual({ found: { description: 'MOVED', tags } });
  });

  test('tells of a method that asks for a state, and of no other', () => {
    const by = (method: string) => setsState({ ...anEdit(), operation: { ...anEdit().operation, method } });
    expect(['PATCH', 'PUT', 'POST', 'DELETE'].map(by)).toEqual([true, true, false, false]);
  });

  test('shows nothing of fields that hide a secret, or that nobody sent', () => {
    const seen = (sent: JsonObject | null) =>
      observeFields(sent && { sent, before: {} }, observeRecord({ description: 'old', hostname: 'web-1' }));
    expect(seen(null)).toBe('unsaid');
    expect(seen({})).toBe('done');
    expect(seen({ description: '•••' })).toBe('unsaid');
    expect(seen({ description: '•••', hostname: 'other' })).toBe('other');
  });

  test('is not said to change by an operation that asks for no state, or on another path', () => {
    const by = (method: string, path: string, systemParameter: string | null = 'path systemId') =>
      setsFields({ ...anEdit(), systemParameter, operation: { ...anEdit().operation, method, path } });
    expect(by('PATCH', '/org/{orgId}/systems/{systemId}')).toBe(true);
    expect(by('PUT', '/org/{orgId}/systems/{systemId}')).toBe(true);
    expect(by('POST', '/org/{orgId}/systems/{systemId}')).toBe(false);
    expect(by('PATCH', '/org/{orgId}/systems/{systemId}/place')).toBe(false);
    expect(by('PATCH', '/org/{orgId}/systems/{other}')).toBe(false);
    expect(by('PATCH', '/org/{orgId}/systems/{systemId}', null)).toBe(false);
  });

  test('says nothing of an operation that sets none of its fields', () => {
    expect(
      fieldsSent(anEdit({ id: 'PUT /org/{orgId}/systems/{systemId}/place', body: { place: 'x' } }), web),
    ).toBeNull();
    expect(fieldsSent(anEdit({ id: 'POST /org/{orgId}/systems/{systemId}/ping' }), web)).toBeNull();
  });

  test('a field that is set, or used in a text, must not have changed since the review; another may', () => {
    const edit = anEdit({ body: { description: '{hostname}' } });
    expect(changedAtStake(edit, web, { ...web, description: 'new' })).toBe('description');
    expect(changedAtStake(edit, web, { ...web, hostname: 'web-2' })).toBe('hostname');
    expect(changedAtStake(edit, web, { ...web, tags: ['c'] })).toBeNull();
    // A list may say less than the record of one system.
    const without = { ...web, description: null, notSent: ['description'] };
    expect(changedAtStake(edit, without, web)).toBeNull();
    expect(changedAtStake(edit, web, without)).toBeNull();
  });

  test('a field that the record of the review lacks was not there: it has changed where it is there now', () => {
    const edit = { ...anEdit({ body: { description: 'moved' } }), isByRecord: true };
    const without = { ...web, description: null, notSent: ['description'] };
    expect(changedAtStake(edit, without, web)).toBe('description');
    expect(changedAtStake(edit, web, without)).toBe('description');
    expect(changedAtStake(edit, without, { ...web, description: null })).toBeNull();
  });

  test('values that are restored must be there as the run has left them', () => {
    const expected = new Map([['S1', { description: 'moved' }]]);
    const edit = { ...anEdit(), bodies: new Map([['S1', { description: 'old' }]]), expected };
    expect(changedAtStake(edit, web, { ...web, description: 'moved' })).toBeNull();
    expect(changedAtStake(edit, web, { ...web, description: 'by another' })).toBe('description');
  });
});

describe('an edit in a record', () => {
  test('is read back as it was written, without its secrets, and cannot be sent without them', () => {
    const edit = { ...anEdit({ body: { description: 'x', password: 'hunter22' } }), secrets: ['hunter22'] };
    const written = writtenEdit(edit);
    expect(JSON.stringify(written)).not.toContain('hunter22');
    const read = editWritten(written, new Map());
    expect(read).toMatchObject({ operation: { id: edit.operation.id }, systemParameter: 'path systemId', plan: null });
    expect(lacksSecrets(read)).toBe(true);
    expect(lacksSecrets(editWritten(writtenEdit(anEdit()), new Map()))).toBe(false);
    expect(planOf(editable, read, { baseUrl: '', basePath: null })?.operation.id).toBe(edit.operation.id);
  });

  property('keeps every value that is no secret', [fc.jsonValue()], (value) => {
    const body = { description: jsonIn(JSON.stringify(value)) ?? null };
    const read = editWritten(writtenEdit(anEdit({ body })), new Map());
    const isMasked = JSON.stringify(read.values.body).includes(hiddenText);
    expect(isMasked ? body : read.values.body).toEqual(body);
  });
});

test.each([
  ['PATCH /org/{orgId}/systems/{systemId}', { description: 'x' }, false],
  ['PATCH /org/{orgId}/systems/{systemId}', { isEnabled: false }, true],
  ['PATCH /org/{orgId}/systems/{systemId}', { state: 'retired' }, true],
  ['PATCH /org/{orgId}/systems/{systemId}', { agent: [{ is_active: true }] }, true],
  ['PATCH /org/{orgId}/systems/{systemId}', { description: 'disabled', statement: 'x' }, false],
  ['POST /org/{orgId}/systems/{systemId}/ping', undefined, false],
])('%s with %j: is it as heavy as a deletion? %j', (id, body, isHeavy) => {
  expect(isHeavyEdit(anEdit({ id, ...(body !== undefined && { body }) }))).toBe(isHeavy);
});
