/** A finished run: its outcomes in groups, failures first, and the location of its record. */
import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { resultsLayout } from '../../state/removal/deletion/public.ts';
import { type OutcomeGroup, outcomeGroups } from '../../state/change/outcome.ts';
import { groupShown, groupsIn, rowsShown } from '../../state/change/outcome-groups.ts';
import type { Run, Settled } from '../../state/change/run.ts';
import { placeCursor } from '../../state/kernel/list-view.ts';
import { fromHome } from '../../state/kernel/spelling.ts';
import { capitalise, type RunKind, runRows } from '../../state/change/run-kinds.ts';
import { stayingWords } from '../../state/change/undo.ts';
import { isSameService } from '../../state/session/session.ts';
import type { State } from '../../state/root/state.ts';
import type { Column } from '../parts/columns.ts';
import { useTones } from '../parts/root-context.ts';
import { PartsLine, type Sign, Table } from '../parts/table.tsx';
import { Tabs } from '../parts/text-lines.tsx';
import { type Clean, clean, fieldText, nameOf } from '../text/clean.ts';
import { clip, clipInMiddle, firstLines } from '../text/fit.ts';
import { plural } from '../text/quantities.ts';
import { endSentence, keptSentence, RunBar } from './deletion-wording.tsx';
import {
  checkedSentence,
  looks,
  outcomeWord,
  peopleWords,
  reasonBeside,
  reasonFor,
  signedCounts,
} from '../change/outcome-wording.ts';

interface ResultsProps {
  readonly state: State;
  readonly run: Run;
}

export function ResultsView({ state, run }: ResultsProps): ReactNode {
  const tones = useTones();
  const { columns } = state;
  const { hasBar, reason, sentences, list } = resultsLayout(state, run);
  const all = rowsShown(run);
  const { row, top } = placeCursor(run.list, run.list.row, all.length, list);
  const items = all.slice(top, top + list);
  const under = all[row];
  const end = endSentence(run);
  const [warnings, facts] = [end === null ? [] : [end], sentencesOf(state, run)];
  return (
    <>
      {hasBar && <RunBar run={run} columns={columns} />}
      <PartsLine parts={signedCounts(run, columns)} />
      {warnings.slice(0, sentences).map((text) => (
        <Text key={text} wrap="truncate" {...tones.warning}>
          {clip(text, columns)}
        </Text>
      ))}
      <Groups run={run} columns={columns} />
      <Box height={list + 1} flexDirection="column" flexShrink={0} overflow="hidden">
        {all.length === 0 ? (
          <Text {...tones.dim}>{emptyWords(groupShown(run), run.kind)}</Text>
        ) : (
          <Table
            items={items}
            columns={columnsFor(run.kind)}
            width={columns}
            cursorIndex={row - top}
            signs={[signOf]}
            list={groupShown(run)}
          />
        )}
      </Box>
      {reason > 0 && (
        <Box height={reason} flexDirection="column" flexShrink={0} overflow="hidden">
          {firstLines(under === undefined ? clean('') : reasonFor(under.outcome, run.kind), columns, reason).map(
            (line) => (
              <Text key={line}>{line || ' '}</Text>
            ),
          )}
        </Box>
      )}
      {facts.slice(0, Math.max(0, sentences - warnings.length)).map(({ text, isWarning }) => (
        <Text key={text} wrap="truncate" {...(isWarning ? tones.warning : tones.plain)}>
          {clip(clean(`  ${text}`), columns)}
        </Text>
      ))}
    </>
  );
}

interface Sentence {
  readonly text: Clean;
  readonly isWarning: boolean;
}

