/** What can be copied or exported, and what is it? */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { exportedSystems, copyTexts } from '../../state/taking-steps.ts';
import type { ExportScope } from '../../state/export-scope.ts';
import type { Overlay, State } from '../../state/state.ts';
import { bodyRows } from '../../state/viewport.ts';
import { useTones } from '../parts/colours.ts';
import { ScreenFrame } from '../screen-frame.tsx';
import { clean } from '../text/clean.ts';
import { clip } from '../text/fit.ts';
import { count, plural } from '../text/numbers.ts';

interface CopyScreenProps {
  readonly state: State;
  readonly overlay: Overlay & { readonly kind: 'copy' };
}

/** The text is shown as well: not every terminal takes what is sent to it, and none says so. */
export function CopyScreen({ state, overlay }: CopyScreenProps): ReactNode {
  const tones = useTones();
  const { row } = overlay.list;
  const texts = copyTexts(state);
  const lines = texts[row]?.text.trimEnd().split('\n') ?? [];
  const room = Math.max(0, bodyRows(state.rows) - texts.length - 1);
  return (
    <ScreenFrame state={state} status={clean('Copy · sent to your terminal, which puts it on its clipboard')}>
      {texts.map(({ what }, at) => (
        <Text key={what} wrap="truncate" bold={at === row} inverse={at === row}>
          {at === row ? '▸ ' : '  '}
          {clip(clean(what), state.columns - 2)}
        </Text>
      ))}
      <Text> </Text>
      {lines.slice(0, room).map((line, at) => (
        <Text key={at} wrap="truncate" {...tones.dim}>
          {clip(clean(line), state.columns)}
        </Text>
      ))}
    </ScreenFrame>
  );
}

export function ExportScreen({ state }: { readonly state: State }): ReactNode {
  const words = { marked: 'm  the marked', shown: 's  those shown', read: 'a  all that were read' } as const;
  return (
    <ScreenFrame
      state={state}
      status={clean('Export · a CSV and a JSON file, for you alone, in the folder you are in')}
    >
      {(['marked', 'shown', 'read'] as const).map((scope) => (
        <Text key={scope} wrap="truncate">
          {clip(clean(`${words[scope]}: ${exportWords(state, scope)}`), state.columns)}
        </Text>
      ))}
    </ScreenFrame>
  );
}

/** `200 systems of 12,035`: what was read may not be all there is. */
function exportWords(state: State, scope: ExportScope): string {
  const systems = exportedSystems(state, scope).length;
  const total = state.listing.scan?.total ?? 0;
  return `${plural(systems, 'system')}${scope === 'read' && total > systems ? ` of ${count(total)}` : ''}`;
}
