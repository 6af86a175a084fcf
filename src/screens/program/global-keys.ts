/** The global keys: they work on every screen, beside its own. */
import { bannerOf } from '../../state/program/banner.ts';
import { isSecretUnseen } from '../../state/enrolment-keys/creation.ts';
import { isKeyUnderWay } from '../../state/enrolment-keys/selectors.ts';
import { isGoing } from '../../state/deletion/run.ts';
import type { State } from '../../state/state.ts';
import type { BindingGroup } from '../keys/binding.ts';

export const globalKeys: BindingGroup = {
  title: 'Everywhere',
  bindings: [
    { keys: ['esc', 'h', 'left'], does: 'go back one level', action: { kind: 'wentBack' } },
    { keys: [':', 'ctrl-p'], does: 'palette: every action', action: { kind: 'paletteOpened' } },
    { keys: ['?'], does: 'keys of this screen', hint: 'all keys', action: { kind: 'helpOpened' } },
    {
      keys: ['x'],
      does: 'hide the warning at the top',
      action: { kind: 'bannerDismissed' },
      refusal: (state) => {
        const banner = bannerOf(state);
        if (banner === null) return 'there is no warning to hide';
        return banner.kind === 'tls' ? 'this warning stays until the variable is gone' : null;
      },
    },
    {
      keys: ['J'],
      does: 'show the run, going on or over',
      hint: (state) => (isGoing(state.deletion) && state.screen.kind !== 'deletion' ? 'the run' : null),
      action: { kind: 'runShown' },
      refusal: (state) =>
        state.deletion === null ? 'no run was begun in this session; E lists earlier ones' : keyLost(state),
    },
    { keys: ['E'], does: 'earlier runs', action: { kind: 'runsOpened' }, refusal: runsHidden },
    {
      keys: [],
      does: 'change the guards of this organisation',
      action: { kind: 'settingsOpened', about: 'guards' },
      refusal: outsideList,
    },
    {
      keys: [],
      does: 'label this organisation: word, colour',
      action: { kind: 'settingsOpened', about: 'label' },
      refusal: outsideList,
    },
    {
      keys: [],
      does: 'change the settings of this profile',
      action: { kind: 'settingsOpened', about: 'profile' },
      refusal: outsideList,
    },
    {
      keys: [],
      does: 'switch to another profile',
      action: { kind: 'profilesOpened' },
      refusal: (state) => {
        if (state.session.isDemo) return 'the demo has none';
        return isGoing(state.deletion) ? 'a run is going; esc stops it first' : keyLost(state);
      },
    },
    {
      keys: [],
      does: 'choose where the token is kept',
      action: { kind: 'keepingOpened' },
      refusal: ({ session }) => {
        if (session.tokenSource === null) return 'nobody is signed in';
        return session.isDemo ? "the demo's token is not kept" : null;
      },
    },
    {
      keys: ['ctrl-z'],
      does: 'suspend; fg brings it back',
      action: { kind: 'suspendRequested' },
      refusal: (state) => (isGoing(state.deletion) ? 'a run is going, and would stand still' : keyUnderWay(state)),
    },
    { keys: ['ctrl-l'], does: 'draw the screen again', action: { kind: 'repaintRequested' } },
    { keys: ['ctrl-c'], does: 'stop; twice: leave rollcall', action: { kind: 'interrupted' } },
    { keys: ['q'], does: 'leave rollcall', action: { kind: 'quitRequested' }, refusal: keyLost },
    { keys: [], does: 'sign out', action: { kind: 'signOutRequested' }, refusal: signOutRefusal },
  ],
};

function outsideList({ screen }: State): string | null {
  return screen.kind === 'systems' ? null : 'it is done in the list of systems';
}

function runsHidden(state: State): string | null {
  if (state.session.tokenSource === null) return 'nobody is signed in';
  return keyLost(state);
}

/** A sign-out would lose the answers to the deletions in flight. */
export function signOutRefusal(state: State): string | null {
  if (state.session.tokenSource === null) return 'nobody is signed in';
  return isGoing(state.deletion) ? 'a run is going; J shows it, esc stops it' : keyLost(state);
}

function keyUnderWay(state: State): string | null {
  return isKeyUnderWay(state) ? 'a key is being created, and its answer is shown only once' : null;
}

/** The secret of a new key is shown only once: leaving now would lose it. */
function keyLost(state: State): string | null {
  const { screen } = state;
  const isUnseen = screen.kind === 'newKey' && isSecretUnseen(screen.creation);
  return isUnseen ? 'v shows the new secret, y copies it, esc leaves it' : keyUnderWay(state);
}
