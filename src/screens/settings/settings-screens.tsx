/** The forms of the settings, the confirmation before one of them protects less, and the one before changes are lost. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { isTouched, type SettingChange } from '../../state/kernel/form.ts';
import { bodyRows } from '../../state/kernel/layout.ts';
import type { SettingsKind } from '../../state/settings/feature.ts';
import { fieldsIn } from '../../state/settings/operations.ts';
import type { State } from '../../state/state.ts';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import { bind, type BindingGroup } from '../keys/binding.ts';
import { choiceKeys, formKeys, FormRows } from '../parts/form.tsx';
import { useTones } from '../parts/root-context.ts';
import type { ScreenDefinitions, ViewProps } from '../screen-definition.ts';
import { type Clean, clean } from '../text/clean.ts';
import { clip, width } from '../text/fit.ts';

const weakeningKeys: BindingGroup = {
  title: 'Weaker protection',
  bindings: [
    bind(['enter'], 'save the weaker protection', 'weakeningConfirmed', { hint: 'save' }),
    bind(['esc'], 'keep the protection as it is', 'wentBack', { hint: 'keep' }),
  ],
};

const unsavedKeys: BindingGroup = {
  title: 'Unsaved changes',
  bindings: [
    bind(['y'], 'discard the changes', 'overlayClosed', { hint: 'discard' }),
    bind(['esc', 'n'], 'return to the form', 'wentBack', { hint: 'return to the form' }),
  ],
};

export const settingsScreens: ScreenDefinitions<'settingsForm' | 'weakening' | 'unsaved'> = {
  settingsForm: { View: SettingsFormScreen, keys: [choiceKeys, formKeys], fieldKeys: [formKeys] },
  weakening: { View: WeakeningScreen, keys: [weakeningKeys] },
  unsaved: { View: UnsavedScreen, keys: [unsavedKeys] },
};

const words: Readonly<Record<SettingsKind, { readonly title: string; readonly facts: (state: State) => string }>> = {
  guards: {
    title: 'Protection',
    facts: () => 'A deletion leaves out protected systems, unless you include each with !.',
  },
  label: { title: 'Organisation settings', facts: () => 'Only you see them: they are in your settings file.' },
  profile: {
    title: 'Profile settings',
    facts: ({ session }) => `For every organisation that you open with the profile "${session.profile}".`,
  },
};

function SettingsFormScreen({ state, screen }: ViewProps<'settingsForm'>): ReactNode {
  const { columns, rows } = state;
  const { title, facts } = words[screen.about];
  return (
    <ScreenFrame state={state} title={clean(title)} facts={clean(facts(state))}>
      <FormRows form={screen} fields={fieldsIn(state, screen)} columns={columns} height={bodyRows(rows)} />
    </ScreenFrame>
  );
}

/** What each rule was, and what it becomes. */
function WeakeningScreen({ state, screen }: ViewProps<'weakening'>): ReactNode {
  const tones = useTones();
  const { columns, rows } = state;
  const isRoomy = 3 * screen.weakened.length <= bodyRows(rows);
  const lines = screen.weakened.flatMap((one) => (isRoomy ? longWords(one) : [shortWords(one, columns)]));
  return (
    <ScreenFrame
      state={state}
      title={clean('Weaker protection')}
      facts={clean('enter saves the weaker protection. esc keeps what it was.')}
    >
      {lines.map((line, at) => (
        <Text key={at} wrap="truncate" {...tones.warning}>
          {clip(line, columns)}
        </Text>
      ))}
    </ScreenFrame>
  );
}

function longWords({ sentence, unit, from, to }: SettingChange): readonly Clean[] {
  const after = unit === '' ? '' : ` ${unit}`;
  return [clean(`! ${sentence}`), clean(`    was      ${from}${after}`), clean(`    becomes  ${to}${after}`)];
}

/** What it becomes is never cut. */
function shortWords({ sentence, from, to }: SettingChange, columns: number): Clean {
  const change = clean(`: ${clip(clean(from), Math.floor(columns / 4))} → ${clip(clean(to), Math.floor(columns / 4))}`);
  return clean(clip(clean(`! ${sentence}`), columns - width(change)) + change);
}

function UnsavedScreen({ state, screen }: ViewProps<'unsaved'>): ReactNode {
  const fields = fieldsIn(state, screen.form).filter(isTouched);
  return (
    <ScreenFrame
      state={state}
      title={clean('Unsaved changes')}
      facts={clean('y discards them. esc returns to the form.')}
    >
      {fields.map(({ name, sentence, typed }) => (
        <Text key={name} wrap="truncate">
          {clip(clean(`${sentence}: ${typed}`), state.columns)}
        </Text>
      ))}
    </ScreenFrame>
  );
}
