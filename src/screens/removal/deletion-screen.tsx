/** The screen of a run, in progress, paused, finished, or in another session: its keys and its frame. */
import type { ReactNode } from 'react';
import { type OutcomeGroup, outcomeGroups } from '../../state/change/outcome.ts';
import { rowsShown, troublesIn } from '../../state/change/outcome-groups.ts';
import { isGoing, type Run, type Settled } from '../../state/change/run.ts';
import {
  capitalise,
  forEachKind,
  type RunKind,
  runKinds,
  runRows,
  type RunWords,
  usualKind,
} from '../../state/change/run-kinds.ts';
import { setsFields } from '../../state/change/edit.ts';
import { stayingWords, undoOf } from '../../state/change/undo.ts';
import { readOnlyRefusal, isSameService } from '../../state/session/session.ts';
import { offerRefusal } from '../../state/removal/disabling/offer.ts';
import type { State } from '../../state/root/state.ts';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import {
  bind,
  type Binding,
  type BindingGroup,
  listKeysWithoutPages,
  nextAndPrevious,
  type ScreenDefinitions,
} from '../screen-definition.ts';
import { count, exact, plural } from '../text/quantities.ts';
import { runFacts, runProgress, runTitle } from './deletion-wording.tsx';
import { ResultsView } from './results-view.tsx';
import { RunningView } from './running-view.tsx';
import { Text } from 'ink';
import type { Problem } from '../../api/problem.ts';
import type { FieldName, System } from '../../api/system.ts';
import { bodyRows } from '../../state/kernel/list-view.ts';
import { detailFields, isTimeField } from '../../state/fleet/systems/fields.ts';
import { type Tone, useTones } from '../parts/root-context.ts';
import { type Clean, clean, fieldText, nameOf } from '../text/clean.ts';
import { fit, wrapText } from '../text/fit.ts';
import { failureSentence } from '../text/problem-wording.ts';
import { looks, outcomeWord, reasonFor } from '../change/outcome-wording.ts';

const details = bind(['enter', 'l', 'right'], 'show the details of this system', 'outcomeOpened', {
  hint: 'details',
  refusal: ({ deletion: run }) => (run === null || rowsShown(run).length === 0 ? 'no system is listed' : null),
});

/** Keys while running. Only these stop the run. */
function runningKeysFor({ noun, the }: RunWords): BindingGroup {
  return {
    title: capitalise(noun),
    bindings: [
      bind(['esc', 'h', 'left'], `pause ${the}, and ask`, 'wentBack', { hint: pauseHint }),
      bind(['b'], `back to the list; ${the} continues`, 'runLeft', { hint: 'back to the list', refusal: noList }),
      details,
    ],
  };
}

function pausedKeysFor({ noun, the }: RunWords): BindingGroup {
  return {
    title: `Paused ${noun}`,
    bindings: [
      bind(['enter'], `resume ${the}`, 'deletionResumed', { hint: 'resume' }),
      bind(['s'], `stop ${the}`, 'deletionStopped', { hint: 'stop' }),
      bind(['b'], 'resume, and go back to the list', 'runLeft', { hint: 'background', refusal: noList }),
      bind(['esc', 'h', 'left'], 'back to the list, still paused', 'wentBack', { hint: 'list, paused' }),
    ],
  };
}

function noList({ organisation }: State): string | null {
  return organisation === null ? 'no organisation is open' : null;
}

function groupDoes(group: OutcomeGroup, does: RunKind): string {
  const { already, done } = runRows[does].words;
  const shown: Readonly<Record<OutcomeGroup, string>> = {
    attention: 'what needs attention',
    kept: 'the kept systems',
    already: `the ${already} systems`,
    done: `the ${done} systems`,
    all: 'all results',
  };
  return `show ${shown[group]}`;
}

function resultKeysFor(does: RunKind): BindingGroup {
  const { undo: undoing, request } = runRows[does];
  return {
    title: 'Results',
    bindings: [
      details,
      ...outcomeGroups.map((group, at) =>
        bind([String(at + 1)], groupDoes(group, does), { kind: 'outcomeGroupChosen', group }),
      ),
      bind(['r'], 'retry the failed systems, after a review', 'retryRequested', {
        hint: (state) =>
          state.deletion === null || isUnsendable(state, state.deletion)
            ? null
            : `retry ${count(troublesIn(state.deletion).length)}`,
        refusal: retryRefusal,
      }),
      ...(undoing === null ? [] : [undoBinding(undoing)]),
      ...(request === null ? [putBackBinding] : []),
      bind(['e'], 'write CSV, JSON, Markdown and HTML', { kind: 'exportRequested' }, { hint: 'export' }),
      bind(['p'], 'read the record', 'recordsShown', { hint: 'record' }),
      bind(['y'], 'copy the results', 'outcomesCopied'),
      bind(['esc', 'h', 'left'], 'back to the list, or the history', 'wentBack', { hint: 'back' }),
    ],
  };
}

/** The undo of an operation that sets fields: a run with the earlier values. */
const putBackBinding = bind(['u'], 'undo: restore the earlier values, after a review', 'undoRequested', {
  hint({ deletion: run }) {
    const undo = run === null ? null : undoOf(run);
    const staying = run === null ? null : stayingWords(run);
    const also = staying === null ? '' : `; ${staying}`;
    return undo === null ? null : `restore ${plural(undo.systems.length, 'earlier value')}${also}`;
  },
  refusal: undoRefusal,
});

