/** A run in progress: systems in flight, the latest results, and those that need attention. */
import { Box, Text } from 'ink';
import { type ReactNode, useContext } from 'react';
import { runningLayout } from '../../state/removal/deletion/public.ts';
import type { Outcome } from '../../state/change/outcome.ts';
import { groupsIn, rowsShown } from '../../state/change/outcome-groups.ts';
import { isChecking, isDeleting, type Run, type Settled, type Work } from '../../state/change/run.ts';
import { type RunKind, runRows } from '../../state/change/run-kinds.ts';
import { placeCursor } from '../../state/kernel/list-view.ts';
import type { State } from '../../state/root/state.ts';
import { PlainContext, useTones } from '../parts/root-context.ts';
import { CursorRows, type Part, PartsLine, plain } from '../parts/table.tsx';
import { type Clean, clean, nameOf } from '../text/clean.ts';
import { clip, fit, width } from '../text/fit.ts';
import { count } from '../text/quantities.ts';
import { RunBar, RunCounts, stageWord } from './deletion-wording.tsx';
import { alreadyWord, briefReason, keptWord, looks, outcomeWord } from '../change/outcome-wording.ts';

interface RunningProps {
  readonly state: State;
  readonly run: Run;
}

const GUTTER = 3;

export function RunningView({ state, run }: RunningProps): ReactNode {
  const isPlain = useContext(PlainContext) !== null;
  const { columns } = state;
  const { isAired, now, done, list, kept, ...layout } = runningLayout(state);
  // For a screen reader, only the right half is drawn.
  const isSplit = layout.isSplit && !isPlain;
  const left = isSplit ? Math.floor((columns - GUTTER) * 0.48) : columns;
  const right = isSplit ? columns - GUTTER - left : columns;
  const question = run.isPaused ? <PauseQuestion run={run} columns={columns} /> : null;
  return (
    <>
      <RunBar run={run} columns={columns} />
      {/* In a low terminal, the question stands in for the counts. */}
      {(isAired || question === null) && <RunCounts run={run} columns={columns} lines={isAired ? 2 : 1} />}
      {question ?? (isAired && <Text> </Text>)}
      <Box flexDirection={isSplit ? 'row' : 'column'}>
        {/* A screen reader could never finish a text that changes several times a second. */}
        {!isPlain && (
          <Box width={left} flexDirection="column" flexShrink={0}>
            <Current run={run} now={now} done={done} width={left} />
          </Box>
        )}
        {isSplit && <Text>{' '.repeat(GUTTER)}</Text>}
        <Box width={right} flexDirection="column" flexShrink={0}>
          <Attention run={run} height={list} width={right} />
          {!isPlain && kept > 0 && <Kept run={run} height={kept} width={right} />}
        </Box>
      </Box>
    </>
  );
}

/** Shown after esc: no further request is sent before you answer. */
function PauseQuestion({ run, columns }: { readonly run: Run; readonly columns: number }): ReactNode {
  const question = `▐ Paused: nothing further is ${runRows[run.kind].words.done}. Resume (enter) or stop (s)?`;
  return (
    <Text bold wrap="truncate" {...useTones().warning}>
      {clip(clean(question), columns)}
    </Text>
  );
}

interface CurrentProps {
  readonly run: Run;
  readonly now: number;
  readonly done: number;
  readonly width: number;
}

function Current({ run, now, done, width }: CurrentProps): ReactNode {
  const works = [...run.inFlight.values()].slice(0, now).map((work) => workLine(work, run.kind, width));
  const idle: Part = { text: clean(`  ${idleWords(run)}`), tone: 'dim' };
  const last = takeLatest(run.settled, done).map((settled) => doneParts(settled, run.kind, width));
  return (
    <>
      {now > 0 && <Rows title="NOW" rows={works.length === 0 ? [[idle]] : works} height={now} />}
      {done > 0 && <Rows title="JUST DONE" rows={last} height={done} />}
    </>
  );
}

interface RowsProps {
  readonly title: string;
  readonly rows: readonly (readonly Part[])[];
  readonly height: number;
}

/** A title and exactly this many rows, so that nothing below them ever moves. */
function Rows({ title, rows, height }: RowsProps): ReactNode {
  return (
    <>
      <Title text={clean(title)} />
      <Box height={height} flexDirection="column" flexShrink={0} overflow="hidden">
        {rows.map((parts, at) => (
          <PartsLine key={at} parts={parts} />
        ))}
      </Box>
    </>
  );
}

