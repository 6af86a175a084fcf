/** Earlier requests that changed something: their list, and one of them as it was saved. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { bodyRows, tableRows } from '../../../state/kernel/layout.ts';
import { pathOf, requestAtCursor, requestsShown, standingOf } from '../../../state/change/request-records/listing.ts';
import type { RequestSummary } from '../../../state/change/request-records/record.ts';
import type { State } from '../../../state/root/state.ts';
import { ScreenFrame } from '../../frame/screen-frame.tsx';
import { bind, type BindingGroup, listKeysWithoutPages } from '../../keys/binding.ts';
import type { Column } from '../../parts/columns.ts';
import { Field } from '../../parts/field.tsx';
import { PartsLine, type Sign, Table } from '../../parts/table.tsx';
import type { ScreenDefinitions, ViewProps } from '../../screen-definition.ts';
import { type Clean, clean } from '../../text/clean.ts';
import { quoted, statusLine, wrapped } from '../../text/fit.ts';
import { count, plural } from '../../text/quantities.ts';
import { recordLines } from './record-lines.ts';
import { standingWithStatus, standingWords } from './standing-words.ts';

const recordsKeys: BindingGroup = {
  title: 'Earlier requests',
  bindings: [
    bind(['enter', 'l', 'right'], 'show all that was saved of it', 'requestRecordChosen', {
      hint: 'open',
      refusal: noRequest,
    }),
    bind(['f', '/'], 'filter the requests', 'requestRecordsFilterOpened', { hint: 'filter', refusal: noneKept }),
    bind(['y'], 'copy this request as a line', 'requestRecordCopied', { hint: 'copy', refusal: noRequest }),
    bind(['p'], 'open its line of the file in the pager', 'requestRecordPaged', { hint: 'record', refusal: noRequest }),
    bind(['r'], 'refresh', 'requestRecordsOpened', { hint: 'refresh' }),
  ],
  examples: [
    { typed: 'disable', means: 'anywhere: method, address, organisation …' },
    { typed: 'is:unknown', means: 'done, refused, unknown, withheld, preview' },
    { typed: 'method:put', means: 'by method' },
    { typed: 'status:409', means: 'by the status of the answer' },
    { typed: 'on:2026-11-22', means: 'by the day it was sent (UTC)' },
    { typed: 'org:northwind', means: 'by the name or id of the organisation' },
  ],
};

const recordKeys: BindingGroup = {
  title: 'An earlier request',
  bindings: [
    bind(['y'], 'copy it as a line', 'requestRecordCopied', { hint: 'copy' }),
    bind(['p'], 'open its line of the file in the pager', 'requestRecordPaged', { hint: 'record' }),
  ],
};

const filterKeys: BindingGroup = {
  title: 'Filter of earlier requests',
  bindings: [
    bind(['enter'], 'apply the filter', 'promptAccepted', { hint: 'apply' }),
    bind(['esc'], 'cancel, and restore the list', 'wentBack', { hint: 'cancel' }),
    bind(['down'], 'move down', { kind: 'moved', motion: 'down' }),
    bind(['up'], 'move up', { kind: 'moved', motion: 'up' }),
  ],
};

function noRequest(state: State): string | null {
  return requestAtCursor(state) === undefined ? 'no request is listed' : null;
}

function noneKept({ requestRecords: { kept } }: State): string | null {
  return kept === null || kept.requests.length === 0 ? 'no request is listed' : null;
}

export const requestRecordsScreens: ScreenDefinitions<'requestRecords' | 'requestRecord' | 'requestRecordsFilter'> = {
  requestRecords: {
    View: RequestRecordsScreen,
    keys: [recordsKeys, listKeysWithoutPages],
    backHint: ({ requestRecords: { filter } }) => (filter === '' ? 'back' : 'show all'),
  },
  requestRecord: {
    View: RequestRecordScreen,
    keys: [recordKeys, listKeysWithoutPages],
    backHint: 'back',
    extent(state) {
      const height = bodyRows(state.rows);
      return { length: Math.max(1, linesShown(state).length - height + 1), height };
    },
  },
  requestRecordsFilter: { View: FilterPrompt, keys: [filterKeys] },
};

function FilterPrompt({ state, screen }: ViewProps<'requestRecordsFilter'>): ReactNode {
  return <Field label={clean('filter:')} value={screen.typed} columns={state.columns} />;
}

const columnsOfRequests: readonly Column<RequestSummary>[] = [
  {
    ...{ title: clean('SENT (UTC)'), min: 16, ideal: 16, priority: 50 },
    cell: ({ at }) => clean(new Date(at).toISOString().slice(0, 16).replace('T', ' ')),
  },
  {
    ...{ title: clean('OUTCOME'), min: 10, ideal: 12, priority: 80, isCutLast: true },
    cell: (request) => clean(standingWithStatus(standingOf(request), request.end)),
    tone: (request) => {
      const { tone } = standingWords(standingOf(request));
      return tone === 'good' ? 'plain' : tone;
    },
  },
  { title: clean('METHOD'), min: 6, ideal: 6, priority: 70, cell: ({ method }) => clean(method.slice(0, 10)) },
  {
    title: clean('PATH'),
    min: 14,
    ideal: 30,
    priority: 90,
    isCutInFront: true,
    cell: (request) => clean(pathOf(request)),
  },
  {
    title: clean('ORGANISATION'),
    min: 12,
    ideal: 18,
    priority: 30,
    cell: ({ orgName, orgId }) => clean(orgName ?? orgId ?? ''),
  },
];

function signOf(request: RequestSummary): Sign | undefined {
  const { sign, tone, word } = standingWords(standingOf(request));
  return sign === ' ' ? undefined : { text: clean(sign), tone, says: word };
}

function factsOf(state: State): Clean {
  const { kept, filter, fault } = state.requestRecords;
  if (fault !== null) return clean('not read');
  if (kept === null) return clean('loading…');
  const { requests, damaged, unread } = kept;
  const shown = requestsShown(state);
  const open = requests.filter((request) => ['unknown', 'noOutcome'].includes(standingOf(request))).length;
  const all = plural(requests.length, 'request');
  return statusLine(
    [
      { forms: [shown.length === requests.length ? all : `${count(shown.length)} of ${all}`] },
      ...(open === 0
        ? []
        : [{ forms: [`${count(open)} with an unknown outcome`, `${count(open)} unknown`], weight: 90 }]),
      ...(damaged === 0 ? [] : [{ forms: [plural(damaged, 'damaged line')], weight: 80 }]),
      ...(unread.length === 0 ? [] : [{ forms: [`${plural(unread.length, 'file')} not read`], weight: 85 }]),
      ...(filter === '' || state.prompt !== null
        ? []
        : [{ forms: [`filter ${quoted(filter)}`, 'filtered'], weight: 70 }]),
      ...(shown.length > 1 ? [{ forms: ['newest first'], weight: 40 }] : []),
    ],
    state.columns,
  );
}

function RequestRecordsScreen({ state, screen }: ViewProps<'requestRecords'>): ReactNode {
  const { list } = screen;
  const all = requestsShown(state);
  const items = all.slice(list.top, list.top + tableRows(state.rows));
  const sentence = bodySentence(state);
  return (
    <ScreenFrame state={state} title={clean('Earlier requests')} facts={factsOf(state)}>
      {sentence !== null &&
        wrapped(clean(sentence), state.columns).map((line, at) => (
          <Text key={at} wrap="truncate">
            {line}
          </Text>
        ))}
      {items.length > 0 && (
        <Table
          items={items}
          columns={columnsOfRequests}
          width={state.columns}
          cursorIndex={list.row - list.top}
          signs={[signOf]}
          list={state.requestRecords.filter}
        />
      )}
    </ScreenFrame>
  );
}

/** In the place of the list, where there is none. */
function bodySentence(state: State): string | null {
  const { kept, fault, filter } = state.requestRecords;
  if (fault !== null) return `The records cannot be read (${fault}). rollcall doctor says more; r retries.`;
  if (kept === null || requestsShown(state).length > 0) return null;
  if (kept.requests.length > 0)
    return `No request matches ${quoted(filter)}. esc shows all ${count(kept.requests.length)}.`;
  const [unread] = kept.unread;
  if (unread !== undefined) return `${unread.path} cannot be read (${unread.code}). rollcall doctor says more.`;
  return 'No requests yet. Each request that changes something is listed here, from before it is sent. Deletions have a history of their own: E.';
}

function linesShown(state: State): ReturnType<typeof recordLines> {
  const { opened } = state.requestRecords;
  return opened === null ? [] : recordLines(opened, state.columns, state.now);
}

function RequestRecordScreen({ state, screen }: ViewProps<'requestRecord'>): ReactNode {
  const { opened } = state.requestRecords;
  const lines = linesShown(state);
  const height = bodyRows(state.rows);
  const top = Math.max(0, Math.min(screen.list.row, lines.length - height));
  const { record } = opened ?? {};
  const title = record === undefined ? '' : `${record.method} ${pathOf(record)}`;
  return (
    <ScreenFrame state={state} title={clean('Earlier request')} facts={clean(title)}>
      {lines.slice(top, top + height).map((parts, at) => (
        <PartsLine key={at} parts={parts} />
      ))}
    </ScreenFrame>
  );
}
