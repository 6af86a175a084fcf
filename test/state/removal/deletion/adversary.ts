/** The adversary of a deletion: any key that is not refused, and any answer of the service. */
import { refusalFor } from '../../../../src/screens/keys/binding.ts';
import { activeGroups } from '../../../../src/screens/active-keys.ts';
import type { RunRecord } from '../../../../src/state/change/journal/read.ts';
import type { RunKind } from '../../../../src/state/change/run-kinds.ts';
import { phraseOf } from '../../../../src/state/removal/review/review-phrase.ts';
import { textField } from '../../../../src/state/root/navigation.ts';
import type { Effect, Action, State } from '../../../../src/state/root/state.ts';
import {
  anOrganisation,
  aPage,
  aSystem,
  daysAgo,
  now,
  refused,
  systemNotFound,
  systemsOf,
} from '../../../support/make.ts';

const old = { lastSeen: daysAgo(200) };
export const systems = systemsOf(8, () => old);
export const organisations = [anOrganisation(), anOrganisation({ orgId: 'C1', orgName: 'Contoso' })];
const services = ['https://api.example', 'https://staging.example'] as const;

/** Actions that a person may take now, but for leaving. */
export function keysOf(state: State): readonly Action[] {
  const leaving: readonly Action['kind'][] = ['quitConfirmed', 'quitRequested', 'interrupted'];
  return activeGroups(state)
    .flatMap(({ bindings }) => bindings)
    .filter((binding) => refusalFor(binding, state) === null)
    .map(({ action }) => action)
    .filter(({ kind }) => !leaving.includes(kind));
}

/** The next steps straight on to a deletion. */
export function confirming(state: State, does: RunKind): readonly Action[] {
  const { review, screen } = state;
  if (state.overlay !== null || state.prompt !== null) return [];
  if (screen.kind === 'systems') return [{ kind: 'matchingMarked' }, { kind: 'reviewOpened', does }];
  if (screen.kind === 'organisations') return [{ kind: 'organisationOpened' }];
  if (screen.kind !== 'review' || review === null) return [];
  if (textField(state) === 'phrase') {
    return [{ kind: 'textEdited', text: phraseOf(review) }, { kind: 'phraseEntered' }];
  }
  return [
    { kind: 'timerEnded', timer: 'arm' },
    { kind: 'phraseStarted', typed: '' },
  ];
}

const kinds = [
  ...(['openJournal', 'recordIntent', 'changeSystem', 'recheckSystem', 'rereadSystem', 'checkAccess'] as const),
  ...([
    'readPage',
    'readCheckPage',
    'listOrganisations',
    'tryToken',
    'replaceToken',
    'findToken',
    'checkBaseUrl',
  ] as const),
  ...(['listProfiles', 'useProfile', 'findCutOff', 'startTimer'] as const),
];

/** An effect that is answered. */
export type Asked = Extract<Effect, { kind: (typeof kinds)[number] }>;

export function isAsked(effect: Effect): effect is Asked {
  // It starts fresh each time.
  if (effect.kind === 'startTimer' && effect.timer === 'refresh') return false;
  return kinds.some((kind) => kind === effect.kind);
}

/** Answered before anything else can happen. */
export function isAnsweredAtOnce({ kind }: Effect): boolean {
  return kind === 'listProfiles' || kind === 'useProfile';
}

/** From this number on, all is well. */
export const well = 20;

const problems = [refused(401), refused(429, { retryAfter: 3 }), refused(500), refused(409), systemNotFound];

