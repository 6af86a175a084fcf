/** The requests of this session: the newest first, filtered, copied for support. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import type { RequestEntry } from '../../../api/http/request-log.ts';
import { tableRows } from '../../../state/kernel/layout.ts';
import { isFailed, outcomeOf, type RequestLogOverlay, requestsShown } from '../../../state/shell/traffic/entries.ts';
import type { State } from '../../../state/root/state.ts';
import { ScreenFrame } from '../../frame/screen-frame.tsx';
import { bind, type BindingGroup, listKeysWithoutPages } from '../../keys/binding.ts';
import type { Column } from '../../parts/columns.ts';
import { Field } from '../../parts/field.tsx';
import { useTones } from '../../parts/root-context.ts';
import { Table } from '../../parts/table.tsx';
import type { ScreenDefinitions, ViewProps } from '../../screen-definition.ts';
import { type Clean, clean } from '../../text/clean.ts';
import { clip, fit, statusLine, wrapped } from '../../text/fit.ts';
import { count, exact, plural } from '../../text/quantities.ts';

const requestLogKeys: BindingGroup = {
  title: 'Requests',
  bindings: [
    bind(['enter', 'l', 'right'], 'show all fields, or the list again', 'requestDetailsToggled', {
      hint: (state) => (overlayOf(state)?.isOpened === true ? 'list' : 'details'),
      refusal: noRequest,
    }),
    bind(['f', '/'], 'filter the requests', 'requestLogFiltered', { hint: 'filter' }),
    bind(['y'], 'copy this request', { kind: 'requestsCopied', all: false }, { hint: 'copy', refusal: noRequest }),
    bind(
      ['Y'],
      'copy all requests shown',
      { kind: 'requestsCopied', all: true },
      { hint: 'copy all', refusal: noRequest },
    ),
    bind(['r'], 'refresh', 'requestLogRefreshed', { hint: 'refresh' }),
    bind(['esc', 'h', 'left', 'q', 'L'], 'go back', 'wentBack', { hint: 'back' }),
  ],
};

const requestFilterKeys: BindingGroup = {
  title: 'Filter of requests',
  bindings: [
    bind(['enter'], 'apply the filter', 'requestLogFilterKept', { hint: 'apply' }),
    bind(['esc'], 'show all requests', 'wentBack', { hint: 'show all' }),
    bind(['down'], 'move down', { kind: 'moved', motion: 'down' }),
    bind(['up'], 'move up', { kind: 'moved', motion: 'up' }),
  ],
};

export const requestLogScreens: ScreenDefinitions<'requestLog'> = {
  requestLog: {
    View: RequestLogScreen,
    keys: [requestLogKeys, listKeysWithoutPages],
    fieldKeys: [requestFilterKeys],
  },
};

function overlayOf({ overlay }: State): RequestLogOverlay | null {
  return overlay?.kind === 'requestLog' ? overlay : null;
}

function noRequest(state: State): string | null {
  const overlay = overlayOf(state);
  return overlay === null || requestsShown(overlay).length === 0 ? 'no request is shown' : null;
}

function timeOf({ at }: RequestEntry): Clean {
  return clean(new Date(at).toISOString().slice(11, 19));
}

function msOf({ ms }: RequestEntry): Clean {
  return ms === null ? clean('–') : count(ms);
}

const pathTitle = clean('PATH');

const columnsOfRequests: readonly Column<RequestEntry>[] = [
  { title: clean('TIME'), min: 8, ideal: 8, priority: 60, cell: timeOf },
  { title: clean('METHOD'), min: 6, ideal: 6, priority: 70, cell: ({ method }) => clean(method) },
  {
    title: clean('STATUS'),
    min: 6,
    ideal: 16,
    priority: 90,
    cell: (entry) => clean(outcomeOf(entry)),
    tone: (entry) => (isFailed(entry) ? 'danger' : 'plain'),
  },
  { title: clean('MS'), min: 4, ideal: 6, align: 'right', priority: 50, cell: msOf },
  { title: clean('BYTES'), min: 5, ideal: 9, align: 'right', priority: 20, cell: ({ bytes }) => count(bytes) },
  { title: pathTitle, min: 12, ideal: 20, priority: 80, cell: ({ path }) => clean(path), isCutLast: true },
  // The beginning of an id is of no use.
  { title: clean('TRACE'), min: 8, ideal: 40, priority: 10, cell: traceCell },
];

/** Most requests have no trace id: its column appears with the first one. */
function columnsFor(entries: readonly RequestEntry[], state: State): readonly Column<RequestEntry>[] {
  const hasTrace = entries.some(({ traceId }) => traceId !== null);
  const start = repeatedStart(state);
  return columnsOfRequests
    .filter(({ cell }) => hasTrace || cell !== traceCell)
    .map((column) => (column.title === pathTitle ? { ...column, cell: ({ path }) => briefPath(path, start) } : column));
}

