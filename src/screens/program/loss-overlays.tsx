/** What is lost by leaving, signing out or going to another organisation or profile? Said before it is. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { isRunGoing, marksAtStake } from '../../state/selectors.ts';
import type { MarksLosing } from '../../state/sign-in/model.ts';
import type { Overlay, State } from '../../state/state.ts';
import { useTones } from '../parts/theme.ts';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import { clean } from '../text/clean.ts';
import { plural } from '../text/numbers.ts';

export function QuitScreen({ state }: { readonly state: State }): ReactNode {
  return (
    <ScreenFrame state={state} status={clean('Leave rollcall')}>
      {isRunGoing(state) && (
        <Text>
          A run of deletions is going on. Leaving stops it: no further system is taken, and the outcomes of those in
          flight are waited for.
        </Text>
      )}
      <LostMarks state={state} />
    </ScreenFrame>
  );
}

export function SignOutScreen({ state }: { readonly state: State }): ReactNode {
  return (
    <ScreenFrame state={state} status={clean('Sign out')}>
      <Text>
        {state.session.tokenSource === 'environment'
          ? 'rollcall forgets the token for this session. ROLLCALL_TOKEN stays as it is in your shell.'
          : 'rollcall forgets the token, and you need it again to sign in.'}
      </Text>
      <LostMarks state={state} />
    </ScreenFrame>
  );
}

const switches: Record<MarksLosing['kind'], string> = {
  organisationsOpened: 'Switch organisation',
  organisationOpened: 'Switch organisation',
  promptAccepted: 'Switch organisation',
  profileSwitched: 'Switch profile',
};

interface MarksLostProps {
  readonly state: State;
  readonly overlay: Overlay & { readonly kind: 'marksLost' };
}

export function MarksLostScreen({ state, overlay }: MarksLostProps): ReactNode {
  return (
    <ScreenFrame state={state} status={clean(switches[overlay.by.kind])}>
      <LostMarks state={state} />
    </ScreenFrame>
  );
}

function LostMarks({ state }: { readonly state: State }): ReactNode {
  const tones = useTones();
  const marks = marksAtStake(state);
  const ending = isRunGoing(state) ? '' : ' No system is changed.';
  return marks > 0 && <Text {...tones.warning}>{clean(`${plural(marks, 'mark')} will be lost.${ending}`)}</Text>;
}
