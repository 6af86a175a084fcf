/** Creates enrolment keys, and lists known ones. */
import { wholeView, atTop } from '../../kernel/list-view.ts';
import { readFilter } from '../../fleet/filter/filter.ts';
import { moveCursor, showList } from '../../fleet/list/public.ts';
import { holdsHidden } from '../../kernel/spelling.ts';
import { type Feature, type Of } from '../../root/feature.ts';
import { andThen, onScreen, withNotice, type Step } from '../../root/step.ts';
import { recordAbout } from '../../change/request/requests.ts';
import { askNewToken } from '../../session/backoff/reads.ts';
import type { Action, Screen, State } from '../../root/state.ts';
import { describing, type KeyCreation } from './feature.ts';
import { isKeyUnderWay, isSecretUnseen, keyAtCursor, keyList, keyIdIn, secretOf } from './selectors.ts';
import { enrolmentKeysEffects } from './effects.ts';

const notPlain = 'Not copied: the secret holds control or invisible characters. v shows it.';

/** The creation on the screen at the given stage; null otherwise. */
function creationAt<K extends KeyCreation['kind']>({ screen }: State, kind: K): Of<KeyCreation, K> | null {
  return screen.kind === 'newKey' && screen.creation.kind === kind ? (screen.creation as Of<KeyCreation, K>) : null;
}

/** The creation of this attempt; null for the answer to an earlier attempt. */
function creationOf(state: State, attempt: number): Of<KeyCreation, 'creating'> | null {
  const creation = creationAt(state, 'creating');
  return creation?.attempt === attempt ? creation : null;
}

function withCreation(state: State, creation: KeyCreation): State {
  const isFromKeys = state.screen.kind === 'newKey' && state.screen.isFromKeys === true;
  return { ...state, screen: { kind: 'newKey', creation, isFromKeys } };
}

/** Leaves the creation of a key; asks once before an unsaved secret is lost. */
function backFromKey(state: State, { creation, isFromKeys }: Of<Screen, 'newKey'>): Step | Action {
  if (creation.kind === 'creating') return [state];
  if (creation.kind === 'created' && isSecretUnseen(creation) && !creation.isWarned)
    return [withCreation(state, { ...creation, isWarned: true })];
  return isFromKeys === true ? { kind: 'keysSeenOpened' } : [onScreen(state, { kind: 'systems' })];
}

export const enrolmentKeys: Feature<'enrolmentKeys'> = {
  slice: {
    initial: { made: [], view: wholeView },
    lasts: 'organisation',
  },
  update: {
    newKeyOpened(state) {
      const isFromKeys = state.screen.kind === 'keysSeen';
      return [onScreen(state, { kind: 'newKey', creation: describing, isFromKeys })];
    },
    newKeyFilled(state, { description: typed }) {
      const next = onScreen(state, { kind: 'newKey', creation: { ...describing, typed } });
      return [withNotice(next, 'A key with a description alone is created here: enter creates it.')];
    },
    keyDescribed(state) {
      const creation = creationAt(state, 'describing');
      if (creation === null || state.organisation === null) return [state];
      const typed = creation.typed.trim();
      if (typed === '') {
        const message = 'Type a description: it identifies the key.';
        return [withCreation(state, { ...creation, message })];
      }
      const { nextId: attempt, now: askedAt, organisation } = state;
      const about = recordAbout(state, organisation);
      return [
        { ...withCreation(state, { kind: 'creating', typed, attempt, askedAt }), nextId: attempt + 1 },
        { kind: 'createEnrolmentKey', attempt, orgId: organisation.orgId, description: typed, about },
      ];
    },
    keyNotSent(state, { attempt, message }) {
      const creation = creationOf(state, attempt);
      if (creation === null) return [state];
      const { typed } = creation;
      return [withCreation(state, { kind: 'describing', typed, message, problem: null, askedAt: null })];
    },
    keyCreated(state, { attempt, key }) {
      const creation = creationOf(state, attempt);
      if (creation === null) return [state];
      const unseen = { isRevealed: false, wasRevealed: false, isCopied: false, isWarned: false };
      const { typed } = creation;
      const made = [{ id: keyIdIn(key), description: typed.trim() }, ...state.enrolmentKeys.made];
      const enrolmentKeys = { ...state.enrolmentKeys, made };
      return [withCreation({ ...state, enrolmentKeys }, { kind: 'created', typed, key, ...unseen })];
    },
    keyCreationFailed(state, { attempt, problem }) {
      const creation = creationOf(state, attempt);
      if (creation === null) return [state];
      const { typed, askedAt } = creation;
      const next = withCreation(state, { kind: 'describing', typed, message: null, problem, askedAt });
      const isTokenRefused = problem.kind === 'refused' && problem.status === 401;
      return [isTokenRefused && !next.program.isLeaving ? askNewToken(next, problem) : next];
    },
    secretToggled(state) {
      const creation = creationAt(state, 'created');
      if (creation === null) return [state];
      const isRevealed = !creation.isRevealed;
      return [withCreation(state, { ...creation, isRevealed, wasRevealed: true, isWarned: false })];
    },
    secretCopied(state) {
      const creation = creationAt(state, 'created');
      const secret = creation && secretOf(creation.key);
      if (creation === null || secret === null) return [state];
      // Control characters would act in a shell, and replacing them would change the secret.
      if (holdsHidden(secret.value)) return [{ ...state, notice: { kind: 'warning', text: notPlain } }];
      return [
        withCreation(state, { ...creation, isCopied: true, isWarned: false }),
        { kind: 'copyText', text: secret.value },
      ];
    },
    keySystemsShown(state) {
      const key = keyAtCursor(state);
      if (key === undefined) return [state];
      const text = key.id === null ? '-key:*' : `key:=${key.id}`;
      const shown = showList(onScreen(state, { kind: 'systems' }), { filter: readFilter(text) });
      return andThen(moveCursor(shown, 'first'), (next) => [
        withNotice(next, 'esc shows all systems, K the keys again.'),
      ]);
    },
    keysSeenOpened: (state) => [onScreen(state, { kind: 'keysSeen', list: atTop })],
  },
  effects: enrolmentKeysEffects,
  pending(state) {
    const creation = creationAt(state, 'creating');
    return creation && `key ${creation.attempt}`;
  },
  holdsExit: isKeyUnderWay,
  screens: {
    newKey: {
      back: backFromKey,
      field(state, { creation }) {
        if (creation.kind !== 'describing') return null;
        const edited = (typed: string): Step => [withCreation(state, { ...describing, typed })];
        return { name: 'keyDescription', text: creation.typed, edited, confirms: 'enter' };
      },
    },
    keysSeen: {
      back: (state) => [keyList.unfiltered(state) ?? onScreen(state, { kind: 'systems' })],
      list: keyList.list,
    },
  },
};
