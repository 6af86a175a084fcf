/** What do enrolment keys do to the state? */
import type { EnrolmentKeyAction } from '../actions.ts';
import { describing, type KeyCreation, secretOf } from './creation.ts';
import { newTokenAsked } from '../requests/retry-update.ts';
import { atTop } from '../kernel/list-cursor.ts';
import { isRunGoing } from '../selectors.ts';
import type { State } from '../state.ts';
import { holdsHidden } from '../kernel/safe-json.ts';
import type { Step } from '../kernel/step.ts';

export function reduceEnrolmentKeys(state: State, action: EnrolmentKeyAction): Step {
  switch (action.kind) {
    case 'newKeyOpened':
      return [{ ...state, screen: { kind: 'newKey', creation: describing }, notice: null }];
    case 'keysSeenOpened':
      return [{ ...state, screen: { kind: 'keysSeen', list: atTop }, notice: null }];
    case 'keyDescribed':
    case 'keyCreated':
    case 'keyCreationFailed':
    case 'secretToggled':
    case 'secretCopied':
      return state.screen.kind === 'newKey' ? creationContinued(state, state.screen.creation, action) : [state];
  }
}

type CreationAction = Exclude<EnrolmentKeyAction, { kind: 'newKeyOpened' | 'keysSeenOpened' }>;

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
      return [problem.kind === 'refused' && problem.status === 401 ? newTokenAsked(next, problem, null) : next];
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
