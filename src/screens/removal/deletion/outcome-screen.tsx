/** How one system of a run ended, and the system as its record has it. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import type { Problem } from '../../../api/problem.ts';
import type { FieldName, System } from '../../../api/system.ts';
import { rowsShown } from '../../../state/change/outcome-groups.ts';
import { type Settled } from '../../../state/change/run.ts';
import { bodyRows } from '../../../state/kernel/layout.ts';
import { type RunKind } from '../../../state/change/run-kinds.ts';
import type { State } from '../../../state/root/state.ts';
import { detailFields, isTimeField } from '../../../state/fleet/systems/fields.ts';
import { ScreenFrame } from '../../frame/screen-frame.tsx';
import { bind, type BindingGroup, nextAndPrevious } from '../../keys/binding.ts';
import type { Tone } from '../../parts/palette.ts';
import { useTones } from '../../parts/root-context.ts';
import type { ScreenDefinitions } from '../../screen-definition.ts';
import { type Clean, clean } from '../../text/clean.ts';
import { fieldText, nameOf } from '../../text/field-text.ts';
import { fit, wrapped } from '../../text/fit.ts';
import { failureSentence } from '../../text/problem-wording.ts';
import { count, exact } from '../../text/quantities.ts';
import { looks } from '../../change/outcome-signs.ts';
import { outcomeWord, reasonFor } from '../../change/outcome-wording.ts';

const outcomeKeys: BindingGroup = {
  title: 'One result',
  bindings: [
    ...nextAndPrevious.map((binding) => ({ ...binding, hint: binding.does })),
    bind(['esc', 'h', 'left'], 'back to the results', 'wentBack', { hint: 'back' }),
    bind(['p'], 'read the record', 'recordsShown', {
      hint: 'record',
      refusal: ({ deletion }) => (deletion?.journalPath == null ? 'there are no records' : null),
    }),
  ],
};

export const outcomeScreens: ScreenDefinitions<'outcome'> = {
  outcome: { View: ({ state }) => <OutcomeScreen state={state} />, keys: [outcomeKeys] },
};

/** Cells of the names at the left. */
const nameCells = 16;

function OutcomeScreen({ state }: { readonly state: State }): ReactNode {
  const tones = useTones();
  const { deletion: run } = state;
  const rows = run === null ? [] : rowsShown(run);
  const shown = run === null ? undefined : rows[run.list.row];
  if (run === null || shown === undefined) {
    return (
      <ScreenFrame state={state} title={clean('Result')}>
        <Text>The results are gone. esc goes back.</Text>
      </ScreenFrame>
    );
  }
  const at = `${count(run.list.row + 1)} of ${count(rows.length)}`;
  const height = bodyRows(state.rows);
  const lines = linesOf(shown, run.kind, Math.max(8, state.columns - nameCells));
  const more = lines.length > height ? lines.length - height + 1 : 0;
  return (
    <ScreenFrame state={state} title={nameOf(shown.system)} aside={clean(at)}>
      {lines.slice(0, more === 0 ? height : height - 1).map(({ name, value, tone }, row) => (
        <Text key={row} wrap="truncate">
          <Text {...tones.dim}>{fit(name, nameCells - 1)} </Text>
          <Text {...tones[tone]}>{value}</Text>
        </Text>
      ))}
      {more > 0 && <Text {...tones.dim}>{`… ${count(more)} more lines: p opens the records`}</Text>}
    </ScreenFrame>
  );
}

interface Line {
  readonly name: Clean;
  readonly value: Clean;
  readonly tone: Tone;
}

/** The result and its reason first, then the fields. */
function linesOf({ system, outcome }: Settled, does: RunKind, cells: number): readonly Line[] {
  const { sign, tone } = looks[outcome.kind];
  const lines = (name: string, value: string, as: Tone = 'plain'): readonly Line[] =>
    wrapped(clean(value), cells).map((text, at) => ({ name: clean(at === 0 ? name : ''), value: text, tone: as }));
  const reason = reasonFor(outcome, does);
  const problem = 'problem' in outcome ? outcome.problem : null;
  return [
    ...lines('result', `${sign} ${outcomeWord(outcome, does)}`, tone),
    ...(reason === '' ? [] : lines('why', reason)),
    ...(problem === null ? [] : problemLines(problem).flatMap(([name, value]) => lines(name, value))),
    ...lines('', ''),
    ...detailFields.flatMap(({ field, title }) => lines(title, valueOf(system, field))),
  ];
}

/** A moment to the minute; a dash where there is nothing. */
function valueOf(system: System, field: FieldName): string {
  const text = fieldText(system, field) ?? '';
  const ms = isTimeField(field) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? text || '–' : exact(ms);
}

/** The service's answer, and the trace id for its support. */
function problemLines(problem: Problem): readonly (readonly [name: string, value: string])[] {
  if (problem.kind !== 'refused') return [['answer', failureSentence(problem)]];
  const { title, detail, traceId } = problem;
  const said = [title, detail].filter((text) => text !== null && text !== '').join(' ');
  return [
    ['answer', `${problem.status}${said === '' ? '' : ` ${said}`}`],
    ...(traceId === null ? [] : ([['trace id', traceId]] as const)),
  ];
}
