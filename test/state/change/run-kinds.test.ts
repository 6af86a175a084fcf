/** The kinds of a run: how each is told, what it looks for in a record, and what keeps a system out of it. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/api/exact-json.ts';
import type { System } from '../../../src/api/system.ts';
import {
  capitalise,
  changeSince,
  forEachKind,
  inProgress,
  phraseVerb,
  runKinds,
  runRows,
  usualKind,
} from '../../../src/state/change/run-kinds.ts';
import { anEdit } from '../../support/edits.ts';
import { aSystem, daysAgo } from '../../support/make.ts';

test('there is one row for each kind, and a deletion is meant where nothing says which', () => {
  expect(runKinds.map((kind) => runRows[kind].kind)).toEqual([...runKinds]);
  expect(forEachKind(({ kind }) => kind)).toEqual(Object.fromEntries(runKinds.map((kind) => [kind, kind])));
  expect(usualKind).toBe('delete');
});

test.each(runKinds)('every sentence about a run to %s has a word of its own', (kind) => {
  const { verb, doing, done, noun, a, the, of, its, already, alreadyBriefly, still, paused, failed } =
    runRows[kind].words;
  const stem = verb.slice(0, 4);
  for (const word of [verb, doing, done, noun, a, the, of, its]) expect(word).toContain(stem);
  expect([doing, noun].map((word) => /^\w+$/.test(word))).toEqual([true, true]);
  expect([a, the, of].every((word) => word.includes(noun))).toBe(true);
  expect([doing.endsWith('ing'), done.endsWith('ed')]).toEqual([true, true]);
  // A person reads them behind a number, and before one.
  expect(already).toMatch(/^already \w+$/);
  expect(alreadyBriefly).toMatch(/^\w+$/);
  expect(still).toMatch(/^(?:is|still) [\w ]+$/);
  const said = kind === 'delete' ? '' : `${noun} `;
  expect([paused, failed]).toEqual([`${said}paused at`, `${said}failed`]);
  expect(inProgress({ kind })).toBe(`${a} is in progress`);
});

test('the first letter alone is made a capital', () => {
  expect(['a deletion of Web', 'x', ''].map(capitalise)).toEqual(['A deletion of Web', 'X', '']);
});

test('a phrase begins with what is done, and with the method of an operation', () => {
  expect(runKinds.map((kind) => phraseVerb(kind, null))).toEqual(['delete', 'disable', 'enable', 'change', 'change']);
  const by = (method: string, path: string) =>
    phraseVerb('change', { ...anEdit(), operation: { ...anEdit().operation, method, path } });
  expect(by('PATCH', '/org/{orgId}/systems/{systemId}')).toBe('patch');
  expect(by('DELETE', '/org/{orgId}/systems/{systemId}/tags/{tag}')).toBe('delete tags of');
});

test.each(runKinds)('the record of a system tells if it is as a run to %s leaves it, or does not say', (kind) => {
  const { observe, enables } = runRows[kind];
  const seen = [true, false, null].map((isEnabled) => observe(aSystem({ isEnabled }), null));
  if (kind === 'delete') expect(seen).toEqual(['undone', 'undone', 'undone']);
  else if (enables === null) expect(seen).toEqual(['unsaid', 'unsaid', 'unsaid']);
  else expect(seen).toEqual(enables ? ['done', 'undone', 'unsaid'] : ['undone', 'done', 'unsaid']);
});

describe('since the review', () => {
  const old = aSystem({ systemId: 'S1', lastSeen: daysAgo(200), description: 'old' });
  const edit = anEdit();
  const renamed = { ...old, hostname: 'another' };
  const described = { ...old, description: 'by another' };
  const field = (name: string) => ({ why: 'changed', field: name });

  test('any sign of life keeps a system from a loss', () => {
    const connected = { ...old, state: 'Connected' };
    for (const kind of ['delete', 'disable'] as const) {
      expect(changeSince({ kind, edit: null }, old, connected)).toEqual({ why: 'connected' });
      expect(changeSince({ kind, edit: null }, old, renamed)).toEqual(field('hostname'));
      expect(changeSince({ kind, edit: null }, old, old)).toBeNull();
    }
  });

  test('nothing keeps it from being enabled, and of a change only a field at stake, unless that is a heavy one', () => {
    expect(changeSince({ kind: 'enable', edit: null }, old, renamed)).toBeNull();
    expect(changeSince({ kind: 'change', edit }, old, renamed)).toBeNull();
    expect(changeSince({ kind: 'change', edit }, old, described)).toEqual(field('description'));
    expect(changeSince({ kind: 'heavyChange', edit }, old, renamed)).toEqual(field('hostname'));
    expect(changeSince({ kind: 'heavyChange', edit }, old, described)).toEqual(field('description'));
  });
});

describe('an undo of a run that has switched systems', () => {
  const reviewed = aSystem({
    systemId: 'S1',
    lastSeen: daysAgo(200),
    state: 'Disconnected',
    isEnabled: false,
    tags: ['a'],
  });
  /** Sends these fields for a system that the run has left with those. */
  const sinceRun = (sent: JsonObject, left: JsonObject, now: Partial<System>) => {
    const edit = { ...anEdit(), bodies: new Map([['S1', sent]]), expected: new Map([['S1', left]]) };
    return changeSince({ kind: 'heavyChange', edit }, reviewed, { ...reviewed, ...now });
  };

  test('is not kept from it by what the run itself has changed', () => {
    const [off, on] = [{ isEnabled: false }, { isEnabled: true }];
    expect(sinceRun(off, on, { isEnabled: true })).toBeNull();
    expect(sinceRun(off, on, { isEnabled: true, state: 'Idle' })).toBeNull();
    expect(sinceRun({ ...off, tags: ['a'] }, { ...on, tags: [] }, { isEnabled: true, tags: [] })).toBeNull();
  });

  test('is kept from it by any other change, and by life', () => {
    const [off, on] = [{ isEnabled: false }, { isEnabled: true }];
    expect(sinceRun(off, on, { isEnabled: false })).toEqual({ why: 'changed', field: 'isEnabled' });
    expect(sinceRun(off, on, { isEnabled: true, hostname: 'other' })).toEqual({ why: 'changed', field: 'hostname' });
    expect(sinceRun(off, on, { isEnabled: true, state: 'Connected' })).toEqual({ why: 'connected' });
    expect(sinceRun({ tags: ['a'] }, { tags: [] }, { tags: [], state: 'Idle' })).toEqual({
      why: 'changed',
      field: 'state',
    });
  });

  test('to enable them again takes nothing from anybody', () => {
    const lastSeen = daysAgo(1);
    const seen = { isEnabled: false, lastSeen, lastSeenMs: Date.parse(lastSeen) };
    expect(sinceRun({ isEnabled: true }, { isEnabled: false }, seen)).toBeNull();
    expect(sinceRun({ isEnabled: false }, { isEnabled: true }, { ...seen, isEnabled: true })).toEqual({
      why: 'seenSince',
    });
  });
});
