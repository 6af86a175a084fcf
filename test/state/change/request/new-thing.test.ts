/** Lists in the body of a request that makes a new thing are no lists of things to change. */
import { describe, expect, test } from 'vitest';
import { type Json, writeExactly } from '../../../../src/api/exact-json.ts';
import { classOf } from '../../../../src/state/change/request/request-class.ts';
import { noLabel } from '../../../../src/state/session/organisations.ts';
import { definitionOfOne, operationIn } from '../../../support/definition.ts';
import { anOrganisation } from '../../../support/make.ts';
import { baseUrl, orgId } from '../../../api/calls/plans.ts';

const organisation = anOrganisation({ orgId, orgName: 'Northwind Traders' });

interface Making {
  readonly method?: string;
  readonly path?: string;
  readonly about?: object;
  readonly query?: string;
}

/** The reasons why a request is heavy. */
function reasons(body: Json, { method = 'post', path = '/org/{orgId}/rules', about, query = '' }: Making = {}) {
  const operation = operationIn(definitionOfOne(path, method, about ?? { summary: 'Create a rule' }));
  const address = path.replace('{orgId}', orgId).replaceAll(/\{\w+\}/g, '7');
  const judged = classOf({
    ...{
      operation,
      organisation,
      label: noLabel,
      hasFreeBody: false,
      wasUnknown: false,
      isRunGoing: false,
      secondPersonAbove: null,
    },
    call: {
      ...{ method: operation.method, url: `${baseUrl}${address}${query}`, headers: {}, body: writeExactly(body) },
      orgId: path.includes('{orgId}') ? orgId : null,
    },
  });
  return 'reasons' in judged ? judged.reasons : judged;
}

const two = [{ port: 22, note: 'ssh' }, { port: 443 }];
const rule = { name: 'web', entries: two, tags: ['a', 'b', 'c'] };
const heavy = (list: string) => [`its body names ${list}`];

describe('a new thing of a few parts is no heavy change', () => {
  test.each<[string, Making]>([
    ['in an organisation', {}],
    ['by its id', { about: { operationId: 'rules_createRule' } }],
    ['by an id with steps', { about: { operationId: 'rules/create-rule', summary: 'Adds it' } }],
    ['without an organisation', { path: '/rules' }],
  ])('%s', (_, making) => {
    expect(reasons(rule, making)).toEqual([]);
    expect(reasons({ name: 'web', deep: { entries: two } }, making)).toEqual([]);
  });
});

describe('the list counts', () => {
  test.each<[string, Making]>([
    ['where nothing says that it makes something', { about: {} }],
    ['where a word says that something is there', { about: { summary: 'Create or update a rule' } }],
    ['where what it makes changes other things', { path: '/jobs', about: { summary: 'Create a job' } }],
    ['where it is of many', { path: '/rules/bulk' }],
    ['where the path names a thing', { path: '/groups/{groupId}/rules' }],
    ['where the query may name one', { query: '?group=7' }],
    ['of a PUT', { method: 'put', path: '/rules' }],
  ])('%s', (_, making) => {
    expect(reasons(rule, making)).toEqual(heavy('3 tags'));
  });

  test.each<[string, Json, string]>([
    ['of ids', { systemIds: ['A', 'B'] }, '2 systemIds'],
    ['of names', { names: ['web-1', 'web-2'] }, '2 names'],
    ['of objects with ids', { entries: [{ id: 1 }, { id: 2 }] }, '2 entries'],
    ['of objects with systems in them', { entries: [{ ofHost: 'web-1' }, { ofHost: 'web-2' }] }, '2 entries'],
    ['beside the id of another thing', { groupId: 7, entries: two }, '2 entries'],
    ['beside ids deep inside', { tags: ['a', 'b'], more: { deep: [{ users: ['anna'] }] } }, '2 tags'],
    ['of UUIDs', { tags: ['6f1d0c2a-9b7e-4d35-a8c4-e1f20b7d9a63', 'b'] }, '2 tags'],
    ['beside an action', { action: 'pause', entries: two }, '2 entries'],
    ['that is the body', two, '2 items'],
  ])('%s', (_, body, list) => {
    expect(reasons(body)).toEqual(heavy(list));
  });

  const identifying = `
    id uuid guid ref reference href self serial hostname selector filter query system host machine device node agent
    endpoint computer server asset resource user member owner account group team organisation organization org project
    site target parent object entity source destination action operation command method`;
  test('beside a field with any of the words that name a thing which is there', () => {
    const words = identifying.trim().split(/\s+/);
    const unseen = words
      .flatMap((word) => [word, `${word}s`, `of_${word}`])
      .filter((name) => {
        const judged = reasons({ tags: ['a', 'b'], [name]: 'x' });
        return !Array.isArray(judged) || !judged.includes('its body names 2 tags');
      });
    expect(unseen).toEqual([]);
  });

  test.each(['hostID', 'HOSTId', 'APIHost', 'theHostID', 'host-name', 'XMLHostName'])(
    'beside a field whose words are written together: %s',
    (name) => {
      expect(reasons({ tags: ['a', 'b'], [name]: 'x' })).toEqual(heavy('2 tags'));
    },
  );

  const changing = `
    update upsert replace set edit change modify patch put save overwrite assign attach link move copy clone merge sync
    import apply enable run send existing all every each many multiple bulk batch mass system host device job task action
    command execution operation deployment rollout campaign request`;
  test('where any of the words says that what is there is changed, or much of it', () => {
    const words = changing.trim().split(/\s+/);
    const unseen = words.filter((word) => {
      const judged = reasons(rule, { about: { summary: `Create a rule to ${word}` } });
      return !Array.isArray(judged) || !judged.includes('its body names 3 tags');
    });
    expect(unseen).toEqual([]);
  });

  test('of more than 25 entries, whatever it makes', () => {
    const entries = Array.from({ length: 26 }, (_, port) => ({ port }));
    expect(reasons({ entries })).toEqual(heavy('26 entries'));
  });
});

test.each(['create', 'creates', 'new'])(
  'a summary that begins with %s makes something, and one that only has it does not',
  (word) => {
    expect(reasons(rule, { about: { summary: `${word} rule` } })).toEqual([]);
    expect(reasons(rule, { about: { summary: `A ${word} rule` } })).toEqual(heavy('3 tags'));
    expect(reasons(rule, { about: { operationId: `rules_${word}` } })).toEqual([]);
  },
);
