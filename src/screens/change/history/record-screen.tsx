/** A record as people read it: its Markdown as a text, with find. */
import type { ReactNode } from 'react';
import type { State } from '../../../state/root/state.ts';
import { ScreenFrame } from '../../frame/screen-frame.tsx';
import { bind, type BindingGroup, listKeysWithoutPages } from '../../keys/binding.ts';
import { findKeys, lineWords, TextLines, textLinesExtent } from '../../parts/text-lines.tsx';
import type { ScreenDefinitions, ViewProps } from '../../screen-definition.ts';
import { clean } from '../../text/clean.ts';

const recordKeys: BindingGroup = {
  title: 'A record',
  bindings: [
    ...findKeys('the record'),
    bind(['y'], 'copy the request as a line', 'historyRequestCopied', {
      refusal: ({ history: { page } }) => (page !== null && 'header' in page.of ? null : 'this is not a request'),
    }),
    bind(['e'], 'write CSV, JSON, Markdown and HTML', { kind: 'exportRequested' }, { hint: 'export' }),
    bind(['o'], 'write this page as Markdown', { kind: 'exportRequested', isPage: true }, { hint: 'write' }),
  ],
};

export const recordScreens: ScreenDefinitions<'record'> = {
  record: {
    View: RecordScreen,
    keys: [recordKeys, listKeysWithoutPages],
    backHint: 'back',
    extent: (state, { list: { row } }) => textLinesExtent({ state, lines: linesOf(state), row }),
  },
};

function linesOf({ history: { page } }: State): readonly string[] {
  return page?.lines ?? [];
}

function RecordScreen({ state, screen }: ViewProps<'record'>): ReactNode {
  const place = { state, lines: linesOf(state), row: screen.list.row };
  return (
    <ScreenFrame state={state} title={clean('Record')} facts={lineWords(place)}>
      <TextLines {...place} find={state.history.find} />
    </ScreenFrame>
  );
}
