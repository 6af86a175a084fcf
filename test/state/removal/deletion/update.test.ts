import { describe, expect, test } from 'vitest';
import { pendingName } from '../../../../src/state/root/pending.ts';
import type { Outcome } from '../../../../src/state/change/outcome.ts';
import {
  aPage,
  aSession,
  aSystem,
  baseUrl,
  daysAgo,
  idsOf,
  now,
  refused,
  systemNotFound,
  systemsOf,
} from '../../../support/make.ts';
import type { JsonObject } from '../../../../src/api/exact-json.ts';
import type { Edit } from '../../../../src/state/change/edit.ts';
import { writtenEdit } from '../../../../src/state/change/journal/written-edit.ts';
import { anEdit } from '../../../support/edits.ts';
import {
  accessSeen,
  aReview,
  aRun,
  checksAccess,
  checksList,
  closes,
  deleted,
  deleting,
  failed,
  journalOpened,
  leavesOutOfLastVisit,
  listed,
  old,
  outcomes,
  recheckFailed,
  rechecked,
  rechecks,
  recorded,
  records,
  typed,
} from './story.ts';
import { arrived, play, type Played } from '../../root/play.ts';
import { withoutMarks } from '../../../../src/state/fleet/marks/marks.ts';
import { changeMarks } from '../../../../src/state/fleet/marks/feature.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';

const back: Action = { kind: 'wentBack' };
const accepted: Action = { kind: 'promptAccepted' };
const down: Action = { kind: 'moved', motion: 'down', extent: { length: 3, height: 3 } };

describe('the review', () => {
  test('lets a system be excluded: the phrase counts the rest, and it is no longer marked', () => {
    const without = play(aReview(3), down, { kind: 'reviewItemToggled' }).state;
    const { state } = play(without, ...typed('delete 2'));
    expect(state.deletion?.planned.map(({ systemId }) => systemId)).toEqual(['S0', 'S2']);
    expect(idsOf(state.marks.marked)).toEqual(['S0', 'S2']);
  });

  test('keeps marks and exclusions when it is left, for the next one', () => {
    const left = play(aReview(3), down, { kind: 'reviewItemToggled' }, back).state;
    expect(idsOf(left.marks.marked)).toEqual(['S0', 'S1', 'S2']);
    expect([...left.marks.excluded]).toEqual(['S1']);
    const excludedIn = (state: State): unknown =>
      play(state, { kind: 'reviewOpened', does: 'delete' }).state.review?.items.map(
        ({ judgement }) => judgement.isChosen,
      );
    expect(excludedIn(left)).toEqual([true, false, true]);
    const unmarked = changeMarks(left, withoutMarks(left.marks.marked, new Set(['S1'])));
    expect(unmarked.marks.excluded.size).toBe(0);
    expect(excludedIn(changeMarks(unmarked, left.marks.marked))).toEqual([true, true, true]);
  });

  test('is not moved by what happens to the list behind it', () => {
    const review = aReview(2);
    const { state } = play(review, arrived(0, aPage(systemsOf(5))), { kind: 'minutePassed', now: now + 9e9 });
    expect(state.review).toEqual(review.review);
  });

  test('is left by esc: first its field, whose text stays, then its filter, and then its list', () => {
    const typing = play(aReview(2), { kind: 'phraseStarted', typed: 'd' });
    expect(typing.state.review?.typed).toBe('d');
    const list = play(typing.state, back).state;
    expect(list).toMatchObject({ screen: { kind: 'review' }, review: { typed: 'd', isInField: false } });
    const filtered = play(list, { kind: 'listFilterOpened' }, { kind: 'textEdited', text: 'name:x' }, accepted).state;
    expect(filtered.review?.rows).toEqual([]);
    expect(play(filtered, back).state.review?.rows).toEqual([0, 1]);
    expect(play(list, back).state).toMatchObject({ screen: { kind: 'systems' }, review: null });
  });

  test.each(['', 'delete', 'delete 3', 'Delete 2', 'delete 2 ', 'delete 2 from Northwind'])(
    'deletes nothing by the phrase "%s"',
    (text) => {
      const { state, effects } = play(aReview(2), ...typed(text));
      expect(effects).toEqual([]);
      expect(state).toMatchObject({
        deletion: null,
        screen: { kind: 'review' },
        review: { isWrong: true, typed: text },
      });
      expect(play(state, { kind: 'textEdited', text: 'd' }).state.review?.isWrong).toBe(false);
    },
  );

  test('deletes nothing where the phrase is not being typed, or nothing is chosen', () => {
    expect(play(aReview(2), { kind: 'phraseEntered' }).effects).toEqual([]);
    expect(play(aReview(1), { kind: 'reviewItemToggled' }, ...typed('delete 0')).effects).toEqual([]);
  });
});

