/** One operation: what it is, and the form of what can be sent. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { ScreenFrame } from '../../frame/screen-frame.tsx';
import { listKeysWithoutPages } from '../../keys/binding.ts';
import type { ScreenDefinitions, ViewProps } from '../../screen-definition.ts';
import { clean } from '../../text/clean.ts';
import { clip } from '../../text/fit.ts';

export const operationFormScreens: ScreenDefinitions<'operation'> = {
  operation: { View: OperationScreen, keys: [listKeysWithoutPages], backHint: 'back' },
};

function OperationScreen({ state }: ViewProps<'operation'>): ReactNode {
  return (
    <ScreenFrame state={state} title={clean('Operation')}>
      <Text>{clip(clean('Nothing is here yet.'), state.columns)}</Text>
    </ScreenFrame>
  );
}
