import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { deletionServices } from '../../../../src/state/removal/deletion/effects.ts';
import { createClient, type Client } from '../../../../src/api/http/client.ts';
import { runJournals } from '../../../../src/state/change/runs/open-journals.ts';
import { fromFeatures, isRead, readDefinition } from '../../../../src/state/root/registry.ts';
import type { Services } from '../../../../src/state/root/feature.ts';
import { planEntries } from '../../../../src/state/change/journal/format.ts';
import { noLabel } from '../../../../src/state/session/organisations.ts';
import type { Lock } from '../../../../src/state/change/runs/feature.ts';
import type { ExportWritten } from '../../../../src/state/fleet/export.ts';
import { defaultProfileSettings } from '../../../../src/state/session/profile-settings.ts';
import { reduce } from '../../../../src/state/root/reduce.ts';
import { createSessionClock } from '../../../../src/state/session/clock.ts';
import { defaultGuards } from '../../../../src/state/fleet/protection/guards.ts';
import type { SystemChange } from '../../../../src/api/operations.ts';
import type { Action, Effect, State } from '../../../../src/state/root/state.ts';
import { aServer, sendJson } from '../../../api/http.ts';
import { aNewRun, aReviewOf, aRunHeader, baseUrl, now, systemsOf } from '../../../support/make.ts';
import { aReview, typed } from './story.ts';
import { play } from '../../root/play.ts';
import { decodeRecord } from '../../../../src/state/change/runs/effects.ts';
import { aFolder } from '../../../support/folder.ts';

const run = aNewRun(aReviewOf(systemsOf(2)));

/** The machine as the effects need it. */
function portsWith(exportRun = (): Promise<ExportWritten> => Promise.resolve({ ok: true, paths: [] })) {
  return {
    version: '1.0.0',
    now: () => now,
    sinceBoot: () => 0,
    changesFolder: (): Promise<string> => Promise.reject(new Error('no home')),
    lockOrganisation: (): Promise<Lock> => Promise.resolve({ kind: 'failed', code: 'ENOENT' }),
    findLock: () => Promise.resolve({ kind: 'free' } as const),
    isOrganisationLocked: () => Promise.resolve(false),
    leaveOutOfLastVisit: () => Promise.resolve(),
    exportRecord: exportRun,
    exportSystems: exportRun,
    copyOutcomes: () => undefined,
    memory: {
      refreshProtection: () => Promise.resolve(),
      settings: () => defaultProfileSettings,
      label: () => noLabel,
      guards: () => defaultGuards,
    },
  };
}

const allEffects = fromFeatures((features) => features.map(({ effects }) => effects));

function clientOf(service = baseUrl): Client {
  return createClient({ baseUrl: service, token: '', version: '1.0.0', modeFor: () => 'normal' });
}

/** Carries effects of deletions out, with one client. */
function effectsWith(ports: ReturnType<typeof portsWith>, client = clientOf(), isCurrent = () => true) {
  const clock = createSessionClock(() => ({ wall: now, steady: 0 }));
  const journals = runJournals(ports, decodeRecord);
  const handlers = Object.assign({}, ...allEffects()) as Readonly<
    Record<string, (effect: Effect, services: unknown) => Promise<Action | null> | Action | null>
  >;
  const carryOut = async (effect: Effect, dispatch: (action: Action) => void): Promise<void> => {
    if (effect.kind === 'openJournal') {
      onTestFinished(async () => {
        journals.close({ run: effect.run, end: null });
        await journals.closed();
      });
    }
    const { signal } = new AbortController();
    const services = { ports, clock, journals, client: () => client, isCurrent, dispatch, signal };
    const answer = isRead(effect)
      ? await readDefinition(effect).send(effect, services as unknown as Services & { signal: AbortSignal })
      : await handlers[effect.kind]?.(effect, services);
    if (answer != null) dispatch(answer);
  };
  return { carryOut, saved: () => journals.closed() };
}

async function answers(ports: ReturnType<typeof portsWith>, effect: Effect, client?: Client): Promise<Action[]> {
  const said: Action[] = [];
  await effectsWith(ports, client).carryOut(effect, (action) => said.push(action));
  return said;
}

test.each<[string, () => Promise<ExportWritten>, 'JSON' | null, string]>([
  [
    'cannot be written',
    () => Promise.resolve({ ok: false, file: 'JSON', code: 'ENOSPC', isPartLeft: true }),
    'JSON',
    'ENOSPC',
  ],
  [
    'cannot be made of the run',
    () => {
      throw new RangeError('Invalid time value');
    },
    null,
    'unknown',
  ],
])('an export that %s is said, and ends nothing', async (_, exportRun, file, code) => {
  const said = await answers(portsWith(exportRun), { kind: 'exportRecord', of: { run }, isPage: false });
  expect(said).toEqual([{ kind: 'exportFailed', file, code, isPartLeft: file !== null }]);
});