/** The undo of disabling and of enabling, which opens a review. */
function undoBinding(undoing: RunKind): Binding {
  const { verb } = runRows[undoing].words;
  return bind(['u'], `undo: ${verb} them again, after a review`, 'undoRequested', {
    hint: `${verb} them again`,
    refusal: (state) => undoRefusal(state) ?? offerRefusal(state, undoing),
  });
}

function elsewhereKeysFor({ noun }: RunWords): BindingGroup {
  return {
    title: `${capitalise(noun)} in another session`,
    bindings: [
      bind(['esc', 'h', 'left'], 'back to the history', 'wentBack', { hint: 'back' }),
      bind(['r'], 'refresh from its records', 'runOpened', { hint: 'refresh' }),
      bind(['p'], 'read its record', 'recordsShown', { hint: 'record' }),
    ],
  };
}

const groupsOf = forEachKind(({ kind, words }) => ({
  running: runningKeysFor(words),
  paused: pausedKeysFor(words),
  results: resultKeysFor(kind),
  elsewhere: elsewhereKeysFor(words),
}));

/** The groups as the documents list them: the usual kind, with the undo keys of the other kinds. */
function groupsListed(): readonly BindingGroup[] {
  const { running, paused, results, elsewhere } = groupsOf[usualKind];
  const undo = runKinds
    .flatMap((kind) => groupsOf[kind].results.bindings)
    .find(({ action }) => action.kind === 'undoRequested');
  return [
    running,
    paused,
    { ...results, bindings: [...results.bindings, ...(undo === undefined ? [] : [undo]), putBackBinding] },
    elsewhere,
  ];
}

function keysFor({ deletion: run }: State): BindingGroup {
  const { running, paused, results, elsewhere } = groupsOf[run?.kind ?? usualKind];
  if (run?.isElsewhere === true) return elsewhere;
  if (!isGoing(run)) return results;
  return run.isPaused ? paused : running;
}

/** The hint of esc, by the stage of the run; null without a run. */
function pauseHint({ deletion: run }: State): string | null {
  if (run === null) return null;
  if (run.check !== null) return 'stop the check';
  if (run.stop === null) return 'pause';
  return run.toSettle.length > 0 ? 'stop' : 'back to the list';
}

function retryRefusal(state: State): string | null {
  const { deletion: run } = state;
  if (run === null) return 'there is nothing to retry';
  if (troublesIn(run).length === 0) return 'no system is left to retry';
  return notHere(state, run) ?? (isUnsendable(state, run) ? definitionPending : null);
}

/** An operation of an earlier session can be sent only with the service's definition. */
function isUnsendable({ definition }: State, { edit }: Run): boolean {
  return edit !== null && edit.plan === null && definition.definition === null;
}

const definitionPending = "the service's definition is not read yet";

/** The reason why a review cannot open here: it needs the run's service and organisation. Null if it can. */
function notHere({ organisation, session }: State, run: Run): string | null {
  if (!isSameService(session.baseUrl, run.baseUrl)) return 'its service is not the one in use';
  return organisation?.orgId === run.organisation.orgId ? null : 'its organisation is not open';
}

function undoRefusal(state: State): string | null {
  const { deletion: run } = state;
  if (run === null) return 'there is nothing to undo';
  const isReadOnly = state.session.mode === 'read-only' || state.settings.label.isReadOnly;
  const notNow = isReadOnly ? readOnlyRefusal(state) : notHere(state, run);
  if (undoOf(run) === null) return notNow ?? nothingToUndo(run);
  return notNow ?? (isUnsendable(state, run) ? definitionPending : null);
}

function nothingToUndo(run: Run): string {
  const { kind, edit, counts } = run;
  if (edit === null || counts.done === 0) return `no system was ${runRows[kind].words.done}`;
  if (!setsFields(edit)) return 'this operation sets no values that could be restored';
  return stayingWords(run) ?? 'no earlier value is known';
}

export const deletionScreens: ScreenDefinitions<'deletion'> = {
  deletion: {
    View: ({ state }) => (state.deletion === null ? null : <DeletionScreen state={state} run={state.deletion} />),
    keys: groupsListed(),
    inForce: (state) => [keysFor(state), listKeysWithoutPages],
  },
};

function DeletionScreen({ state, run }: { readonly state: State; readonly run: Run }): ReactNode {
  return (
    <ScreenFrame
      state={state}
      title={runTitle(run)}
      {...(run.finishedAt !== null && { aside: runProgress(run) })}
      facts={runFacts(run, state.columns)}
    >
      {isGoing(run) ? <RunningView state={state} run={run} /> : <ResultsView state={state} run={run} />}
    </ScreenFrame>
  );
}

// The outcome of one system of a run, and the system as its record has it.

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
    wrapText(clean(value), cells).map((text, at) => ({ name: clean(at === 0 ? name : ''), value: text, tone: as }));
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

/** A time to the minute; a dash for an empty field. */
function valueOf(system: System, field: FieldName): string {
  const text = fieldText(system, field) ?? '';
  const ms = isTimeField(field) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? text || '–' : exact(ms);
}

function problemLines(problem: Problem): readonly (readonly [name: string, value: string])[] {
  if (problem.kind !== 'refused') return [['answer', failureSentence(problem)]];
  const { title, detail, traceId } = problem;
  const said = [title, detail].filter((text) => text !== null && text !== '').join(' ');
  return [
    ['answer', `${problem.status}${said === '' ? '' : ` ${said}`}`],
    ...(traceId === null ? [] : ([['trace id', traceId]] as const)),
  ];
}
