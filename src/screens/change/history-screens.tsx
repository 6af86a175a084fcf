/** The history of all changes: its keys, its table, and the screen of one record. */
import type { ReactNode } from 'react';
import {
  beginOf,
  historyList,
  isRequest,
  isUnknown,
  isWithFailures,
  pathOf,
  peopleOf,
  requestMeant,
  runAtCursor,
  standingOf,
  unreadAtCursor,
} from '../../state/change/history/feature.ts';
import { isUnread, nameOfFile, unreadWords } from '../../state/change/journal/records-file.ts';
import { runRows, usualKind } from '../../state/change/run-kinds.ts';
import type { ChangeRow, RunStage } from '../../state/change/runs/files.ts';
import type { State } from '../../state/root/state.ts';
import { filterKey, ListTable, type ListTableColumn, sortKeys, sortParts } from '../fleet/lists.tsx';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import {
  bind,
  type BindingGroup,
  listKeysWithoutPages,
  type ScreenDefinitions,
  type ViewProps,
} from '../screen-definition.ts';
import { findKeys, lineWords, Sentence, TextLines, textLinesExtent } from '../parts/text-lines.tsx';
import type { Tone } from '../parts/root-context.ts';
import type { Sign } from '../parts/table.tsx';
import { resultsOfRun } from './outcome-wording.ts';
import { type Clean, clean } from '../text/clean.ts';
import { clip, clipInMiddle, clipPath, quoteText, statusLine } from '../text/fit.ts';
import { count, plural } from '../text/quantities.ts';
import { standingWithStatus, standingWords } from './report.ts';

const historyKeys: BindingGroup = {
  title: 'History',
  bindings: [
    bind(['enter', 'l', 'right'], 'open these results', 'historyRowChosen', { hint: 'open', refusal: noRow }),
    filterKey('filter the history'),
    ...sortKeys({}, 'sort by kind, organisation or outcome'),
    bind(
      ['e'],
      'write CSV, JSON, Markdown and HTML',
      { kind: 'exportRequested' },
      {
        hint: 'export',
        refusal(state) {
          if (unreadAtCursor(state) !== undefined) return 'rollcall cannot read this file; p opens it';
          return runAtCursor(state)?.stage === 'going' ? 'it is still in progress' : noRow(state);
        },
      },
    ),
    bind(['p'], 'read its record', 'recordsShown', {
      hint: 'record',
      // A pager may hang on a pipe, or follow a link.
      refusal: (state) => {
        const why = unreadAtCursor(state)?.why;
        return why?.kind === 'notYours' && !why.isPlain ? 'this is not a file' : noRow(state);
      },
    }),
    bind(['y'], 'copy this request as a line', 'historyRequestCopied', {
      hint: (state) => (requestMeant(state) === null ? null : 'copy'),
      refusal: (state) => noRow(state) ?? (requestMeant(state) === null ? 'this is not a request' : null),
    }),
    bind(['r'], 'refresh', 'historyOpened', { hint: 'refresh' }),
  ],
  examples: [
    { typed: 'kind:delete', means: 'delete, disable, enable, change, request' },
    { typed: 'disable', means: 'anywhere: method, address, organisation …' },
    { typed: 'is:unknown', means: 'done, refused, unknown, interrupted, preview' },
    { typed: 'method:put', means: 'requests by method' },
    { typed: 'status:409', means: 'requests by the status of the answer' },
    { typed: 'on:2026-11-22', means: 'by the day it began (UTC)' },
    { typed: 'org:northwind', means: 'by the name or id of the organisation' },
  ],
};

function noRow(state: State): string | null {
  return historyList.current(state) === undefined ? 'nothing is listed' : null;
}

export const historyScreens: ScreenDefinitions<'history'> = {
  history: {
    View: HistoryScreen,
    keys: [historyKeys, listKeysWithoutPages],
    backHint: ({ history: { view } }) => (view.filter === '' ? 'back' : 'show all'),
  },
};

const stageWords: Record<RunStage, string> = { ended: '', going: 'in progress', cutOff: 'interrupted' };

function stageOf(row: ChangeRow): Clean {
  if (isRequest(row)) return clean(standingWithStatus(row));
  if (isUnread(row)) return clean('not read');
  return clean(row.header.mode === 'preview' ? 'preview' : stageWords[row.stage]);
}

function stageTone(row: ChangeRow): Tone {
  if (isRequest(row)) {
    const { tone } = standingWords(standingOf(row));
    return tone === 'good' ? 'plain' : tone;
  }
  return isUnread(row) || (row.header.mode === 'run' && row.stage === 'cutOff') ? 'warning' : 'dim';
}

/** The most urgent outcomes come first, because a narrow cell is cut at its end. */
const mostUrgent = ['failed', 'refused', 'unknown'] as const;

function resultsOf(row: ChangeRow): Clean {
  if (isRequest(row)) return clean(`${row.header.method.slice(0, 10)} ${pathOf(row)}`);
  return isUnread(row) ? clean(`${nameOfFile(row)}: ${unreadWords(row)}`) : resultsOfRun(row, mostUrgent);
}