test('a run begins by the settings as they are by then: where they say read-only, or ask for a second person, it is forbidden', async () => {
  /** Another session has set this since: it is known once the settings were read again. */
  const begun = (mode: 'run' | 'preview', organisation: boolean, profile = false, above: number | null = null) => {
    let isFresh = false;
    const memory = {
      // It takes a moment: nothing may be asked before it is there.
      refreshProtection: () => Promise.resolve().then(() => void (isFresh = true)),
      settings: () => ({ ...defaultProfileSettings, isReadOnly: isFresh && profile }),
      label: () => ({ ...noLabel, isReadOnly: isFresh && organisation }),
      guards: () => ({
        ...{ ...defaultGuards, systems: new Set(isFresh ? ['S0', 'S1'] : ['S0']) },
        secondPersonAbove: isFresh ? above : null,
      }),
    };
    const ports = { ...portsWith(), memory };
    return answers(ports, { kind: 'openJournal', run: 1, header: aRunHeader({ mode }), plan: run.planned });
  };
  const forbidden = { kind: 'runForbidden', run: 1 };
  expect(await begun('run', true)).toMatchObject([{ ...forbidden, label: { isReadOnly: true } }]);
  expect(await begun('run', false, true)).toMatchObject([{ ...forbidden, settings: { isReadOnly: true } }]);
  expect(await begun('run', false)).toMatchObject([
    { kind: 'protectionFound', systems: new Set(['S0', 'S1']) },
    { kind: 'journalFailed' },
  ]);
  const { items } = aRunHeader();
  expect(await begun('run', false, false, items - 1)).toMatchObject([
    { ...forbidden, guards: { secondPersonAbove: items - 1 } },
  ]);
  expect(await begun('run', false, false, items)).not.toMatchObject([{ kind: 'runForbidden' }]);
  expect(await begun('preview', true)).not.toMatchObject([{ kind: 'runForbidden' }]);
});

test('a run that nobody waits for any more, as after signing out, leaves no lock and no open file behind', async () => {
  const folder = aFolder();
  let locks = 0;
  const release = (): void => {
    locks -= 1;
  };
  const ports = {
    ...portsWith(),
    changesFolder: () => Promise.resolve(folder),
    lockOrganisation: () => {
      locks += 1;
      return Promise.resolve({ kind: 'held', release } as const);
    },
  };
  const begins: Effect = { kind: 'openJournal', run: 1, header: aRunHeader(), plan: run.planned };
  // The run above, which was left.
  const finds: Effect = { kind: 'findCutOff', run: 1, baseUrl, orgId: 'N1' };
  for (const [effect, told] of [[begins, 'journalOpened'] as const, [finds, 'cutOffFound'] as const]) {
    for (const isCurrent of [true, false]) {
      const effects = effectsWith(ports, clientOf(), () => isCurrent);
      const said: Action[] = [];
      await effects.carryOut(effect, (action) => said.push(action));
      await effects.saved();
      expect(said.at(-1)?.kind).toBe(told);
      expect(locks).toBe(isCurrent ? 1 : 0);
      await effects.carryOut({ kind: 'closeJournal', run: 1, end: null }, () => undefined);
      await effects.saved();
      expect(locks).toBe(0);
    }
  }
});

test('the page that is read ahead for a check is given up with the check, and with the session', async () => {
  const made = deletionServices({ ports: portsWith() as unknown as Services['ports'] });
  const { journals, checkAhead } = made.forEffect(() => undefined);
  const isGivenUp = (end: () => void): boolean | undefined => {
    let asked: AbortSignal | undefined;
    const client = { read: (_: unknown, signal: AbortSignal) => ((asked = signal), new Promise(() => undefined)) };
    checkAhead.start(client as unknown as Client, 'https://api.example/2');
    end();
    return asked?.aborted;
  };
  const ends = [() => made.abandoned?.('page'), () => made.abandoned?.('check'), () => made.forget?.()];
  expect(ends.map((end) => isGivenUp(end))).toEqual([false, true, true]);
  // The same records for each effect, which the program waits for before it ends.
  expect(made.forEffect(() => undefined)).toEqual({ journals, checkAhead });
  expect(made.settled?.()).toBe(journals.closed());
  await made.settled?.();
});

test('the record of a preview has the request that would have been sent for a system, and for no other', async () => {
  const folder = aFolder();
  const { carryOut, saved } = effectsWith({ ...portsWith(), changesFolder: () => Promise.resolve(folder) });
  const about = { run: 1, orgId: 'N1', systemId: 'S0' } as const;
  const would = { kind: 'would' } as const;
  const kept = { kind: 'kept', why: 'connected' } as const;
  const effects: readonly Effect[] = [
    { kind: 'openJournal', run: 1, header: aRunHeader({ mode: 'preview' }), plan: run.planned },
    { kind: 'recordOutcome', ...about, does: 'delete', outcome: would },
    { kind: 'recordOutcome', ...about, does: 'delete', outcome: kept },
    { kind: 'recordOutcome', ...about, does: 'change', outcome: would, planned: 'PATCH https://x/S0' },
    { kind: 'recordOutcome', ...about, does: 'change', outcome: kept, planned: 'PATCH https://x/S0' },
    { kind: 'recordOutcome', ...about, does: 'change', outcome: would },
    { kind: 'closeJournal', run: 1, end: null },
  ];
  for (const effect of effects) await carryOut(effect, () => undefined);
  await saved();
  const [name = ''] = readdirSync(folder);
  const lines = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n').slice(2);
  const requests = lines.map((line) => (JSON.parse(line) as { readonly request?: string }).request);
  expect(requests).toEqual([
    ...[`DELETE ${baseUrl}/org/N1/systems/S0`, undefined, 'PATCH https://x/S0', undefined, undefined],
  ]);
});