describe('a run', () => {
  test('begins with its journal, and reads each system again before anything else', () => {
    const begun = play(aReview(6), ...typed('delete 6'));
    const header = {
      ...{ mode: 'run', does: 'delete', person: 'sam', days: 90, items: 6 },
      ...{ orgId: 'N1', orgName: 'Northwind', baseUrl },
    };
    const planned = begun.state.deletion?.planned ?? [];
    const why = new Map(planned.map(({ systemId }) => [systemId, { by: 'hand' }]));
    expect(begun.effects).toEqual([{ kind: 'openJournal', run: 2, header, plan: planned, why }]);
    expect(begun.state.screen).toEqual({ kind: 'deletion' });
    const { state, effects } = play(begun.state, journalOpened);
    expect(effects).toEqual(['S0', 'S1', 'S2', 'S3'].map(rechecks));
    expect([begun.state.deletion?.startedAt, state.deletion?.startedAt]).toEqual([null, now]);
    // The rate counts the wait for the first answers, too.
    expect(state.deletion?.atWork).toEqual({ ms: 0, since: now });
  });

  test('that changes systems knows what was there before it, however often it looks at them afterwards', () => {
    const begun = play(aReview(1, {}, 'change'), ...typed('patch 1'), journalOpened).state;
    const seen = (description: string): Action => ({
      ...{ kind: 'systemRechecked', run: 2, systemId: 'S0', askedAt: 7, now },
      ...{ system: aSystem({ systemId: 'S0', ...old, description }), record: { systemId: 'S0', description } },
    });
    const set = { sent: { description: 'moved' }, before: { description: 'old' } };
    const [first] = begun.review?.items ?? [];
    expect(first?.system.description).toBeNull();
    const start = {
      ...begun,
      deletion: begun.deletion && {
        ...begun.deletion,
        edit: begun.deletion.edit && { ...begun.deletion.edit, expected: new Map([['S0', { description: 'old' }]]) },
      },
    };
    const saving = play(start, seen('old'));
    expect(saving.effects).toMatchObject([{ kind: 'recordIntent', sent: { description: 'moved' } }]);
    const lost = { operation: 'send request', kind: 'lost', code: 'ECONNRESET' } as const;
    const settling = play(saving.state, recorded('S0'), failed('S0', lost)).state;
    const { state } = play(settling, seen('moved'));
    expect(state.deletion?.settled).toMatchObject([{ outcome: { kind: 'done' }, set }]);
  });

  test.each([
    ['to the record that was read names its version', 'PATCH /org/{orgId}/systems/{systemId}', '"1"', '"1"'],
    ['names no weak version, which matches nothing', 'PATCH /org/{orgId}/systems/{systemId}', 'W/"1"', undefined],
    ['to another address names none', 'PUT /org/{orgId}/systems/{systemId}/place', '"1"', undefined],
  ])('whose request %s', (_, id, etag, named) => {
    const begun = play(aReview(1, {}, 'change'), ...typed('patch 1'), journalOpened).state;
    const edit = anEdit({ id });
    const start = { ...begun, deletion: begun.deletion && { ...begun.deletion, edit } };
    const { effects } = play(start, Object.assign(rechecked('S0'), { etag }), recorded('S0'));
    const headers = effects.flatMap((effect) =>
      effect.kind === 'changeSystem' && typeof effect.request === 'object' ? [effect.request.headers['If-Match']] : [],
    );
    expect(headers).toEqual([named]);
  });

  test('that changes systems believes the service where its answer shows it, else looks, and says where nothing shows it', () => {
    const sent = (id?: string): State => {
      const edit = anEdit({ ...(id !== undefined && { id, body: { room: '4' } }) });
      const begun = play(aReview(1, {}, 'change'), ...typed('patch 1'), journalOpened).state;
      const of = { ...begun, deletion: begun.deletion && { ...begun.deletion, edit: { ...edit, isByRecord: true } } };
      return play(of, ...deleting('S0')).state;
    };
    const answered = (state: State, record?: JsonObject): Played =>
      play(state, { kind: 'systemChanged', run: 2, systemId: 'S0', accepted: false, now, ...(record && { record }) });
    const shown = { systemId: 'S0', description: 'moved' };
    expect(answered(sent(), shown).state.deletion?.settled).toMatchObject([{ outcome: { kind: 'done' } }]);
    expect(answered(sent(), shown).effects).not.toContainEqual(expect.objectContaining({ kind: 'recheckSystem' }));
    for (const record of [undefined, { ...shown, description: 'old' }, { systemId: 'S0' }]) {
      const looking = answered(sent(), record);
      expect(looking.effects).toEqual([{ ...rechecks('S0'), afterMs: 0 }]);
      expect(looking.state.deletion?.inFlight.get('S0')).toMatchObject({
        stage: 'settling',
        uncertainty: { kind: 'said' },
      });
    }
    const unshown = answered(sent('PUT /org/{orgId}/systems/{systemId}/place'));
    expect(unshown.state.deletion?.settled).toMatchObject([{ outcome: { kind: 'done', unshown: true } }]);
  });

  test('that changes systems has the operation in its journal, and the body of each where it has one; a preview says so', () => {
    const review = aReview(2, { session: aSession({ mode: 'preview' }) }, 'change');
    const bodies = new Map([['S0', { description: 'own' }]]);
    const having = (edit: Partial<Edit>): State =>
      review.review?.edit == null
        ? review
        : { ...review, review: { ...review.review, edit: { ...review.review.edit, ...edit } } };
    const begun = ({ effects }: Played): unknown => effects.find(({ kind }) => kind === 'openJournal');
    const header: unknown = expect.objectContaining({
      mode: 'preview',
      does: 'change',
      edit: writtenEdit({ ...anEdit(), isByRecord: true }),
    });
    const entered = (state: State) => begun(play(state, ...typed('patch 2')));
    expect(entered(review)).toMatchObject({ header });
    expect(entered(review)).not.toHaveProperty('bodies');
    expect(entered(having({ bodies }))).toMatchObject({ header, bodies });
  });

  test('saves the record of a system, deletes it, saves how that ended, and takes the next', () => {
    const { state, effects } = play(aRun(5), ...deleting('S1'), deleted('S1'));
    expect(effects).toEqual([
      { kind: 'recordIntent', run: 2, systemId: 'S1', record: { systemId: 'S1' } },
      { kind: 'changeSystem', request: 'delete system', run: 2, orgId: 'N1', systemId: 'S1', rereadAt: 0 },
      records('S1', { kind: 'done' }),
      rechecks('S4'),
    ]);
    expect(outcomes(state)).toEqual(['S1 done']);
  });

  test.each<[string, Action, Outcome]>([
    ['skips what is connected again', rechecked('S0', { state: 'Connected' }), { kind: 'kept', why: 'connected' }],
    ['skips what was seen since', rechecked('S0', { lastSeen: daysAgo(0) }), { kind: 'kept', why: 'seenSince' }],
    [
      'does not delete a system whose check fails',
      recheckFailed('S0', refused(418)),
      { kind: 'notAttempted', problem: refused(418) },
    ],
  ])('%s, and changes nothing there', (_, answer, outcome) => {
    for (const does of ['delete', 'disable'] as const) {
      const { state, effects } = play(aRun(1, {}, does), answer);
      expect(effects.slice(0, 2)).toEqual([records('S0', outcome, does), closes({ [outcome.kind]: 1 }, null, null)]);
      expect(outcomes(state)).toEqual([`S0 ${outcome.kind}`]);
    }
  });

  test('continues after a deletion that is refused', () => {
    const problem = refused(409);
    const { effects } = play(aRun(5), ...deleting('S0'), failed('S0', problem));
    expect(effects.slice(2)).toEqual([records('S0', { kind: 'refused', problem }), rechecks('S4')]);
  });

  test('calls a system gone that is not found only once it is known that the account still has access', () => {
    const asked = play(aRun(1), recheckFailed('S0', systemNotFound));
    expect(asked.effects).toEqual([checksAccess]);
    expect(outcomes(asked.state)).toEqual([]);
    const { state, effects } = play(asked.state, ...accessSeen, listed());
    const ends = [checksList(), closes({ already: 1, gone: 1 }), leavesOutOfLastVisit('S0')];
    expect(effects).toEqual([
      { ...checksAccess, by: 'systems' },
      records('S0', { kind: 'already', isGone: true }),
      ...ends,
    ]);
    expect(outcomes(state)).toEqual(['S0 already gone']);
  });

  test('continues with the next one meanwhile, also after deleting a system that is not found', () => {
    const { effects } = play(aRun(5), ...deleting('S0'), failed('S0', systemNotFound));
    expect(effects.slice(2)).toEqual([rechecks('S4'), checksAccess]);
  });

  test('asks for nothing twice where an answer comes twice', () => {
    const once = play(aRun(5), ...deleting('S0')).state;
    for (const action of [...deleting('S0'), recorded('S3')]) {
      expect(play(once, action)).toEqual({ state: once, effects: [] });
    }
  });

  test('takes no answers of another run', () => {
    const state = aRun(2);
    expect(play(state, Object.assign(deleted('S0'), { run: 7 }))).toEqual({ state, effects: [] });
  });
});

