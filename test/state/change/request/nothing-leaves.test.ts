/** Where changes are forbidden, no byte of one leaves: every change of the usual document, judged by the service's log. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Json } from '../../../../src/api/exact-json.ts';
import type { DefinedOperation } from '../../../../src/api/openapi/definition.ts';
import { partsOf, nothingSet } from '../../../../src/state/explorer/form/shapes.ts';
import { orgPlaceholder } from '../../../../src/api/openapi/path-form.ts';
import { parameterKey } from '../../../../src/api/calls/call.ts';
import { usualDocument } from '../../../support/documents/usual.ts';
import { aService, type StoryService, systemsCalled } from '../../../support/service.ts';
import { createSessionClock } from '../../../../src/state/session/clock.ts';
import { createStore, type Store } from '../../../../src/state/kernel/store.ts';
import { noLabel } from '../../../../src/state/session/organisations.ts';
import { definitionFrom, requiredOf } from '../../../support/definition.ts';
import type { Ports } from '../../../../src/state/root/services.ts';
import { defaultProfileSettings } from '../../../../src/state/session/profile-settings.ts';
import { reduce } from '../../../../src/state/root/reduce.ts';
import { defaultGuards } from '../../../../src/state/fleet/protection/guards.ts';
import { createRunEffect } from '../../../../src/state/root/run-effect.ts';
import { createCredentials } from '../../../../src/state/session/credentials.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { anOrganisation, aSession, aState } from '../../../support/make.ts';
import { recordsIn } from '../../../support/request-records.ts';
import { aFolder } from '../../../support/folder.ts';

/** The reason why changes are forbidden: a flag, a profile, an organisation; null: none. */
type Forbidding = 'preview' | 'read-only' | 'profile' | 'organisation' | null;

interface ExplorerStore extends Store<State, Action> {
  /** The folder of its records. */
  readonly folder: string;
  /** Changes the state by hand, before the next action. */
  readonly changes: (change: (state: State) => State) => void;
}

/**
 * Signed in, on the list of systems, with the definition read. `screens`: the state knows why changes are forbidden, as
 * in the program; else only the client knows.
 */
function anExplorer(
  service: StoryService,
  document: string,
  forbidding: Forbidding,
  screens: 'know' | 'do not know',
): ExplorerStore {
  const home = aFolder();
  const folder = join(home, 'rollcall', 'changes');
  const profileSettings = { ...defaultProfileSettings, isReadOnly: forbidding === 'profile' };
  const label = { ...noLabel, isReadOnly: forbidding === 'organisation' };
  const ports = {
    version: '1.0.0',
    isPreview: forbidding === 'preview',
    isReadOnly: forbidding === 'read-only',
    now: () => Date.now(),
    sinceBoot: () => performance.now(),
    random: () => 0,
    randomId: () => 'a-1',
    networkTo: () => ({ route: { kind: 'direct' } }),
    requests: recordsIn(folder),
    changesFolder: () => Promise.resolve(folder),
    isOrganisationLocked: () => Promise.resolve(false),
    copyLines: () => undefined,
    // The service's address comes with the search for its token, which nothing waits for.
    tokens: { find: () => new Promise(() => undefined) },
    memory: {
      refreshProtection: () => Promise.resolve(),
      settings: () => profileSettings,
      label: () => label,
      guards: () => defaultGuards,
    },
  } as unknown as Ports;
  const credentials = createCredentials();
  credentials.use(service.token, service.baseUrl);
  const clock = createSessionClock(() => ({ wall: Date.now(), steady: performance.now() }));
  const mode = forbidding === 'preview' ? 'preview' : forbidding === null ? 'normal' : 'read-only';
  const isOfSession = screens === 'know' && forbidding !== 'organisation';
  const session = aSession({
    baseUrl: service.baseUrl,
    tokenSource: 'environment',
    mode: isOfSession ? mode : 'normal',
  });
  const organisation = anOrganisation({ orgId: 'n7Kq2wTd', orgName: 'Northwind' });
  const base = aState({ session, organisation, ...(screens === 'know' && { label }) });
  const state: State = { ...base, definition: { ...base.definition, definition: definitionFrom(document) } };
  const run = createRunEffect({ ports, credentials, clock });
  let change = (before: State): State => before;
  const store = createStore(
    state,
    (before: State, action: Action) => {
      const changed = change(before);
      change = (after) => after;
      return reduce(changed, action);
    },
    run,
  );
  run({ kind: 'findToken', baseUrl: service.baseUrl }, store.dispatch, state);
  const changes: ExplorerStore['changes'] = (next) => {
    change = next;
  };
  return { ...store, folder, changes };
}

const document = JSON.stringify(usualDocument());

function changesOf({ state }: ExplorerStore): readonly DefinedOperation[] {
  const operations = state().definition.definition?.operations ?? [];
  return operations.filter(({ method, unusable }) => method !== 'GET' && method !== 'HEAD' && unusable === null);
}

