/** A run in progress: systems in flight, the latest results, and those that need attention. */
import { Box, Text } from 'ink';
import { type ReactNode, useContext } from 'react';
import { runningLayout } from '../../state/removal/deletion/public.ts';
import type { Outcome } from '../../state/change/outcome.ts';
import { rowsShown } from '../../state/change/outcome-groups.ts';
import { isChecking, isDeleting, type Run, type Settled, type Work } from '../../state/change/run.ts';
import { type RunKind, runRows } from '../../state/change/run-kinds.ts';
import { placed } from '../../state/kernel/list-view.ts';
import type { State } from '../../state/root/state.ts';
import { PlainContext, useTones } from '../parts/root-context.ts';
import { CursorRows, type Part, PartsLine, plain } from '../parts/table.tsx';
import { type Clean, clean, nameOf } from '../text/clean.ts';
import { fit, width } from '../text/fit.ts';
import { plural } from '../text/quantities.ts';
import { changesSent, RunHead, stageWord } from './deletion-wording.tsx';
import { briefReason, keptWord, looks, outcomeWord } from '../change/outcome-wording.ts';

interface RunningProps {
  readonly state: State;
  readonly run: Run;
}

const GUTTER = 3;

export function RunningView({ state, run }: RunningProps): ReactNode {
  const isPlain = useContext(PlainContext) !== null;
  const troubles = rowsShown(run);
  const layout = runningLayout(state, troubles.length, run);
  const half = Math.floor((state.columns - GUTTER) * 0.48);
  // While nothing needs attention, the names get the room.
  const left = !layout.isSplit ? state.columns : troubles.length > 0 ? half : state.columns - GUTTER - untroubledCells;
  const right = layout.isSplit ? state.columns - GUTTER - left : state.columns;
  const blank = layout.isAired ? <Text> </Text> : null;
  return (
    <>
      <RunHead run={run} columns={state.columns} hasBar />
      {run.isPaused ? <PauseQuestion run={run} isAired={layout.isAired} /> : blank}
      <Box flexDirection={layout.isSplit ? 'row' : 'column'}>
        {/* A screen reader could never finish a text that changes several times a second. */}
        {!isPlain && (
          <Box width={left} flexDirection="column" flexShrink={0}>
            <Current run={run} now={layout.now} done={layout.done} width={left} />
          </Box>
        )}
        {layout.isSplit && !isPlain && <Text>{' '.repeat(GUTTER)}</Text>}
        <Box width={right} flexDirection="column" flexShrink={0}>
          <Attention run={run} troubles={troubles} height={layout.list} width={right} isSplit={layout.isSplit} />
        </Box>
      </Box>
    </>
  );
}

/** The width of the title of an empty column. */
const untroubledCells = 18;

interface PauseProps {
  readonly run: Run;
  readonly isAired: boolean;
}

/** Shown after esc: no further request is sent before you answer. */
function PauseQuestion({ run, isAired }: PauseProps): ReactNode {
  const tones = useTones();
  const sent = changesSent(run);
  const question = `▐ Paused: nothing further is ${runRows[run.kind].words.done}. Resume (enter) or stop (s)?`;
  const answers = clean(`  ${plural(sent, 'request')} already sent will still be answered.`);
  return (
    <>
      <Text bold wrap="truncate" {...tones.warning}>
        {clean(question)}
      </Text>
      {isAired && <Text wrap="truncate">{sent === 0 ? ' ' : answers}</Text>}
    </>
  );
}

interface CurrentProps {
  readonly run: Run;
  readonly now: number;
  readonly done: number;
  readonly width: number;
}

