/** One request that changes something, as it would be sent. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { ScreenFrame } from '../../frame/screen-frame.tsx';
import { listKeysWithoutPages } from '../../keys/binding.ts';
import type { ScreenDefinitions, ViewProps } from '../../screen-definition.ts';
import { clean } from '../../text/clean.ts';
import { clip } from '../../text/fit.ts';

export const requestScreens: ScreenDefinitions<'request'> = {
  request: { View: RequestScreen, keys: [listKeysWithoutPages] },
};

function RequestScreen({ state }: ViewProps<'request'>): ReactNode {
  const { request } = state;
  const line = request === null ? '' : `${request.call.method} ${request.call.url}`;
  return (
    <ScreenFrame state={state} title={clean('Request')} facts={clean('not sent')}>
      <Text>{clip(clean(line), state.columns)}</Text>
    </ScreenFrame>
  );
}
