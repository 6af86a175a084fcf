/** Offers to resume the last session, whose connection dropped. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import { bind, type BindingGroup } from '../keys/binding.ts';
import type { ScreenDefinitions, ViewProps } from '../screen-definition.ts';
import { clean } from '../text/clean.ts';
import { count, age } from '../text/quantities.ts';

const resumeKeys: BindingGroup = {
  title: 'The session before',
  bindings: [
    bind(['enter', 'y'], 'go on where it was', 'sessionResumed', { hint: 'go on' }),
    bind(['esc', 'n'], 'begin anew', 'sessionDropped', { hint: 'begin anew' }),
  ],
};

export const resumeScreens: ScreenDefinitions<'resume'> = { resume: { View: ResumeScreen, keys: [resumeKeys] } };

function ResumeScreen({ state, screen: { note } }: ViewProps<'resume'>): ReactNode {
  const filter = note.filter === '' ? '' : `, filter "${note.filter}"`;
  const search = note.search === '' ? '' : `, search "${note.search}"`;
  const marks = note.marks.length === 0 ? '' : `, ${count(note.marks.length)} marked`;
  const ago = age(Math.max(0, state.now - note.at));
  return (
    <ScreenFrame state={state} title={clean('Interrupted session')}>
      <Text>{clean(`${ago} ago: ${note.orgName}${search}${filter}${marks}.`)}</Text>
      <Text>Its marks are set again as their systems are read.</Text>
    </ScreenFrame>
  );
}
