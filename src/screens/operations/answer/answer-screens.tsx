/** What came back: a table, a tree, text, or nothing. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { ScreenFrame } from '../../frame/screen-frame.tsx';
import { listKeysWithoutPages } from '../../keys/binding.ts';
import type { ScreenDefinitions, ViewProps } from '../../screen-definition.ts';
import { clean } from '../../text/clean.ts';
import { clip } from '../../text/fit.ts';

export const answerScreens: ScreenDefinitions<'answer'> = {
  answer: { View: AnswerScreen, keys: [listKeysWithoutPages], backHint: 'back' },
};

function AnswerScreen({ state }: ViewProps<'answer'>): ReactNode {
  return (
    <ScreenFrame state={state} title={clean('Answer')}>
      <Text>{clip(clean('Nothing is here yet.'), state.columns)}</Text>
    </ScreenFrame>
  );
}
