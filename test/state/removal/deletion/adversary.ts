/** The adversary of a deletion: any key that is not refused, and any answer of the service. */
import { refusalFor } from '../../../../src/screens/screen-definition.ts';
import { activeGroups } from '../../../../src/screens/screens.ts';
import type { RunKind } from '../../../../src/state/change/run-kinds.ts';
import { phraseOf } from '../../../../src/state/removal/review/opening.ts';
import { defaultProfileSettings } from '../../../../src/state/session/profile-settings.ts';
import { textField } from '../../../../src/state/root/navigation.ts';
import type { Effect, Action, State } from '../../../../src/state/root/state.ts';
import {
  anOrganisation,
  aPage,
  aRunHeader,
  aRunRecord,
  aSystem,
  daysAgo,
  now,
  refused,
  systemsOf,
} from '../../../support/make.ts';
import { editOf } from '../../../support/edits.ts';
import { type Answer, answerTo as answerFor, isRequest, problemOf } from './simulated-run.ts';

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
  if (screen.kind === 'systems') return [{ kind: 'matchingMarked' }, { kind: 'reviewOpened', does, ...editOf(does) }];
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
  ...(['readPage', 'readCheckPage', 'listOrganisations', 'tryToken', 'replaceToken', 'findToken'] as const),
  ...(['checkBaseUrl', 'listProfiles', 'useProfile', 'findCutOff', 'startTimer'] as const),
];

/** An effect that is answered. */
export type Asked = Extract<Effect, { kind: (typeof kinds)[number] }>;

export function isAsked(effect: Effect): effect is Asked {
  // These start again each time.
  if (effect.kind === 'startTimer' && (effect.timer === 'refresh' || effect.timer === 'watch')) return false;
  return kinds.some((kind) => kind === effect.kind);
}

/** Answered before anything else can happen. */
export function isAnsweredAtOnce({ kind }: Effect): boolean {
  return kind === 'listProfiles' || kind === 'useProfile';
}

/** From this number on, all is well. */
export const well = 20;

/** The worst one first. */
const answers: readonly Answer[] = [
  ...(['unauthorised', 'slower', 'broken', 'fails', 'gone', 'lost', 'cameBack', 'oddly', 'done'] as const),
];

/** `how`: the lower, the worse. */
export function answerTo(effect: Asked, how: number): Action {
  const what = answers[how] ?? 'fine';
  if (effect.kind === 'openJournal' && how === 0) {
    return { kind: 'runRefused', run: effect.run, does: null, holder: null };
  }
  if (isRequest(effect)) return answerFor(effect, what, 'delete');
  const problem = problemOf(what);
  switch (effect.kind) {
    case 'rereadSystem': {
      const { review, systemId } = effect;
      if (problem !== null) return { kind: 'rereadFailed', review, systemId, problem };
      return {
        kind: 'systemReread',
        review,
        systemId,
        system: aSystem({ systemId, ...old, isEnabled: how !== 8 }),
        askedAt: 0,
        now,
      };
    }
    case 'readPage':
      if (problem !== null) return { kind: 'pageFailed', scan: effect.scan, problem };
      return { kind: 'pageArrived', scan: effect.scan, page: aPage(systems), now };
    case 'listOrganisations':
    case 'tryToken': {
      if (how < 3) return { kind: 'organisationsFailed', problem: refused(401) };
      return { kind: 'organisationsArrived', organisations };
    }
    case 'replaceToken': {
      if (how < 3) return { kind: 'newTokenRefused', message: 'Not a token.', problem: null };
      return { kind: 'newTokenAccepted', organisations };
    }
    case 'findToken': {
      const storage = 'keychain';
      if (how < 4) return { kind: 'tokenSearched', found: { kind: 'none', storage, hasChosen: true } };
      return { kind: 'tokenSearched', found: { kind: 'found', storage } };
    }
    case 'checkBaseUrl':
      return { kind: 'baseUrlAccepted', baseUrl: services[how % 2 === 0 ? 0 : 1] };
    case 'listProfiles':
      return { kind: 'profilesListed', names: ['tills'] };
    case 'useProfile': {
      const baseUrl = services[how % 2 === 0 ? 0 : 1];
      return { kind: 'profileUsed', isNew: false, name: effect.name, baseUrl, settings: defaultProfileSettings };
    }
    case 'findCutOff': {
      const { run, orgId } = effect;
      if (how > 5) return { kind: 'otherSessionFound', orgId, does: 'delete', holder: null };
      // One was deleted, of another that is not known.
      const header = aRunHeader({ orgId, orgName: 'Any', baseUrl: effect.baseUrl, items: systems.length });
      const outcomes = new Map([['S1', { kind: 'done' } as const]]);
      const record = aRunRecord(systems, { header, intents: new Set(['S1', 'S2']), outcomes });
      return { kind: 'cutOffFound', run, record, path: '/runs/0.jsonl', now };
    }
    case 'startTimer':
      return { kind: 'timerEnded', timer: effect.timer };
  }
}