/** The last results, newest first. */
function takeLatest(all: readonly Settled[], max: number): readonly Settled[] {
  return all.slice(Math.max(0, all.length - max)).reverse();
}

function idleWords(run: Run): string {
  if (isChecking(run)) return 'comparing with a fresh list';
  return run.isPaused ? 'paused' : isDeleting(run) ? 'starting' : 'nothing';
}

/** Cells of the longest word about a system in flight or just done. */
const maxWordCells = 13;

function workLine(work: Work, does: RunKind, width: number): readonly Part[] {
  return [plain(`  ${besideName(nameOf(work.system), stageWord(work, does), width)}`)];
}

/** The word has its own column; a long name may use the blanks in front of it. */
function besideName(name: Clean, word: Clean, cells: number): string {
  const max = Math.min(maxWordCells, Math.floor(cells / 2));
  const wordCells = Math.max(Math.min(width(word), max), Math.min(max, cells - 3 - width(name)));
  return `${fit(name, cells - wordCells - 3)} ${fit(word, wordCells)}`;
}

function doneParts({ system, outcome }: Settled, kind: RunKind, width: number): readonly Part[] {
  const { sign, tone } = looks[outcome.kind];
  return [{ text: clean(`${sign} `), tone }, plain(besideName(nameOf(system), doneWord(outcome, kind), width))];
}

/** A kept system has a sign, so its word can give the reason. */
function doneWord(outcome: Outcome, kind: RunKind): Clean {
  if (outcome.kind === 'kept') return keptWord(outcome);
  return alreadyWord(outcome, kind) ?? outcomeWord(outcome, kind);
}

interface HalfProps {
  readonly run: Run;
  readonly height: number;
  readonly width: number;
}

function Attention({ run, height, width }: HalfProps): ReactNode {
  const tones = useTones();
  const troubles = rowsShown(run);
  const { top } = placeCursor(run.list, run.list.row, troubles.length, height);
  const rows = troubles.slice(top, top + height);
  return (
    <>
      <Title text={clean(`NEEDS ATTENTION${countWord(troubles)}`)} />
      <Box height={height} flexDirection="column" flexShrink={0} overflow="hidden">
        {troubles.length === 0 && <Text {...tones.dim}>{'  Nothing needs attention so far.'}</Text>}
        <CursorRows
          items={troubles}
          at={run.list}
          height={height}
          width={width}
          partsOf={reasonsOf(rows, (outcome) => briefReason(outcome, run.kind), width)}
        />
      </Box>
    </>
  );
}

/** Only the newest kept systems: nobody has to act on them. */
function Kept({ run, height, width }: HalfProps): ReactNode {
  const { kept } = groupsIn(run);
  const none: Part = { text: clean('  No system is kept so far.'), tone: 'dim' };
  const last = takeLatest(kept, height);
  const partsOf = reasonsOf(last, (outcome) => keptReason(outcome, run.kind), width);
  const rows = last.map((settled) => [plain('  '), ...partsOf(settled)]);
  return <Rows title={`KEPT${countWord(kept)}`} rows={rows.length === 0 ? [[none]] : rows} height={height} />;
}

function countWord({ length }: readonly Settled[]): string {
  return length === 0 ? '' : ` ${count(length)}`;
}

/** The reason alone: the title already says KEPT. */
function keptReason(outcome: Outcome, does: RunKind): Clean {
  return outcome.kind === 'kept' ? keptWord(outcome) : briefReason(outcome, does);
}

/** Maximum cells of a reason that a long name gives way to: `503; still disabled`. */
const maxReserved = 19;

/** Names are as wide as the longest name; the reasons get the rest. */
function reasonsOf(
  rows: readonly Settled[],
  reasonOf: (outcome: Outcome) => Clean,
  cells: number,
): (settled: Settled) => readonly Part[] {
  const room = Math.max(0, cells - 4);
  const longestName = Math.max(0, ...rows.map(({ system }) => width(nameOf(system))));
  const longestReason = Math.max(0, ...rows.map(({ outcome }) => width(reasonOf(outcome))));
  const name = Math.max(0, Math.min(longestName, room - Math.min(maxReserved, longestReason) - 1));
  return ({ system, outcome }) => {
    const { sign, tone } = looks[outcome.kind];
    return [
      { text: clean(`${sign} `), tone },
      plain(`${fit(nameOf(system), name)} `),
      { text: fit(reasonOf(outcome), Math.max(0, room - name - 1)), tone: 'plain' },
    ];
  };
}

function Title({ text }: { readonly text: Clean }): ReactNode {
  return <Text {...useTones().dim}>{`  ${text}`}</Text>;
}
