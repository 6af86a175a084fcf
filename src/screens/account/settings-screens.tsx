/** The forms of the settings, and the confirmations before one protects less or changes are discarded. */
import { Sentence } from '../parts/text-lines.tsx';
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { isTouched, type SettingChange } from '../../state/kernel/form.ts';
import { bodyRows } from '../../state/kernel/list-view.ts';
import { systemAtHand } from '../../state/fleet/list/feature.ts';
import { holdsId } from '../../state/fleet/protection/guards.ts';
import { type SettingsKind, fieldsIn } from '../../state/account/settings/feature.ts';
import type { State } from '../../state/root/state.ts';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import { bind, type BindingGroup, type ScreenDefinitions, type ViewProps } from '../screen-definition.ts';
import { choiceKeys, formKeys, FormRows } from '../parts/field.tsx';
import { useTones } from '../parts/root-context.ts';
import { type Clean, clean } from '../text/clean.ts';
import { clip, width } from '../text/fit.ts';
import { exact } from '../text/quantities.ts';

export const protectBinding = bind(['p'], 'protect this system for good, or stop it', 'protectionToggled', {
  hint: (state) => (isAtHandProtected(state) ? 'stop protecting' : 'protect'),
  refusal: (state) => (systemAtHand(state) === undefined ? 'no system is shown' : null),
});

function isAtHandProtected(state: State): boolean {
  const system = systemAtHand(state);
  return system !== undefined && holdsId(state.settings.guards.systems, system.systemId);
}

const weakeningKeys: BindingGroup = {
  title: 'Weaker protection',
  bindings: [
    bind(['enter'], 'save the weaker protection', 'weakeningConfirmed', { hint: 'save' }),
    bind(['esc'], 'keep the protection as it is', 'wentBack', { hint: 'cancel' }),
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
  settingsForm: {
    View: SettingsFormScreen,
    offers: [
      { on: 'systems', title: 'Act', before: 'newKeyOpened', bindings: [protectBinding] },
      { on: 'details', title: 'One system', before: 'copyOpened', bindings: [protectBinding] },
    ],
    keys: [choiceKeys, formKeys],
    fieldKeys: [formKeys],
  },
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

/** Clips the old value only: the new value must be readable in full. */
function shortWords({ sentence, from, to }: SettingChange, columns: number): Clean {
  const change = clean(`: ${clip(clean(from), Math.floor(columns / 4))} → ${clip(clean(to), Math.floor(columns / 4))}`);
  return clean(clip(clean(`! ${sentence}`), columns - width(change)) + change);
}

/** Gives a typed text that does not fit beside its sentence a line of its own. */
function twoLinesAtMost(sentence: Clean, typed: Clean, columns: number): readonly Clean[] {
  const line = clean(`${sentence} ${typed}`);
  return width(line) <= columns ? [line] : [clip(sentence, columns), clip(clean(`  ${typed}`), columns)];
}

function UnsavedScreen({ state, screen }: ViewProps<'unsaved'>): ReactNode {
  const fields = fieldsIn(state, screen.form).filter(isTouched);
  return (
    <ScreenFrame
      state={state}
      title={clean('Unsaved changes')}
      facts={clean('y discards them. esc returns to the form.')}
    >
      {fields.flatMap(({ name, sentence, unit = '', typed }) =>
        twoLinesAtMost(clean(`${sentence}:`), clean(`${typed} ${unit}`.trimEnd()), state.columns).map((line, at) => (
          <Text key={`${name} ${at}`} wrap="truncate">
            {line}
          </Text>
        )),
      )}
    </ScreenFrame>
  );
}

// The choices for a settings file that is not understood: edit it, restore its backup, or continue read-only.

function notEditable({ session: { settingsFault: fault } }: State): string | null {
  return fault?.isEditable === true ? null : 'rollcall cannot open this file; change its rights, then press r';
}

function notRestorable(state: State): string | null {
  const isThere = state.session.settingsFault?.copyAt != null;
  return notEditable(state) === null && !isThere ? 'there is no backup of the settings' : notEditable(state);
}

const settingsFaultKeys: BindingGroup = {
  title: 'Settings file not understood',
  bindings: [
    bind(['e'], 'edit the settings file', 'settingsEdited', { hint: 'edit', refusal: notEditable }),
    bind(['b'], 'restore the backup of the settings', 'settingsRestored', { hint: 'restore', refusal: notRestorable }),
    bind(['r'], 'read the settings file again', 'settingsReread', { hint: 'refresh' }),
    bind(['enter', 'esc'], 'continue read-only', 'wentBack', { hint: 'continue read-only' }),
    bind(['q'], 'quit', 'quitRequested', { hint: 'quit' }),
  ],
};

export const settingsFaultScreens: ScreenDefinitions<'settingsFault'> = {
  settingsFault: { View: SettingsFaultScreen, keys: [settingsFaultKeys] },
};

function SettingsFaultScreen({ state, screen }: ViewProps<'settingsFault'>): ReactNode {
  const { settingsFault: fault } = state.session;
  const facts = clean('rollcall is read-only: what the settings protect is not known.');
  if (fault === null) return null;
  const { path, at, message, copyAt } = fault;
  const place = at === null ? path : `${path}, line ${at.line}, column ${at.column}`;
  return (
    <ScreenFrame state={state} title={clean('Settings file not understood')} facts={facts}>
      <Sentence text={clean(`! ${message}`)} columns={state.columns} tone="warning" />
      <Text>{clean(`  ${place}`)}</Text>
      <Text>{clean('rollcall has not changed the file.')}</Text>
      {copyAt !== null && (
        <Sentence
          text={clean(`b restores those of ${exact(copyAt)}; this file is kept beside them.`)}
          columns={state.columns}
        />
      )}
      {screen.message !== null && (
        <Sentence text={clean(`Not done: ${screen.message}.`)} columns={state.columns} tone="warning" />
      )}
    </ScreenFrame>
  );
}
