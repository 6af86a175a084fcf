/** What do enrolment keys do to the state? */
import { enrolmentKeysEffects } from './effects.ts';
import type { Feature } from '../kernel/feature.ts';
import { describing, isSecretUnseen, type KeyCreation, secretOf } from './creation.ts';

import { atTop } from '../kernel/list-cursor.ts';
import { isRunGoing } from '../selectors.ts';
import type { State } from '../state.ts';
import { holdsHidden } from '../kernel/safe-json.ts';
import { onScreen, type Step } from '../kernel/step.ts';
import { tableRows } from '../kernel/layout.ts';
import { screenList } from '../kernel/screen-list.ts';
import type { EnrolmentKeysAction } from './feature.ts';
import { newTokenAsked } from '../requests/operations.ts';
import { seenKeys } from './seen-in-list.ts';

type CreationAction = Exclude<EnrolmentKeysAction, { kind: 'newKeyOpened' | 'keysSeenOpened' }>;

function creationContinued(state: State, creation: KeyCreation, action: CreationAction): Step {
  switch (action.kind) {
    case 'keyDescribed':
      return described(state, creation);
    case 'keyCreated':
      if (creation.kind !== 'creating' || creation.attempt !== action.attempt) return [state];
      return answered(
        withCreation(state, {
          kind: 'created',
          typed: creation.typed,
          key: action.key,
          isRevealed: false,
          wasRevealed: false,
          isCopied: false,
          isWarned: false,
        }),
      );
    case 'keyCreationFailed': {
      if (creation.kind !== 'creating' || creation.attempt !== action.attempt) return [state];
      const { typed, askedAt } = creation;
      const { problem } = action;
      const next = withCreation(state, { kind: 'describing', typed, says: null, problem, askedAt });
      if (next.program.isLeaving) return answered(next);
      return [problem.kind === 'refused' && problem.status === 401 ? newTokenAsked(next, problem) : next];
    }
    case 'secretToggled':
      if (creation.kind !== 'created') return [state];
      return [
        withCreation(state, { ...creation, isRevealed: !creation.isRevealed, wasRevealed: true, isWarned: false }),
      ];
    case 'secretCopied': {
      const secret = creation.kind === 'created' ? secretOf(creation.key) : null;
      if (creation.kind !== 'created' || secret === null) return [state];
      // What is pasted into a shell would run; and with signs in their place it would be another secret.
      if (holdsHidden(secret.value)) return [{ ...state, notice: { kind: 'warning', text: notPlain } }];
      return [
        withCreation(state, { ...creation, isCopied: true, isWarned: false }),
        { kind: 'copyText', text: secret.value },
      ];
    }
  }
}

const notPlain = 'Not copied: the secret holds control or invisible characters. v shows it.';

function described(state: State, creation: KeyCreation): Step {
  if (creation.kind !== 'describing' || state.organisation === null) return [state];
  const description = creation.typed.trim();
  if (description === '') {
    return [
      withCreation(state, { ...creation, says: 'A description is needed: it is how the key is told from others.' }),
    ];
  }
  const attempt = state.nextId;
  const next = withCreation(state, { kind: 'creating', typed: description, attempt, askedAt: state.now });
  const { orgId } = state.organisation;
  return [
    { ...next, nextId: attempt + 1 },
    { kind: 'createEnrolmentKey', attempt, orgId, description },
  ];
}

/** Whoever has asked to leave meanwhile leaves, unless a run is still waited for. */
function answered(state: State): Step {
  return state.program.isLeaving && !isRunGoing(state) ? [state, { kind: 'leave' }] : [state];
}

function withCreation(state: State, creation: KeyCreation): State {
  return { ...state, screen: { kind: 'newKey', creation } };
}

/** From a key that is being created nowhere; a secret that nobody has is asked about once. */
function backFromKey(state: State, creation: KeyCreation): State {
  if (creation.kind === 'creating') return state;
  if (creation.kind === 'created' && isSecretUnseen(creation) && !creation.isWarned)
    return { ...state, screen: { kind: 'newKey', creation: { ...creation, isWarned: true } } };
  return onScreen(state, { kind: 'systems' });
}

export const enrolmentKeys: Feature<'enrolmentKeys'> = {
  update: {
    newKeyOpened: (state) => [{ ...state, screen: { kind: 'newKey', creation: describing }, notice: null }],
    keyDescribed: (state, action) =>
      state.screen.kind === 'newKey' ? creationContinued(state, state.screen.creation, action) : [state],

    keyCreated: (state, action) =>
      state.screen.kind === 'newKey' ? creationContinued(state, state.screen.creation, action) : [state],

    keyCreationFailed: (state, action) =>
      state.screen.kind === 'newKey' ? creationContinued(state, state.screen.creation, action) : [state],

    secretToggled: (state, action) =>
      state.screen.kind === 'newKey' ? creationContinued(state, state.screen.creation, action) : [state],

    secretCopied: (state, action) =>
      state.screen.kind === 'newKey' ? creationContinued(state, state.screen.creation, action) : [state],
    keysSeenOpened: (state) => [{ ...state, screen: { kind: 'keysSeen', list: atTop }, notice: null }],
  },
  effects: enrolmentKeysEffects,
  pending: ({ screen }) =>
    screen.kind === 'newKey' && screen.creation.kind === 'creating' ? `key ${screen.creation.attempt}` : null,
  screens: {
    newKey: {
      back: (state, { creation }) => [backFromKey(state, creation)],
      field: (state, { creation }) =>
        creation.kind === 'describing'
          ? {
              name: 'keyDescription',
              text: creation.typed,
              edited: (typed) => [withCreation(state, { ...describing, typed })],
            }
          : null,
    },
    keysSeen: {
      back: (state) => [onScreen(state, { kind: 'systems' })],
      list: (state, screen) =>
        screenList(state, screen, { length: seenKeys(state).length, height: tableRows(state.rows) }),
    },
  },
};
