/** The global keys: they work on every screen, beside its own. */
import { bannerOf } from '../../state/program/update.ts';
import { isSecretUnseen, isKeyUnderWay } from '../../state/enrolment-keys/selectors.ts';
import { isGoing } from '../../state/deletion/run.ts';
import type { SettingsKind } from '../../state/settings/feature.ts';
import type { State } from '../../state/state.ts';
import { bind, type Binding, type BindingGroup } from '../keys/binding.ts';

export const globalKeys: BindingGroup = {
  title: 'Everywhere',
  bindings: [
    bind(['esc', 'h', 'left'], 'go back one level', 'wentBack'),
    bind([':', 'ctrl-p'], 'palette: every action', 'paletteOpened'),
    bind(['?'], 'keys of this screen', 'helpOpened', { hint: 'all keys' }),
    bind(['x'], 'hide the warning at the top', 'bannerDismissed', {
      refusal: (state) => {
        const banner = bannerOf(state);
        if (banner === null) return 'there is no warning to hide';
        return banner.kind === 'tls' ? 'this warning stays until the variable is gone' : null;
      },
    }),
    bind(['J'], 'show the run, going on or over', 'runShown', {
      hint: (state) => (isGoing(state.deletion) && state.screen.kind !== 'deletion' ? 'the run' : null),
      refusal: (state) =>
        state.deletion === null ? 'no run was begun in this session; E lists earlier ones' : keyLost(state),
    }),
    bind(['E'], 'earlier runs', 'runsOpened', { refusal: (state) => notSignedIn(state) ?? keyLost(state) }),
    settingsBinding('guards', 'change the guards of this organisation'),
    settingsBinding('label', 'label this organisation: word, colour'),
    settingsBinding('profile', 'change the settings of this profile'),
    bind([], 'switch to another profile', 'profilesOpened', {
      refusal: (state) => {
        if (state.session.isDemo) return 'the demo has none';
        return isGoing(state.deletion) ? 'a run is going; esc stops it first' : keyLost(state);
      },
    }),
    bind([], 'choose where the token is kept', 'keepingOpened', {
      refusal: (state) => notSignedIn(state) ?? (state.session.isDemo ? "the demo's token is not kept" : null),
    }),
    bind(['ctrl-z'], 'suspend; fg brings it back', 'suspendRequested', {
      refusal: (state) => (isGoing(state.deletion) ? 'a run is going, and would stand still' : keyUnderWay(state)),
    }),
    bind(['ctrl-l'], 'draw the screen again', 'repaintRequested'),
    bind(['ctrl-c'], 'stop; twice: leave rollcall', 'interrupted'),
    bind(['q'], 'leave rollcall', 'quitRequested', { refusal: keyLost }),
    bind([], 'sign out', 'signOutRequested', { refusal: signOutRefusal }),
  ],
};

function settingsBinding(about: SettingsKind, does: string): Binding {
  const refusal = ({ screen }: State): string | null =>
    screen.kind === 'systems' ? null : 'it is done in the list of systems';
  return bind([], does, { kind: 'settingsOpened', about }, { refusal });
}

function notSignedIn({ session }: State): string | null {
  return session.tokenSource === null ? 'nobody is signed in' : null;
}

/** A sign-out would lose the answers to the deletions in flight. */
export function signOutRefusal(state: State): string | null {
  const whileGoing = isGoing(state.deletion) ? 'a run is going; J shows it, esc stops it' : null;
  return notSignedIn(state) ?? whileGoing ?? keyLost(state);
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
