/** Draws what the state shows: the overlay, else the screen. The frame is handed the keys and the prompt. */
import type { ReactNode } from 'react';
import type { State } from '../state/state.ts';
import { activeGroups, keyGroups } from './active-keys.ts';
import { ScreenContext } from './parts/root-context.ts';
import type { ScreenKind, ViewProps } from './screen-definition.ts';
import { definitionOf } from './screens.ts';

export function Screen({ state }: { readonly state: State }): ReactNode {
  const { overlay, prompt, screen } = state;
  const keysBeneath = keyGroups(state);
  const link = {
    keys: activeGroups(state, keysBeneath),
    keysBeneath,
    prompt: overlay === null && prompt !== null ? <Defined state={state} screen={prompt} /> : null,
  };
  return (
    <ScreenContext value={link}>
      <Defined state={state} screen={overlay ?? screen} />
    </ScreenContext>
  );
}

function Defined<K extends ScreenKind>({ state, screen }: ViewProps<K>): ReactNode {
  const { View } = definitionOf(screen.kind);
  return <View state={state} screen={screen} />;
}
