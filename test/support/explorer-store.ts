/** The explorer without its screens: the state, its effects and a real client, against a service on loopback. */
import { join } from 'node:path';
import { createSessionClock } from '../../src/state/session/clock/clock.ts';
import { createStore, type Store } from '../../src/state/kernel/store.ts';
import { noLabel } from '../../src/state/session/organisations.ts';
import { definitionFrom } from './definition.ts';
import type { Ports } from '../../src/state/root/ports.ts';
import { defaultProfileSettings } from '../../src/state/session/profile-settings.ts';
import { reduce } from '../../src/state/root/reduce.ts';
import { defaultGuards } from '../../src/state/fleet/protection/guards.ts';
import { createRunEffect } from '../../src/state/root/run-effect.ts';
import { createCredentials } from '../../src/state/session/credentials.ts';
import type { Action, State } from '../../src/state/root/state.ts';
import { anOrganisation, aSession, aState } from './make.ts';
import { recordsIn } from './request-records.ts';
import type { StoryService } from './service.ts';
import { aFolder } from './folder.ts';

/** The reason why changes are forbidden: a flag, a profile, an organisation; null: none. */
export type Forbidding = 'preview' | 'read-only' | 'profile' | 'organisation' | null;

export interface ExplorerStore extends Store<State, Action> {
  /** The folder of its records. */
  readonly folder: string;
  /** Changes the state by hand, before the next action. */
  readonly changes: (change: (state: State) => State) => void;
}

/**
 * Signed in, on the list of systems, with the definition read. `screens`: the state knows why changes are forbidden, as
 * in the program; else only the client knows.
 */
export function anExplorer(
  service: StoryService,
  document: string,
  forbidding: Forbidding,
  screens: 'know' | 'do not know',
): ExplorerStore {
  const home = aFolder();
  const folder = join(home, 'rollcall', 'requests');
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
    requestRecords: recordsIn(folder),
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
  const run = createRunEffect(ports, { credentials, clock });
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
