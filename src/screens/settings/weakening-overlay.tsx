/** Which protection ends when these settings are saved? One line for each, before it does. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import type { State } from '../../state/state.ts';
import type { Weakening } from '../../state/settings/weakening.ts';
import { useTones } from '../parts/theme.ts';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import { clean } from '../text/clean.ts';
import { plural } from '../text/numbers.ts';

export function WeakeningScreen({ state, weakened }: { state: State; weakened: readonly Weakening[] }): ReactNode {
  const tones = useTones();
  return (
    <ScreenFrame state={state} status={clean('Weaker protection · enter saves it, esc keeps what is there')}>
      {weakened.map((one) => (
        <Text key={one.kind} {...tones.warning}>
          {clean(`! ${sentenceFor(one, state)}`)}
        </Text>
      ))}
    </ScreenFrame>
  );
}

function sentenceFor(weakening: Weakening, { prompt }: State): string {
  switch (weakening.kind) {
    case 'tags':
      return `No longer protected: systems with the tag ${listed(weakening.names)}.`;
    case 'keys':
      return `No longer protected: systems of the enrolment key ${listed(weakening.names)}.`;
    case 'seenDays':
      return weakening.to === 0
        ? 'No longer protected: connected systems, and those seen lately.'
        : `Protected when seen within ${plural(weakening.to, 'day')}, not within ${weakening.from}.`;
    case 'share':
      return weakening.to === 100
        ? `A deletion may take every system of the organisation, not ${weakening.from} %.`
        : `A deletion may take ${weakening.to} % of the organisation, not ${weakening.from} %.`;
    case 'session':
      return 'No longer protected: the system through which your session comes.';
    case 'readOnly': {
      const isProfile = prompt?.kind === 'settings' && prompt.about === 'profile';
      return `Read-only ends: systems can be deleted ${isProfile ? 'with this profile' : 'in this organisation'}.`;
    }
  }
}

function listed(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}