describe('a run stops', () => {
  test('before any deletion where its journal cannot be opened', () => {
    const failed: Action = { kind: 'journalFailed', run: 2, code: 'EROFS', now };
    const { state, effects } = play(aReview(2), ...typed('delete 2'), failed);
    expect(effects).toHaveLength(1);
    expect(state.deletion).toMatchObject({
      stop: 'journal',
      journalFault: 'EROFS',
      finishedAt: now,
      counts: { notAttempted: 2 },
    });
  });

  test('where a record cannot be saved: what is in flight ends, and nothing more is deleted', () => {
    const full: Action = { kind: 'intentFailed', run: 2, systemId: 'S0', code: 'ENOSPC', now };
    const inFlight = play(aRun(6), ...['S0', 'S1', 'S2'].map((id) => rechecked(id)), recorded('S2')).state;
    const { state, effects } = play(inFlight, full, recorded('S1'), deleted('S2'), rechecked('S3'), listed());
    expect(effects.map(({ kind }) => kind)).not.toContain('changeSystem');
    expect(state.deletion).toMatchObject({
      stop: 'journal',
      journalFault: 'ENOSPC',
      counts: { done: 1, notAttempted: 5 },
    });
    // An unsaved outcome is looked at by the next start.
    expect(effects).toContainEqual({ kind: 'closeJournal', run: 2, end: null });
  });

  test('by esc, which pauses it, and s: the screen is left only once the run is over', () => {
    const stopping = play(aRun(6), ...deleting('S0'), back, { kind: 'deletionStopped' });
    expect(stopping.state).toMatchObject({
      screen: { kind: 'deletion' },
      deletion: { stop: 'asked', isPaused: false, finishedAt: null },
    });
    const rest = ['S1', 'S2', 'S3'].map((id) => rechecked(id));
    const { state, effects } = play(stopping.state, deleted('S0'), ...rest, listed());
    expect(effects.map(({ kind }) => kind)).not.toContain('changeSystem');
    expect(state.deletion).toMatchObject({ finishedAt: now, counts: { done: 1, notAttempted: 5 } });
    expect(play(state, back).state).toMatchObject({ screen: { kind: 'systems' }, review: null });
  });

  test('before its journal is there, which then says so and is closed', () => {
    const stopped: Action = { kind: 'deletionStopped' };
    const { state, effects } = play(aReview(2), ...typed('delete 2'), back, stopped, journalOpened);
    expect(effects.slice(1)).toEqual([closes({ notAttempted: 2 }, 'asked', null)]);
    expect(state.deletion?.counts.notAttempted).toBe(2);
  });
});

