/** The question how the slashes of a value in the path are sent. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { keptSlashes } from '../../../api/calls/masked-call.ts';
import { choiceHeight } from '../../../state/explorer/form/choices.ts';
import { isForm, shownShape } from '../../../state/explorer/form/forms.ts';
import { slashAnswers } from '../../../state/explorer/form/slashes.ts';
import { ScreenFrame } from '../../frame/screen-frame.tsx';
import { useTones } from '../../parts/root-context.ts';
import { CursorRows, plain } from '../../parts/table.tsx';
import type { ViewProps } from '../../screen-definition.ts';
import { clean } from '../../text/clean.ts';
import { brief, clip, fit } from '../../text/fit.ts';
import { titleOf } from './form-view.tsx';

const answers = {
  encoded: { name: 'encoded', note: 'one step of the address' },
  kept: { name: 'as it is', note: 'more than one' },
} as const;
const nameCells = 8;

export function SlashesView({ state, screen: { path, text, list } }: ViewProps<'operationSlashes'>): ReactNode {
  const tones = useTones();
  if (!isForm(state)) return null;
  const { columns, screen } = state;
  const isSecret = shownShape(state, path).shape.isSecret;
  const name = brief(path[0].replace(/^path /, ''));
  const sentAs = (areKept: boolean): string => (isSecret ? '' : areKept ? keptSlashes(text) : encodeURIComponent(text));
  const cells = Math.min(
    Math.floor((columns - nameCells) / 2),
    Math.max(...slashAnswers.map((one) => sentAs(one).length)),
  );
  const facts = `"${name}" contains "/". How is it sent?`;
  return (
    <ScreenFrame state={state} title={titleOf(screen)} facts={clip(clean(facts), columns)}>
      <CursorRows
        items={slashAnswers}
        at={list}
        height={choiceHeight(state.rows)}
        width={columns}
        partsOf={(areKept) => {
          const { name: answer, note } = areKept ? answers.kept : answers.encoded;
          return [
            plain(fit(clean(answer), nameCells)),
            { text: clean(`  ${fit(clean(sentAs(areKept)), cells)}`), tone: 'accent' },
            { text: clean(`  ${note}`), tone: 'dim' },
          ];
        }}
      />
      <Text {...tones.dim}>{clip(clean('  The answer counts for this value alone.'), columns)}</Text>
    </ScreenFrame>
  );
}
