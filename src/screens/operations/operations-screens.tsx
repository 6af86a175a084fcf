/** Every operation of the service, as a list. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import { listKeysWithoutPages } from '../keys/binding.ts';
import type { ScreenDefinitions, ViewProps } from '../screen-definition.ts';
import { clean } from '../text/clean.ts';
import { clip } from '../text/fit.ts';

export const operationsScreens: ScreenDefinitions<'operations'> = {
  operations: { View: OperationsScreen, keys: [listKeysWithoutPages], backHint: 'back' },
};

function OperationsScreen({ state }: ViewProps<'operations'>): ReactNode {
  return (
    <ScreenFrame state={state} title={clean('Operations')}>
      <Text>{clip(clean('Nothing is here yet.'), state.columns)}</Text>
    </ScreenFrame>
  );
}