function Current({ run, now, done, width }: CurrentProps): ReactNode {
  const tones = useTones();
  const works = [...run.inFlight.values()].slice(0, now);
  const last = run.settled.slice(Math.max(0, run.settled.length - done)).reverse();
  const blanks = Math.max(0, now - works.length);
  return (
    <>
      <Title text={clean('NOW')} />
      {works.map((work) => (
        <Text key={work.system.systemId}>{workLine(work, run.kind, width)}</Text>
      ))}
      {works.length === 0 && <Text {...tones.dim}>{fit(clean(`  ${idleWords(run)}`), width)}</Text>}
      {Array.from({ length: works.length === 0 ? Math.max(0, blanks - 1) : blanks }, (_, at) => (
        <Text key={at}> </Text>
      ))}
      {done > 0 && <Title text={clean('JUST DONE')} />}
      {last.map((settled) => (
        <PartsLine key={settled.system.systemId} parts={doneParts(settled, run.kind, width)} />
      ))}
    </>
  );
}

function idleWords(run: Run): string {
  if (isChecking(run)) return 'comparing with a fresh list';
  return run.isPaused ? 'paused' : isDeleting(run) ? 'starting' : 'nothing';
}

/** Cells of the longest word about a system in flight or just done. */
const stageCells = 13;

function workLine(work: Work, does: RunKind, width: number): Clean {
  return clean(`  ${besideName(nameOf(work.system), stageWord(work, does), width)}`);
}

/** The word has its own column; a long name may use the blanks in front of it. */
function besideName(name: Clean, word: Clean, cells: number): string {
  const most = Math.min(stageCells, Math.floor(cells / 2));
  const left = Math.max(Math.min(width(word), most), Math.min(most, cells - 3 - width(name)));
  return `${fit(name, cells - left - 3)} ${fit(word, left)}`;
}

function doneParts({ system, outcome }: Settled, kind: RunKind, width: number): readonly Part[] {
  const { sign, tone } = looks[outcome.kind];
  return [{ text: clean(`${sign} `), tone }, plain(besideName(nameOf(system), doneWord(outcome, kind), width))];
}

/** A kept system has a sign, so its word is the reason. */
function doneWord(outcome: Outcome, kind: RunKind): Clean {
  if (outcome.kind === 'kept') return keptWord(outcome);
  if (outcome.kind === 'already') return clean(outcome.isGone === true ? 'gone' : runRows[kind].words.alreadyBriefly);
  return outcomeWord(outcome, kind);
}

interface AttentionProps {
  readonly run: Run;
  readonly troubles: readonly Settled[];
  readonly height: number;
  readonly width: number;
  readonly isSplit: boolean;
}

function Attention({ run, troubles, height, width: cells, isSplit }: AttentionProps): ReactNode {
  const tones = useTones();
  if (troubles.length === 0 && !isSplit) return null;
  const more = troubles.length > height ? ` ${troubles.length}` : '';
  const { top } = placed(run.list, run.list.row, troubles.length, height);
  const longest = Math.max(0, ...troubles.slice(top, top + height).map(({ system }) => width(nameOf(system))));
  return (
    <>
      <Title text={clean(`NEEDS ATTENTION${more}`)} />
      {troubles.length === 0 && <Text {...tones.dim}>{'  nothing so far'}</Text>}
      <CursorRows
        items={troubles}
        at={run.list}
        height={height}
        width={cells}
        partsOf={(settled) => troubleParts(settled, run.kind, cells, longest)}
      />
    </>
  );
}

/** Minimum cells of a reason beside a long name. */
const leastReason = 16;

/** Names are as wide as the longest name; the reasons get the rest. */
function troubleParts({ system, outcome }: Settled, does: RunKind, width: number, longest: number): readonly Part[] {
  const { sign, tone } = looks[outcome.kind];
  const room = Math.max(0, width - 4);
  const name = Math.max(0, Math.min(longest, room - leastReason));
  return [
    { text: clean(`${sign} `), tone },
    plain(`${fit(nameOf(system), name)} `),
    { text: fit(briefReason(outcome, does), Math.max(0, room - name - 1)), tone: 'plain' },
  ];
}

function Title({ text }: { readonly text: Clean }): ReactNode {
  return <Text {...useTones().dim}>{`  ${text}`}</Text>;
}