/** The effect of the outcomes on the list, how they were checked, and where the record is. */
function sentencesOf(state: State, run: Run): readonly Sentence[] {
  const { organisation, session } = state;
  const isListed =
    !run.isEarlier && organisation?.orgId === run.organisation.orgId && isSameService(session.baseUrl, run.baseUrl);
  const kept = keptSentence(run, isListed);
  const staying = stayingWords(run);
  const checked = checkedSentence(run);
  const people = run.people === undefined ? null : peopleWords(run.people);
  const isWhole = run.checked !== null && 'at' in run.checked;
  return [
    ...(kept === null ? [] : [{ text: kept, isWarning: false }]),
    ...(staying === null ? [] : [{ text: clean(`Undo: ${staying}.`), isWarning: false }]),
    ...(checked === null ? [] : [{ text: checked, isWarning: !isWhole }]),
    ...(people === null ? [] : [{ text: clean(`${capitalise(people)}.`), isWarning: false }]),
    ...(run.journalPath === null ? [] : [{ text: recordsSentence(run, run.journalPath, state), isWarning: false }]),
  ];
}

/** A long path is cut in its middle: its beginning says whose folder it is, its end names the file. */
function recordsSentence({ damagedLines, isPreview }: Run, path: string, { columns, session }: State): Clean {
  const damaged = damagedLines === 0 ? '' : ` (${plural(damagedLines, 'damaged line')} kept there)`;
  const what = isPreview ? 'Requests that would be sent  ' : 'Records  ';
  const room = columns - what.length - damaged.length - 2;
  return clean(what + clipInMiddle(clean(fromHome(path, session.home)), room) + damaged);
}

function groupName(group: OutcomeGroup, { kind, isPreview, counts }: Run): string {
  const { already, alreadyBriefly, done } = runRows[kind].words;
  // Some of these systems may be gone.
  const isBrief = counts.gone > 0 || already.endsWith(alreadyBriefly);
  const names: Readonly<Record<OutcomeGroup, string>> = {
    attention: 'needs attention',
    kept: 'kept',
    already: isBrief ? alreadyBriefly : already,
    done: isPreview ? `would be ${done}` : done,
    all: 'all',
  };
  return names[group];
}

function emptyWords(group: OutcomeGroup, does: RunKind): string {
  const { already, done } = runRows[does].words;
  const words: Readonly<Record<OutcomeGroup, string>> = {
    attention: 'Nothing needs attention.',
    kept: 'No system was kept.',
    already: `No system was ${already}.`,
    done: `No system was ${done}.`,
    all: 'No system was dealt with.',
  };
  return `  ${words[group]}`;
}

/** `[1 needs attention 4]  2 kept 47  3 gone 3  4 deleted 27  5 all 81` */
function Groups({ run, columns }: { readonly run: Run; readonly columns: number }): ReactNode {
  const groups = groupsIn(run);
  const tabs = outcomeGroups.map((group) => ({
    name: groupName(group, run),
    count: groups[group].length,
    isShown: group === groupShown(run),
  }));
  return <Tabs tabs={tabs} columns={columns} />;
}

/** A screen reader gets the result as a word in each line. */
function signOf({ outcome }: Settled): Sign {
  const { sign, tone } = looks[outcome.kind];
  return { text: clean(sign), tone, message: '' };
}

/** The column WHY gets the cells that other columns leave. */
function columnsFor(does: RunKind): readonly Column<Settled>[] {
  return [
    {
      ...{ title: clean('RESULT'), min: 24, ideal: 80, priority: 90, isCutLast: true },
      cell: ({ outcome }) => outcomeWord(outcome, does),
    },
    { title: clean('NAME'), min: 12, ideal: 80, priority: 80, cell: ({ system }) => nameOf(system) },
    {
      ...{ title: clean('KEY'), min: 8, ideal: 20, priority: 10 },
      cell: ({ system }) => clean(fieldText(system, 'enrolmentKeyDescription') ?? '–'),
    },
    {
      ...{ title: clean('WHY'), min: 12, ideal: 12, priority: 5, isExtra: true, cut: clip },
      cell: ({ outcome }) => reasonBeside(outcome, does),
    },
  ];
}