test.each([
  [['N1', 'C1'], true],
  // A system that is not found may be there still, for those who may see it.
  [['C1'], false],
  [[], false],
])('an account that sees the organisations %j has access to N1: %s', async (ids, hasAccess) => {
  const orgs = ids.map((orgId) => ({ orgId, orgName: orgId, role: 'Owner' }));
  const server = await aServer((response) => {
    sendJson(response, { orgs });
  });
  const asks: Effect = { kind: 'checkAccess', run: 1, orgId: 'N1', by: 'organisations' };
  const said = await answers(portsWith(), asks, clientOf(server.baseUrl));
  expect(said).toEqual([{ kind: 'accessChecked', run: 1, hasAccess, now }]);
});

/** A service that answers every change; the clock that counts sleep says these times, one after the other. */
async function changes(request: SystemChange, ...times: readonly number[]): Promise<{ said: Action[]; sent: number }> {
  const server = await aServer((response) => response.writeHead(204).end());
  const left = [...times];
  const folder = aFolder();
  const ports = {
    ...portsWith(),
    changesFolder: () => Promise.resolve(folder),
    lockOrganisation: () => Promise.resolve({ kind: 'held', release: () => undefined } as const),
    sinceBoot: () => left.shift() ?? times.at(-1) ?? 0,
  };
  const { carryOut } = effectsWith(ports, clientOf(server.baseUrl));
  const said: Action[] = [];
  const recorded: readonly Effect[] = [
    { kind: 'openJournal', run: 1, header: aRunHeader(), plan: run.planned },
    { kind: 'recordIntent', run: 1, systemId: 'S1', record: {} },
  ];
  for (const effect of recorded) await carryOut(effect, () => undefined);
  const effect: Effect = { kind: 'changeSystem', run: 1, request, orgId: 'N1', systemId: 'S1', rereadAt: 1000 };
  await carryOut(effect, (action) => said.push(action));
  return { said, sent: server.requests.length };
}

test.each<[string, number[], Action['kind'], number]>([
  ['is sent up to two seconds after its system was checked', [3000, 3000], 'systemChanged', 1],
  ['is not sent later, as after a sleep or a slow disk', [5000], 'rereadTooOld', 0],
  ['is not sent where its connection takes so long', [1500, 3001], 'rereadTooOld', 0],
])('a change %s', async (_, times, kind, requests) => {
  for (const change of ['delete system', 'disable system'] as const) {
    const { said, sent } = await changes(change, ...times);
    expect(said).toMatchObject([{ kind, run: 1, systemId: 'S1' }]);
    expect(sent).toBe(requests);
  }
});

test('where the disk takes four seconds for a record, the system is checked again before anything is sent, and only so many times', async () => {
  let seconds = 0;
  const folder = aFolder();
  const sent: string[] = [];
  let state = play(aReview(1), ...typed('delete 1').slice(0, -1)).state;
  const [plan] = planEntries('N1', state.review?.items.map(({ system }) => system) ?? []);
  const [record] = plan?.kind === 'plan' ? plan.systems : [];
  const server = await aServer((response, { method }) => {
    sent.push(method);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(record));
  });
  const ports = {
    ...portsWith(),
    changesFolder: () => Promise.resolve(folder),
    lockOrganisation: () => Promise.resolve({ kind: 'held', release: () => undefined } as const),
    sinceBoot: () => seconds * 1000,
  };
  const effects = effectsWith(ports, clientOf(server.baseUrl));
  const over = Promise.withResolvers<State>();
  const happen = (action: Action): void => {
    // The record is on the disk.
    if (action.kind === 'intentRecorded') seconds += 4;
    const [next, ...asked] = reduce(state, action);
    state = next;
    for (const effect of asked) void effects.carryOut(effect, happen);
    if (state.deletion?.finishedAt != null) over.resolve(state);
  };
  happen({ kind: 'phraseEntered' });
  const { deletion: ended } = await over.promise;
  await effects.saved();
  expect(ended?.settled[0]?.outcome).toEqual({ kind: 'notAttempted', problem: null, why: 'tooSlow' });
  expect(sent).toEqual(['GET', 'GET', 'GET', 'GET', 'GET']);
});