describe('a paused run', () => {
  const paused = play(aRun(9), ...deleting('S0'), rechecked('S1'), back).state;
  const held = play(paused, deleted('S0'), recorded('S1'), rechecked('S2'), rechecked('S3'));

  test('takes nothing further, and sends nothing to delete what was only checked or recorded', () => {
    const { state, effects } = held;
    expect(effects).toEqual([records('S0', { kind: 'done' })]);
    expect(state.deletion?.settled).toHaveLength(1);
    expect([...(state.deletion?.inFlight.values() ?? [])].map(({ stage }) => stage)).toEqual(['held', 'held', 'held']);
  });

  test('checks what it held once more when it is resumed, and takes the next', () => {
    const { state, effects } = play(held.state, { kind: 'deletionResumed' });
    expect(effects).toEqual([rechecks('S1'), rechecks('S2'), rechecks('S3'), rechecks('S4')]);
    expect(state.deletion?.isPaused).toBe(false);
  });

  test('records what it held as not reached when it is stopped', () => {
    const { state, effects } = play(held.state, { kind: 'deletionStopped' }, listed());
    const untouched: Outcome = { kind: 'notAttempted', problem: null };
    for (const id of ['S1', 'S2', 'S3']) expect(effects).toContainEqual(records(id, untouched));
    expect(state.deletion).toMatchObject({ stop: 'asked', counts: { done: 1, notAttempted: 8 } });
  });

  test('waits for nobody once those sent have answered', () => {
    expect(pendingName(paused)).not.toBeNull();
    expect(pendingName(held.state)).toBeNull();
  });

  test('is paused by esc also while the service asks for a slower pace', () => {
    const slower = refused(429, { retryAfter: 7 });
    const { state } = play(aRun(2), recheckFailed('S0', slower), back);
    expect(state).toMatchObject({ deletion: { isPaused: true, stop: null, slowed: { times: 1, status: 429 } } });
    expect(state.requests.backoff).not.toBeNull();
  });
});

describe('an outcome that cannot be saved', () => {
  const unrecorded = (systemId: string, code: string): Action => ({
    kind: 'outcomeUnrecorded',
    run: 2,
    systemId,
    code,
    now,
  });

  test('stops the run, and is kept for the report', () => {
    const start = play(aRun(9), ...deleting('S0'), deleted('S0'), unrecorded('S0', 'ENOSPC')).state;
    expect(start.deletion).toMatchObject({ stop: 'journal', journalFault: 'ENOSPC', unrecorded: new Set(['S0']) });
    const { state } = play(start, unrecorded('S1', 'EIO'));
    expect(state.deletion).toMatchObject({ journalFault: 'ENOSPC', unrecorded: new Set(['S0', 'S1']) });
  });

  test('is kept also where it was the last, and then the run ended as it did', () => {
    const over = play(aRun(1), ...deleting('S0'), deleted('S0')).state;
    const { deletion: run } = play(over, unrecorded('S0', 'ENOSPC')).state;
    expect(run).toMatchObject({ stop: null, journalFault: 'ENOSPC', unrecorded: new Set(['S0']) });
  });
});
