/** An organisation that another session holds, or that cannot be locked, and a run that was cut off there. */
import { describe, expect, test } from 'vitest';
import type { LockHolder } from '../../../../src/state/change/runs/feature.ts';
import { seekCutOff } from '../../../../src/state/removal/deletion/public.ts';
import { runKinds, runRows } from '../../../../src/state/change/run-kinds.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { noLabel } from '../../../../src/state/session/organisations.ts';
import { defaultProfileSettings } from '../../../../src/state/session/profile-settings.ts';
import {
  aRunHeader,
  aRunRecord,
  aStateOf,
  anOrganisation,
  baseUrl,
  noGuards,
  now,
  systemsOf,
} from '../../../support/make.ts';
import { play } from '../../root/play.ts';
import { aReview, aRun, old, typed } from './story.ts';

const holder: LockHolder = { pid: 7, since: Date.parse('2026-11-20T09:05:00Z'), user: null };
const systems = systemsOf(3, () => old);
const idle = aStateOf(systems);
/** The run of two systems, before its journal is open. */
const begun = play(aReview(2), ...typed('delete 2')).state;

function said({ notice }: State): string | null {
  return notice?.kind === 'warning' ? notice.text : null;
}

test.each<[Partial<LockHolder> | null, 'disable' | null, string]>([
  [{}, 'disable', 'Process 7 (since 09:05 UTC) is disabling here'],
  [{}, null, 'Process 7 (since 09:05 UTC) is at work here'],
  [{ user: 'anna' }, 'disable', 'Process 7 of anna (since 09:05 UTC) is disabling here'],
  [{ since: Number.NaN }, null, 'Process 7 (since an unknown time) is at work here'],
])(
  'the session that holds the organisation is named, and what is possible beside it: %j, %j',
  (about, does, message) => {
    const found: Action = { kind: 'otherSessionFound', orgId: 'N1', does, holder: about && { ...holder, ...about } };
    expect(said(play(idle, found).state)).toBe(`${message}: you can browse, and delete after it.`);
    expect(said(play(idle, { ...found, holder: null }).state)).toMatch(/^Another session holds this organisation and/);
  },
);

describe.each<[string, Action, string]>([
  ['that another session holds', { kind: 'otherSessionFound', orgId: 'N1', does: null, holder }, 'Process 7 '],
  [
    'with a run that was cut off and cannot be locked',
    { kind: 'lockFailed', run: 9, orgId: 'N1', does: 'disable', code: 'EROFS' },
    'Disabling that was cut off stays open here: no lock (EROFS).',
  ],
])('an organisation %s', (_, action, message) => {
  test('is told where it is open and nothing goes on, and nowhere else', () => {
    expect(said(play(idle, action).state)).toContain(message);
    expect(said(play({ ...idle, organisation: anOrganisation({ orgId: 'T1' }) }, action).state)).toBeNull();
    expect(said(play({ ...idle, organisation: null }, action).state)).toBeNull();
    expect(said(play(aRun(2), action).state)).toBeNull();
  });
});

test.each(runKinds)(
  'a run to %s that is refused leads back to its review, which may be tried after the other',
  (does) => {
    const going = { ...begun, deletion: begun.deletion && { ...begun.deletion, kind: does } };
    const { state, effects } = play(going, { kind: 'runRefused', run: 2, does: 'enable', holder });
    expect(state).toMatchObject({ deletion: null, screen: { kind: 'review' } });
    expect(said(state)).toMatch(
      new RegExp(`is enabling here: you can browse, and ${runRows[does].words.verb} after it`),
    );
    expect(effects).toEqual([]);
  },
);

test('a run whose organisation cannot be locked does not begin, and says why; another run is left alone', () => {
  const failed: Action = { kind: 'lockFailed', run: 2, orgId: 'N1', does: 'delete', code: 'EROFS' };
  const { state } = play(begun, failed);
  expect(state).toMatchObject({ deletion: null, screen: { kind: 'review' } });
  expect(said(state)).toBe('Nothing was deleted: this organisation cannot be locked (EROFS).');
  expect(play(begun, { kind: 'runRefused', run: 7, does: null, holder }).state).toEqual(begun);
});

test('a run that is forbidden too late, or that is not there, changes nothing', () => {
  const about = { settings: defaultProfileSettings, label: noLabel, guards: noGuards };
  const forbidden: Action = { kind: 'runForbidden', run: 2, ...about };
  const ended = { ...begun, deletion: begun.deletion && { ...begun.deletion, finishedAt: now } };
  for (const state of [idle, ended]) expect(play(state, forbidden).state.deletion).toEqual(state.deletion);
});

describe('a run that was cut off', () => {
  const header = aRunHeader({ items: 3, at: '2026-11-20T09:05:00Z' });
  const record = aRunRecord(systems, { header, intents: new Set(['S0']) });
  const found: Action = { kind: 'cutOffFound', run: 9, record, path: '/runs/1.jsonl', now: now + 5 };

  test('is shown where the list is free, and told over any other screen, prompt and overlay', () => {
    const { state } = play(idle, found);
    expect(state).toMatchObject({ deletion: { id: 9, baseUrl }, screen: { kind: 'deletion' }, now: now + 5 });
    const busy: readonly State[] = [
      play(idle, { kind: 'helpOpened' }).state,
      play(idle, { kind: 'filterOpened' }).state,
      play(idle, { kind: 'detailsOpened' }).state,
    ];
    for (const before of busy) {
      const after = play(before, found).state;
      expect(after).toMatchObject({ deletion: { id: 9 }, screen: { kind: before.screen.kind } });
      const text = 'A deletion of 09:05 UTC was interrupted.';
      expect(after.notice).toEqual({ kind: 'warning', text, next: 'J shows it.' });
    }
  });

  test('is looked for in the organisation that is opened, unless there is no service or a run goes on', () => {
    const [next, ...effects] = seekCutOff({ ...idle, nextId: 7 }, 'T1');
    expect(effects).toEqual([{ kind: 'findCutOff', run: 7, baseUrl, orgId: 'T1' }]);
    expect(next.nextId).toBe(8);
    const nowhere = { ...idle, session: { ...idle.session, baseUrl: null } };
    for (const state of [nowhere, aRun(2)]) expect(seekCutOff(state, 'N1')).toEqual([state]);
  });

  test.each<[string, State]>([
    ['another organisation is open', { ...idle, organisation: anOrganisation({ orgId: 'T1' }) }],
    ['none is', { ...idle, organisation: null }],
    ['another service is in use', { ...idle, session: { ...idle.session, baseUrl: 'https://elsewhere.example' } }],
    ['a run goes on', aRun(2)],
  ])('is let go where %s', (_, state) => {
    const after = play(state, found);
    expect(after.state.deletion?.id).not.toBe(9);
    expect(after.effects).toEqual([{ kind: 'closeJournal', run: 9, end: null }]);
  });
});
