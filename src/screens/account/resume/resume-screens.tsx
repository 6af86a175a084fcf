/** Offers marks of an earlier visit where the list has changed much since. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { foundNow } from '../../../state/fleet/resume/restore.ts';
import { ScreenFrame } from '../../frame/screen-frame.tsx';
import { bind, type BindingGroup } from '../../keys/binding.ts';
import type { ScreenDefinitions, ViewProps } from '../../screen-definition.ts';
import { clean } from '../../text/clean.ts';
import { count, exact, plural } from '../../text/quantities.ts';

const restoreKeys: BindingGroup = {
  title: 'Restore marks',
  bindings: [
    bind(['enter', 'y'], 'restore the marks', 'restoreAccepted', { hint: 'restore' }),
    bind(['esc', 'n'], 'start without marks; u restores them', 'restoreDeclined', { hint: 'start without marks' }),
  ],
};

export const resumeScreens: ScreenDefinitions<'restore'> = { restore: { View: RestoreScreen, keys: [restoreKeys] } };

function RestoreScreen({ state }: ViewProps<'restore'>): ReactNode {
  const { at, marks } = state.resume.toFind;
  const { count: found, gone, changed, unknown } = foundNow(state);
  const day = exact(at).slice(0, 10);
  return (
    <ScreenFrame state={state} title={clean('Restore marks')}>
      <Text>{clean(`Restore ${plural(marks.size, 'mark')} from ${day}? ${count(found)} of them still exist.`)}</Text>
      {gone.size > 0 && <Text>{clean(`${plural(gone.size, 'system')} no longer listed.`)}</Text>}
      {changed > 0 && <Text>{clean(`${plural(changed, 'mark')} not restored: seen or enrolled since.`)}</Text>}
      {unknown > 0 && (
        <Text>{clean(`${plural(unknown, 'mark')} not restored: an earlier version kept no records.`)}</Text>
      )}
    </ScreenFrame>
  );
}
