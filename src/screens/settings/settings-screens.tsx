/** The prompt of the settings, and the confirmation before one of them protects less. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import type { SettingsKind, Weakening } from '../../state/settings/feature.ts';
import type { State } from '../../state/state.ts';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import { bind, type BindingGroup } from '../keys/binding.ts';
import { promptKeys, PromptLine } from '../parts/field.tsx';
import { useTones } from '../parts/root-context.ts';
import type { ScreenDefinitions, ViewProps } from '../screen-definition.ts';
import { type Clean, clean } from '../text/clean.ts';
import { plural } from '../text/quantities.ts';

const weakeningKeys: BindingGroup = {
  title: 'Weaker protection',
  bindings: [
    bind(['enter'], 'save the weaker protection', 'weakeningConfirmed', { hint: 'save' }),
    bind(['esc'], 'keep the protection as it is', 'overlayClosed', { hint: 'keep' }),
  ],
};

export const settingsScreens: ScreenDefinitions<'settings' | 'weakening'> = {
  settings: { View: SettingsPrompt, keys: [promptKeys] },
  weakening: { View: WeakeningScreen, keys: [weakeningKeys] },
};

/** `help`: what a left-out word means, where there is room for it. */
const prompts: Record<SettingsKind, { readonly label: Clean; readonly help: string }> = {
  guards: { label: clean('guards:'), help: 'left out: unchanged; off: tag:none key:none seen:0 share:100 session:off' },
  label: { label: clean('organisation:'), help: 'left out: unchanged; word: and colour: unset' },
  profile: { label: clean('profile:'), help: 'left out: unchanged' },
};

function SettingsPrompt({ state, screen }: ViewProps<'settings'>): ReactNode {
  const { label, help } = prompts[screen.about];
  const faults = screen.says === null ? [] : [screen.says];
  const field = { label, value: screen.typed, columns: state.columns };
  return <PromptLine {...field} faults={faults} note={help} isRefused={faults.length > 0} />;
}

/** One line for each protection that would end. */
function WeakeningScreen({ state, screen }: ViewProps<'weakening'>): ReactNode {
  const tones = useTones();
  return (
    <ScreenFrame
      state={state}
      title={clean('Weaker protection')}
      facts={clean('Enter saves it; esc keeps the present one.')}
    >
      {screen.weakened.map((one) => (
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
    case 'keys': {
      const names = weakening.names.map((name) => `"${name}"`).join(', ');
      const what = weakening.kind === 'tags' ? 'with the tag' : 'of the enrolment key';
      return `No longer protected: systems ${what} ${names}.`;
    }
    case 'seenDays':
      return weakening.to === 0
        ? 'No longer protected: connected systems, and those seen lately.'
        : `Protected when seen within ${plural(weakening.to, 'day')}, not within ${weakening.from}.`;
    case 'share': {
      const most = weakening.to === 100 ? 'every system' : `${weakening.to} %`;
      return `A deletion may take ${most} of the organisation, not ${weakening.from} %.`;
    }
    case 'session':
      return 'No longer protected: the system through which your session comes.';
    case 'readOnly': {
      const isProfile = prompt?.kind === 'settings' && prompt.about === 'profile';
      return `Read-only ends: systems can be deleted ${isProfile ? 'with this profile' : 'in this organisation'}.`;
    }
  }
}