/** A path is cut in front, because its end names the resource; outcomes are cut at their end. */
function cutResults(text: Clean, cells: number): Clean {
  const [method, path] = text.split(' ');
  return path?.includes('/') === true ? clipPath(method ?? '', path, cells) : clip(text, cells);
}

function organisationOf(row: ChangeRow): Clean {
  if (isUnread(row)) return clean(row.orgName ?? row.orgId ?? 'unknown');
  return clean(row.header.orgName ?? row.header.orgId ?? '');
}

/** ✓ all succeeded, ✗ some failed, ▸ in progress, ● interrupted or unreadable; a request has the sign of its standing. */
function signOf(row: ChangeRow): Sign | undefined {
  const sign = (text: string, tone: Tone, message: string): Sign => ({ text: clean(text), tone, message });
  if (isRequest(row)) {
    const words = standingWords(standingOf(row));
    return words.sign === ' ' ? undefined : sign(words.sign, words.tone, words.word);
  }
  if (isUnread(row)) return sign('●', 'warning', 'not read');
  if (row.header.mode === 'preview') return undefined;
  if (row.stage === 'going') return sign('▸', 'accent', 'in progress');
  if (row.stage === 'cutOff') return sign('●', 'warning', 'interrupted');
  return isWithFailures(row) ? sign('✗', 'danger', 'with failures') : sign('✓', 'good', 'finished');
}

const noTitle = clean('');
const peopleTitle = clean('PEOPLE');

const columns: readonly ListTableColumn<ChangeRow>[] = [
  {
    ...{ title: clean('STARTED (UTC)'), min: 16, ideal: 16, priority: 5 },
    cell: (row) => clean((beginOf(row) ?? '').slice(0, 16).replace('T', ' ')),
  },
  { title: clean('ORGANISATION'), min: 12, ideal: 18, priority: 3, cut: clipInMiddle, cell: organisationOf, by: 'org' },
  { title: noTitle, min: 11, ideal: 12, priority: 2, isCutLast: true, cell: stageOf, tone: stageTone, by: 'is' },
  { title: peopleTitle, min: 13, ideal: 13, priority: 3.5, cell: (row) => clean(peopleOf(row).join(', ')) },
  { title: clean('RESULTS'), min: 18, ideal: 40, priority: 4, isCutLast: true, cut: cutResults, cell: resultsOf },
];

/** `7 deletions`, `3 requests`; for another kind or several, `4 entries`. */
function entriesWords(read: readonly ChangeRow[]): string {
  const kinds = new Set(read.map((row) => ('header' in row ? row.header.does : 'request')));
  const [kind, ...others] = kinds;
  if (kind === undefined || others.length > 0 || (kind !== 'request' && kind !== usualKind))
    return clean(`${count(read.length)} ${read.length === 1 ? 'entry' : 'entries'}`);
  return plural(read.length, kind === 'request' ? kind : runRows[kind].words.noun);
}

function factsOf(state: State): Clean {
  const { kept, view, isLoading } = state.history;
  const { filter } = view;
  if (kept === null || isLoading) return clean('loading…');
  const shown = historyList.shown(state);
  const open = kept.filter((row) => isRequest(row) && isUnknown(row)).length;
  const read = kept.filter((row) => !isUnread(row));
  const unread = kept.length - read.length;
  const all = entriesWords(read);
  const order = view.sort.by !== null ? '' : view.sort.isReversed ? ', oldest first' : ', newest first';
  const sorted = read.length < 2 ? all : `${all}${order}`;
  return statusLine(
    [
      { text: shown.length < kept.length ? `${count(shown.length)} of ${all}` : sorted },
      ...(open === 0 ? [] : [{ text: `${count(open)} with an unknown outcome` }]),
      ...(unread === 0 ? [] : [{ text: `${plural(unread, 'file')} not read`, weight: 85 }]),
      ...(view.sort.by === null ? [] : sortParts(state, historyList, '')),
      ...(filter === '' || state.prompt !== null ? [] : [{ text: `filter ${quoteText(filter)}`, weight: 70 }]),
    ],
    state.columns,
  );
}

function HistoryScreen({ state }: ViewProps<'history'>): ReactNode {
  const shown = historyList.shown(state);
  const sentence = bodySentence(state);
  const empty = [
    ...(shown.some((row) => stageOf(row) !== '') ? [] : [noTitle]),
    ...(shown.some((row) => peopleOf(row).length > 0) ? [] : [peopleTitle]),
  ];
  return (
    <ScreenFrame state={state} title={clean('History')} facts={factsOf(state)}>
      {sentence !== null && <Sentence text={clean(sentence)} columns={state.columns} />}
      <ListTable
        state={state}
        list={historyList}
        columns={columns.filter(({ title }) => !empty.includes(title))}
        signs={[signOf]}
      />
    </ScreenFrame>
  );
}

/** Replaces an empty list; null if there is a list. */
function bodySentence(state: State): string | null {
  const { kept, view } = state.history;
  if (kept === null || historyList.shown(state).length > 0) return null;
  if (kept.length > 0) return `Nothing matches ${quoteText(view.filter)}. esc shows all ${count(kept.length)}.`;
  return 'Nothing was changed yet. Each deletion, disabling, enabling and request is listed here from its start, with its results.';
}

// A record as Markdown in the text view, with search.

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