/** The path of the service's address and the open organisation: nearly every request would repeat it. */
function repeatedStart({ session, organisation }: State): string {
  const base = new URL(session.baseUrl ?? 'https://x').pathname.replace(/\/$/, '');
  return organisation === null ? base : `${base}/org/${encodeURIComponent(organisation.orgId)}`;
}

function briefPath(path: string, start: string): Clean {
  const isBelow = start !== '' && path.startsWith(start) && /^[/?]|^$/.test(path.slice(start.length));
  return clean(isBelow ? `…${path.slice(start.length)}` : path);
}

function traceCell({ traceId }: RequestEntry): Clean {
  return clean(traceId ?? '');
}

function RequestLogScreen({ state, screen }: ViewProps<'requestLog'>): ReactNode {
  const { entries, filter, isTyping, isOpened, list } = screen;
  const { columns } = state;
  const shown = requestsShown(screen);
  const failed = shown.filter(isFailed).length;
  const facts = statusLine(
    [
      {
        forms: [
          shown.length === entries.length
            ? plural(entries.length, 'request')
            : `${count(shown.length)} of ${plural(entries.length, 'request')}`,
        ],
      },
      ...(failed === 0 ? [] : [{ forms: [`${count(failed)} failed`], weight: 90 }]),
      ...(filter === '' || isTyping ? [] : [{ forms: [`filter "${filter}"`, 'filtered'], weight: 80 }]),
      { forms: ['newest first, times in UTC', 'newest first'], weight: 50 },
      { forms: ['no bodies, no token'], weight: 30 },
    ],
    columns,
  );
  const entry = shown[list.row];
  const rows = tableRows(state.rows) - (isTyping ? 1 : 0);
  const items = shown.slice(list.top, list.top + rows);
  return (
    <ScreenFrame state={state} title={clean('Requests')} facts={facts}>
      {isTyping && <Field label={clean('filter:')} value={filter} columns={columns} />}
      {isOpened && entry !== undefined ? (
        <RequestDetails entry={entry} columns={columns} />
      ) : shown.length === 0 ? (
        <Text>{clip(clean(emptySentence(screen)), columns)}</Text>
      ) : (
        <Table items={items} columns={columnsFor(items, state)} width={columns} cursorIndex={list.row - list.top} />
      )}
    </ScreenFrame>
  );
}

function emptySentence({ entries, filter }: RequestLogOverlay): string {
  return entries.length === 0 ? 'No requests yet.' : `No request matches "${filter}". esc shows all ${entries.length}.`;
}

const nameCells = 10;

function RequestDetails({ entry, columns }: { readonly entry: RequestEntry; readonly columns: number }): ReactNode {
  const tones = useTones();
  const { method, path, ms, bytes, traceId } = entry;
  const fields: readonly (readonly [string, Clean])[] = [
    ['sent', clean(`${exact(entry.at).slice(0, 10)} ${timeOf(entry)} UTC`)],
    ['method', clean(method)],
    ['path', clean(path)],
    ['status', clean(outcomeOf(entry))],
    ['took', clean(ms === null ? 'not ended yet' : `${count(ms)} ms`)],
    ['received', plural(bytes, 'byte')],
    ['trace id', clean(traceId ?? '–')],
  ];
  return fields.flatMap(([name, value]) =>
    wrapped(value, Math.max(1, columns - nameCells)).map((line, at) => (
      <Text key={`${name} ${at}`}>
        <Text {...tones.dim}>{fit(clean(at === 0 ? name : ''), nameCells)}</Text>
        {line}
      </Text>
    )),
  );
}
