/** The global keys, the start screen, and the confirmation before rollcall quits. */
import { Sentence } from '../parts/text-lines.tsx';
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { isChangesLineShown } from '../../state/fleet/changes.ts';
import { isOfAccount } from '../../state/session/organisations.ts';
import { bannerOf } from '../../state/session/news.ts';
import type { State } from '../../state/root/state.ts';
import { isChecking, isGoing, type Run } from '../../state/change/run.ts';
import { capitalise, inProgress, runRows } from '../../state/change/run-kinds.ts';
import { changesSent } from '../removal/deletion-wording.tsx';
import { plural } from '../text/quantities.ts';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import { bind, type BindingGroup, type ScreenDefinitions, type ViewProps } from '../screen-definition.ts';
import { keyLost, keyUnderWay, notSignedIn, signOutRefusal } from '../account/sign-in-screens.tsx';
import { keychainKeys } from '../account/token-storage-screens.tsx';
import { clean } from '../text/clean.ts';

const inOrganisation = {
  refusal: (state: State) => (state.organisation === null || isOfAccount(state) ? 'open an organisation first' : null),
};

export const globalKeys: BindingGroup = {
  title: 'Everywhere',
  bindings: [
    bind(['esc', 'h', 'left'], 'go back one level', 'wentBack'),
    bind([':', 'ctrl-p'], 'commands', 'paletteOpened', { hint: 'commands' }),
    bind(['?'], 'help for this screen', 'helpOpened', { hint: 'help' }),
    bind([], 'show the filter language', 'languageShown'),
    bind(['x'], 'hide the warning, or what changed', 'bannerDismissed', {
      refusal: (state) => {
        const banner = bannerOf(state);
        if (banner === null) return isChangesLineShown(state) ? null : 'there is no warning to hide';
        return banner.kind === 'tls' ? 'this warning stays until you unset the variable' : null;
      },
    }),
    bind(['J'], 'show the deletion, disabling or enabling', 'runShown', {
      hint: ({ deletion: run, screen }) =>
        isGoing(run) && screen.kind !== 'deletion' ? runRows[run.kind].words.noun : null,
      refusal: (state) => (state.deletion === null ? notSignedIn(state) : null) ?? keyLost(state),
    }),
    bind([], 'show the last change', 'requestReopened', {
      refusal: ({ request }) => (request.current === null ? 'nothing was changed from here in this session' : null),
    }),
    bind(['A'], 'every operation of the service', 'operationsOpened', {
      refusal: (state) => notSignedIn(state) ?? keyLost(state),
    }),
    bind(['E'], 'history: deletions, disabling, requests', 'historyOpened', {
      refusal: (state) => notSignedIn(state) ?? keyLost(state),
    }),
    bind(['P'], 'change the protection rules', { kind: 'settingsOpened', about: 'guards' }, inOrganisation),
    bind([], 'change the settings of this organisation', { kind: 'settingsOpened', about: 'label' }, inOrganisation),
    bind([], 'change the settings of this profile', { kind: 'settingsOpened', about: 'profile' }),
    bind([], 'edit or restore the settings file', 'settingsFaultShown', {
      refusal: ({ session }) => (session.settingsFault === null ? 'the settings file is understood' : null),
    }),
    bind([], 'switch to another profile', 'profilesOpened', {
      refusal: (state) => {
        if (state.session.isDemo) return 'the demo has one profile';
        return isGoing(state.deletion) ? `${inProgress(state.deletion)}; stop it first` : keyLost(state);
      },
    }),
    bind([], 'choose where to store the token', 'tokenStorageOpened', {
      refusal: (state) => notSignedIn(state) ?? (state.session.isDemo ? 'the token of the demo is not stored' : null),
    }),
    bind(['ctrl-z'], 'suspend (fg returns)', 'suspendRequested', {
      refusal: suspendRefusal,
      worksInText: true,
    }),
    bind(['ctrl-l'], 'repaint the screen', 'repaintRequested', { worksInText: true }),
    bind(['ctrl-c'], 'stop at once; twice quits', 'interrupted', { worksInText: true }),
    bind(['q'], 'quit', 'quitRequested', { refusal: keyLost }),
    bind([], 'sign out', 'signOutRequested', { refusal: signOutRefusal }),
  ],
};

function suspendRefusal(state: State): string | null {
  if (!state.session.canSuspend) return 'Windows cannot suspend a program';
  return isGoing(state.deletion) ? `${inProgress(state.deletion)}, and would stand still` : keyUnderWay(state);
}

const quitKeys: BindingGroup = {
  title: 'Leave',
  bindings: [
    bind(['y'], 'stop, and quit', 'quitConfirmed', { hint: 'quit' }),
    bind(['esc', 'n'], 'stay', 'overlayClosed', { hint: 'stay' }),
  ],
};

export const programScreens: ScreenDefinitions<'starting' | 'quit'> = {
  starting: {
    View: StartingScreen,
    keys: [],
    inForce: ({ session }) => (session.signIn.isSearching ? [keychainKeys] : []),
  },
  quit: { View: QuitScreen, keys: [quitKeys] },
};

function StartingScreen({ state }: ViewProps<'starting'>): ReactNode {
  return (
    <ScreenFrame state={state} title={clean('starting…')}>
      <Text> </Text>
    </ScreenFrame>
  );
}

function QuitScreen({ state }: ViewProps<'quit'>): ReactNode {
  return (
    <ScreenFrame state={state} title={clean('Quit')}>
      {isGoing(state.deletion) && <Sentence text={clean(quitSentence(state.deletion))} columns={state.columns} />}
    </ScreenFrame>
  );
}

function quitSentence(run: Run): string {
  if (isChecking(run)) return 'The results are being checked. Quitting stops the check; they stay as they are.';
  const sent = changesSent(run);
  const after = sent === 0 ? '' : ` after the ${plural(sent, 'request')} already sent`;
  const state = `${capitalise(run.isPaused ? `${runRows[run.kind].words.a} is paused` : inProgress(run))}.`;
  return `${state} Quitting stops it${after}; you can resume the rest.`;
}