/** `how`: the lower, the worse. */
export function answerTo(effect: Asked, how: number): Action {
  const problem = problems[how];
  switch (effect.kind) {
    case 'openJournal': {
      const { run } = effect;
      if (how === 0) return { kind: 'runRefused', run, does: null, holder: null };
      if (how === 1) return { kind: 'journalFailed', run, code: 'EROFS', now };
      return { kind: 'journalOpened', run, path: `/runs/${run}.jsonl`, now };
    }
    case 'recordIntent': {
      const { run, systemId } = effect;
      if (how === 0) return { kind: 'intentFailed', run, systemId, code: 'ENOSPC', now };
      return { kind: 'intentRecorded', run, systemId };
    }
    case 'changeSystem': {
      const { run, systemId } = effect;
      const lost = { operation: 'send request', kind: 'lost', code: 'ECONNRESET' } as const;
      if (problem !== undefined) return { kind: 'changeFailed', run, systemId, problem, now };
      if (how === 5) return { kind: 'changeFailed', run, systemId, problem: lost, now };
      return { kind: 'systemChanged', run, systemId, accepted: how === 6, now };
    }
    case 'recheckSystem': {
      const { run, systemId } = effect;
      if (problem !== undefined) return { kind: 'recheckFailed', run, systemId, problem, now };
      return {
        kind: 'systemRechecked',
        run,
        systemId,
        // Now and then it is disabled, or nothing says whether it is.
        system: aSystem({ systemId, ...old, isEnabled: how === 7 ? null : how !== 8 }),
        record: {},
        askedAt: 0,
        now,
      };
    }
    case 'rereadSystem': {
      const { review, systemId } = effect;
      if (problem !== undefined) return { kind: 'rereadFailed', review, systemId, problem };
      return {
        kind: 'systemReread',
        review,
        systemId,
        system: aSystem({ systemId, ...old, isEnabled: how !== 8 }),
        now,
      };
    }
    case 'checkAccess':
      if (how < 3) return { kind: 'accessCheckFailed', run: effect.run, problem: refused(401), now };
      return { kind: 'accessChecked', run: effect.run, hasAccess: how !== 3, now };
    case 'readCheckPage':
      if (problem !== undefined) return { kind: 'checkPageFailed', run: effect.run, problem };
      return { kind: 'checkPageArrived', run: effect.run, page: aPage(how % 2 === 0 ? systems : []), now };
    case 'readPage':
      if (problem !== undefined) return { kind: 'pageFailed', scan: effect.scan, problem };
      return { kind: 'pageArrived', scan: effect.scan, page: aPage(systems), now };
    case 'listOrganisations':
    case 'tryToken': {
      if (how < 3) return { kind: 'organisationsFailed', problem: refused(401) };
      return { kind: 'organisationsArrived', organisations };
    }
    case 'replaceToken': {
      if (how < 3) return { kind: 'newTokenRefused', says: 'Not a token.', problem: null };
      return { kind: 'newTokenAccepted', organisations };
    }
    case 'findToken': {
      const place = 'keychain';
      if (how < 4) return { kind: 'tokenSearched', found: { kind: 'none', place, hasChosen: true } };
      return { kind: 'tokenSearched', found: { kind: 'found', place } };
    }
    case 'checkBaseUrl':
      return { kind: 'baseUrlAccepted', baseUrl: services[how % 2 === 0 ? 0 : 1] };
    case 'listProfiles':
      return { kind: 'profilesListed', names: ['tills'] };
    case 'useProfile': {
      const settings = {
        days: 90,
        pageSize: 200,
        isReadOnly: false,
        marksDisabled: true,
        bell: true,
        checksAtRest: true,
      };
      return {
        kind: 'profileUsed',
        isNew: false,
        name: effect.name,
        baseUrl: services[how % 2 === 0 ? 0 : 1],
        settings,
      };
    }
    case 'findCutOff': {
      const { run, orgId } = effect;
      if (how > 5) return { kind: 'otherSessionFound', orgId, does: 'delete', holder: null };
      return { kind: 'cutOffFound', run, record: aCutOffRun(effect), path: '/runs/0.jsonl', now };
    }
    case 'startTimer':
      return { kind: 'timerEnded', timer: effect.timer };
  }
}

/** One was deleted, of another that is not known. */
function aCutOffRun({ baseUrl, orgId }: { readonly baseUrl: string; readonly orgId: string }): RunRecord {
  return {
    header: {
      ...{ kind: 'run', format: 1, version: '1.0.0', at: daysAgo(0), mode: 'run', does: 'delete' },
      ...{ orgId, orgName: 'Any', baseUrl, days: 90, systems: systems.length },
    },
    planned: systems,
    intents: new Set(['S1', 'S2']),
    outcomes: new Map([['S1', { kind: 'done' }]]),
    end: null,
    damaged: 0,
    lastMs: now,
    lastIntentMs: now,
  };
}
