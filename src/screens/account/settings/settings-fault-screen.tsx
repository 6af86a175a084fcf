/** The choices for a settings file that is not understood: edit it, restore its backup, or continue read-only. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import type { State } from '../../../state/root/state.ts';
import { ScreenFrame } from '../../frame/screen-frame.tsx';
import { bind, type BindingGroup } from '../../keys/binding.ts';
import { useTones } from '../../parts/root-context.ts';
import type { ScreenDefinitions, ViewProps } from '../../screen-definition.ts';
import { clean } from '../../text/clean.ts';
import { exact } from '../../text/quantities.ts';

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
  const tones = useTones();
  const { settingsFault: fault } = state.session;
  const facts = clean('rollcall is read-only: what the settings protect is not known.');
  if (fault === null) return null;
  const { path, at, says, copyAt } = fault;
  const place = at === null ? path : `${path}, line ${at.line}, column ${at.column}`;
  return (
    <ScreenFrame state={state} title={clean('Settings file not understood')} facts={facts}>
      <Text {...tones.warning}>{clean(`! ${says}`)}</Text>
      <Text>{clean(`  ${place}`)}</Text>
      <Text>{clean('rollcall has not changed the file.')}</Text>
      {copyAt !== null && <Text>{clean(`b restores those of ${exact(copyAt)}; this file is kept beside them.`)}</Text>}
      {screen.says !== null && <Text {...tones.warning}>{clean(`Not done: ${screen.says}.`)}</Text>}
    </ScreenFrame>
  );
}