/** Opens its form, sets what has to be set, and asks for its request. */
async function asks(store: ExplorerStore, operation: DefinedOperation): Promise<void> {
  store.dispatch({ kind: 'operationOpened', operation, known: {} });
  const { definition } = store.state().definition;
  if (definition === null) throw new Error('There is no definition.');
  const { parameters, body } = partsOf(definition, operation);
  const organisation = orgPlaceholder(operation.path);
  const set = parameters
    .filter(({ isRequired, unusable, name }) => isRequired && unusable === null && name !== organisation)
    .map((one): [string, Json] => [parameterKey(one), 'ID-web-1']);
  const values = {
    ...nothingSet,
    parameters: new Map(set),
    body: body === null ? undefined : { note: 'x', more: 1, ...requiredOf(body) },
  };
  const form = { before: null, invalidJson: new Map(), idempotency: null };
  const forms = new Map([[operation.id, { ...form, values }]]);
  // Not by keys: what is asked here is what leaves, and not how a form is filled in.
  store.changes((state) => ({ ...state, operationForm: { ...state.operationForm, forms } }));
  store.dispatch({ kind: 'operationSendRequested' });
  // Its request comes with an effect.
  await setImmediate();
}

const often = { interval: 2 };

/** Types its phrase and confirms it; answers how it ended. */
async function confirms(store: ExplorerStore): Promise<string> {
  const current = () => store.state().request.current;
  const phrase = current()?.judged.phrase ?? '';
  store.dispatch({ kind: 'timerEnded', timer: 'armRequest' });
  await expect.poll(() => current()?.target.kind, often).not.toBe('reading');
  store.dispatch({ kind: 'textEdited', text: phrase });
  store.dispatch({ kind: 'requestConfirmed' });
  await expect.poll(() => current()?.stage.kind, often).toMatch(/^(?:withheld|done|refused|unknown)$/);
  return current()?.stage.kind ?? '';
}

function recordsOf({ folder }: ExplorerStore): string {
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');
}

function leavesAll(store: ExplorerStore): void {
  for (let left = 10; left > 0 && store.state().screen.kind !== 'systems'; left--) store.dispatch({ kind: 'wentBack' });
}

const modes: readonly Exclude<Forbidding, null>[] = ['preview', 'read-only', 'profile', 'organisation'];

test.each(modes)('every change of the usual document, forbidden by %s: the client withholds it', async (mode) => {
  const service = await aService({ systems: systemsCalled('web', 3) });
  const store = anExplorer(service, document, mode, 'do not know');
  const ends: Record<string, number> = {};
  for (const operation of changesOf(store)) {
    // An organisation forbids what names it.
    if (mode === 'organisation' && !operation.path.startsWith('/org/{orgId}')) continue;
    await asks(store, operation);
    const { screen, request } = store.state();
    const isAsked = screen.kind === 'request' && request.current?.operation.id === operation.id;
    const end = isAsked ? await confirms(store) : 'taken over';
    ends[end] = (ends[end] ?? 0) + 1;
    leavesAll(store);
  }
  expect(Object.keys(ends).sort()).toEqual(['taken over', 'withheld']);
  expect(ends['withheld']).toBeGreaterThan(35);
  expect(ends['taken over']).toBeLessThan(5);
  expect(service.requests.filter(({ method }) => method !== 'GET' && method !== 'HEAD')).toEqual([]);
  // Each has its record, which says that nothing left.
  const withheld = (): number => recordsOf(store).match(/"outcome":{"kind":"notAttempted"/g)?.length ?? 0;
  await expect.poll(withheld, often).toBe(ends['withheld'] ?? 0);
  const text = recordsOf(store);
  expect(text).not.toContain(service.token);
});

test.each(modes)('every change of the usual document in %s, as the screens know it', async (mode) => {
  const service = await aService({ systems: systemsCalled('web', 3) });
  const store = anExplorer(service, document, mode, 'know');
  const said = new Set<string>();
  for (const operation of changesOf(store)) {
    if (mode === 'organisation' && !operation.path.startsWith('/org/{orgId}')) continue;
    await asks(store, operation);
    const { screen, request, notice } = store.state();
    const isAsked = screen.kind === 'request' && request.current?.operation.id === operation.id;
    // A preview goes through everything, with its phrase.
    expect(isAsked && mode !== 'preview', operation.id).toBe(false);
    if (isAsked) expect(await confirms(store)).toBe('withheld');
    else if (notice !== null && 'text' in notice) said.add(notice.text);
    leavesAll(store);
  }
  const what = mode === 'organisation' ? 'organisation' : 'session';
  if (mode === 'preview') {
    const text = recordsOf(store);
    expect(text.match(/"mode":"preview"/g)?.length).toBeGreaterThan(35);
    expect(text).not.toContain('"mode":"sent"');
  } else expect([...said]).toEqual([`This ${what} is read-only: nothing is sent. y copies a curl that sends it.`]);
  expect(service.requests.filter(({ method }) => method !== 'GET' && method !== 'HEAD')).toEqual([]);
});
