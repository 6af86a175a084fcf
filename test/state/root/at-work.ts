/** The program without its screen: its state, its effects and a machine that answers as a test says. */
import { createRunEffect } from '../../../src/state/root/run-effect.ts';
import type { Ports } from '../../../src/state/root/services.ts';
import { reduce } from '../../../src/state/root/reduce.ts';
import type { Of } from '../../../src/state/root/feature.ts';
import type { Action, Effect, State } from '../../../src/state/root/state.ts';
import { createStore } from '../../../src/state/kernel/store.ts';
import { createSessionClock } from '../../../src/state/session/clock.ts';
import { createCredentials, type Credentials } from '../../../src/state/session/credentials.ts';
import { defaultProfileSettings } from '../../../src/state/session/profile-settings.ts';
import { noLabel } from '../../../src/state/session/organisations.ts';
import { aState, noGuards, now } from '../../support/make.ts';

/** Answers by the name of a port, those of the memory among them; a function is called, any other value is the answer. */
export type Answers = Readonly<Record<string, unknown>>;

const usual: Answers = {
  ...{ settings: defaultProfileSettings, label: noLabel, guards: noGuards, isNewProfile: false, settingsFault: null },
  ...{ counts: new Map(), lastOrganisation: null, profileNames: ['default'], ownCommands: [] },
  ...{ view: { columns: { shown: [], isWide: false }, views: {} }, listView: null },
  ...{ baseUrl: null, saved: Promise.resolve(), settled: Promise.resolve(), networkTo: { route: { kind: 'direct' } } },
  ...{ find: Promise.resolve({ kind: 'none', storage: 'file', hasChosen: false }), findLock: { kind: 'free' } },
  ...{ 'definitions.recall': null, 'definitions.identify': 'sha', 'definitions.keep': null },
  ...{ compareWithLastVisit: { changes: null, problem: null }, isOrganisationLocked: Promise.resolve(false) },
  ...{ changesFolder: () => Promise.reject(new Error('no folder')), random: 0, now, sinceBoot: 0 },
};

interface AtWork {
  readonly credentials: Credentials;
  readonly state: () => State;
  readonly dispatch: (...actions: readonly Action[]) => void;
  /** Carries one effect out by itself. */
  readonly does: (effect: Effect) => void;
  /** Calls of ports other than clocks: name, then what was given. */
  readonly calls: readonly (readonly unknown[])[];
  /** Every effect and every action so far. */
  readonly effects: readonly Effect[];
  readonly actions: readonly Action[];
  /** The state, once it is so. */
  readonly sees: (isSo: (state: State) => boolean) => Promise<State>;
  readonly until: (isSo: () => boolean) => Promise<unknown>;
  /** The first action of this kind. */
  readonly hears: <K extends Action['kind']>(kind: K) => Promise<Of<Action, K>>;
}

/** Ports that have parts; those of `definitions` and `requests` are called by both names. */
const groups: Readonly<Record<string, string>> = {
  ...{
    memory: '',
    tokens: '',
    savedMarks: 'savedMarks.',
    definitions: 'definitions.',
    requests: 'requests.',
  },
};

/** Ports whose answers come later, though a test gives them at once. */
const later =
  /^(definitions\.recall|edit\w+|show\w+|export\w+|openExport|runCommand|findLock|compareWithLastVisit|store|find|remove)$/;

export function atWork(answers: Answers = {}, start = aState()): AtWork {
  const calls: (readonly unknown[])[] = [];
  const waiting = new Set<() => void>();
  const look = (): void => {
    for (const one of [...waiting]) one();
  };
  const all = { ...usual, ...answers };
  const call =
    (name: string) =>
    (...given: readonly unknown[]): unknown => {
      if (!['now', 'sinceBoot', 'random', 'networkTo'].includes(name)) {
        calls.push([name, ...given]);
        queueMicrotask(look);
      }
      const answer = all[name];
      const value =
        typeof answer === 'function' ? (answer as (...of: readonly unknown[]) => unknown)(...given) : answer;
      return later.test(name) ? Promise.resolve(value) : value;
    };
  const values: Answers = {
    version: '1.0.0',
    isPreview: false,
    isReadOnly: false,
    requestEnded: undefined,
    ...answers,
  };
  // A cast: a port that no test asks for is there, too.
  const ports = new Proxy({} as Ports, {
    get(_, name: string): unknown {
      const group = groups[name];
      if (group !== undefined) return new Proxy({}, { get: (__, part: string) => call(`${group}${part}`) });
      return ['version', 'isPreview', 'isReadOnly', 'requestEnded'].includes(name) ? values[name] : call(name);
    },
  });
  const credentials = createCredentials();
  const run = createRunEffect({ ports, credentials, clock: createSessionClock(() => ({ wall: now, steady: 0 })) });
  const [effects, actions]: [Effect[], Action[]] = [[], []];
  const hear = (action: Action): void => {
    actions.push(action);
    look();
  };
  const store = createStore<State, Action, Effect>(
    start,
    (state, action) => reduce(state, action),
    (effect, dispatch, state) => {
      effects.push(effect);
      run(
        effect,
        (action) => {
          dispatch(action);
          hear(action);
        },
        state,
      );
    },
  );
  const until = <Value>(find: () => Value | undefined): Promise<Value> =>
    new Promise((resolve) => {
      const one = (): void => {
        const found = find();
        if (found === undefined) return;
        waiting.delete(one);
        resolve(found);
      };
      waiting.add(one);
      one();
    });
  return {
    ...{ credentials, calls, effects, actions, state: store.state },
    dispatch(...some) {
      for (const action of some) store.dispatch(action);
    },
    does(effect) {
      run(effect, hear, store.state());
    },
    until: (isSo) => until(() => (isSo() ? true : undefined)),
    sees: (isSo) => until(() => (isSo(store.state()) ? store.state() : undefined)),
    hears: (kind) => until(() => actions.find((action): action is Of<Action, typeof kind> => action.kind === kind)),
  };
}
