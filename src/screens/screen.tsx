/** Which screen is drawn? */
import { Text } from 'ink';
import type { ReactElement } from 'react';
import type { State } from '../state/state.ts';
import { DeletionScreen } from './deletion/deletion-screen.tsx';
import { DetailsScreen } from './details/details-screen.tsx';
import { KeysSeenScreen } from './enrolment-keys/keys-seen-screen.tsx';
import { NewKeyScreen } from './enrolment-keys/new-key-screen.tsx';
import { OrganisationsScreen } from './organisations/organisations-screen.tsx';
import { OverlayScreen } from './program/overlay-screen.tsx';
import { ReviewScreen } from './review/review-screen.tsx';
import { RunsScreen } from './deletion/runs/runs-screen.tsx';
import { ScreenFrame } from './frame/screen-frame.tsx';
import { SignInScreen } from './sign-in/sign-in-screen.tsx';
import { StaleScreen } from './staleness/staleness-screen.tsx';
import { SystemsScreen } from './list/list-screen.tsx';
import { clean } from './text/clean.ts';

export function Screen({ state }: { readonly state: State }): ReactElement | null {
  const { screen, overlay, review, deletion: run } = state;
  if (overlay !== null) return <OverlayScreen state={state} overlay={overlay} />;
  switch (screen.kind) {
    case 'starting':
      return (
        <ScreenFrame state={state} status={clean('starting…')}>
          <Text> </Text>
        </ScreenFrame>
      );
    case 'signIn':
      return <SignInScreen state={state} />;
    case 'organisations':
      return <OrganisationsScreen state={state} />;
    case 'systems':
      return <SystemsScreen state={state} />;
    case 'details':
      return <DetailsScreen state={state} screen={screen} />;
    case 'stale':
      return <StaleScreen state={state} days={screen.days} />;
    case 'review':
      return review === null ? null : <ReviewScreen state={state} review={review} />;
    case 'deletion':
      return run === null ? null : <DeletionScreen state={state} run={run} />;
    case 'runs':
      return <RunsScreen state={state} screen={screen} />;
    case 'newKey':
      return <NewKeyScreen state={state} creation={screen.creation} />;
    case 'keysSeen':
      return <KeysSeenScreen state={state} screen={screen} />;
  }
}
