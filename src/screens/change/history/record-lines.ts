/** One earlier request as lines of text. */
import { type Json, writeExactly } from '../../../api/exact-json.ts';
import { flat, standingOf } from '../../../state/change/history/rows.ts';
import type { CutSize, KeptRequest } from '../../../state/change/journal/request-record.ts';
import type { Part } from '../../parts/table.tsx';
import { type Clean, clean } from '../../text/clean.ts';
import { fit, wrapped } from '../../text/fit.ts';
import { age, count, plural } from '../../text/quantities.ts';
import { peopleWords } from '../outcome-wording.ts';
import { standingWithStatus, standingWords } from './standing-words.ts';

type Line = readonly Part[];

const nameCells = 14;

/** Longer values go on in the pager. */
const mostLines = 5000;

interface Made {
  readonly request: KeptRequest;
  readonly columns: number;
  readonly minute: number;
  readonly lines: readonly Line[];
}

/** Cached for the request shown: each key redraws it. */
let made: Made | null = null;

export function recordLines(request: KeptRequest, columns: number, now: number): readonly Line[] {
  const minute = Math.floor(now / 60_000);
  if (made?.request !== request || made.columns !== columns || made.minute !== minute) {
    made = { request, columns, minute, lines: linesOf(request, columns, now) };
  }
  return made.lines;
}

function linesOf(request: KeptRequest, columns: number, now: number): readonly Line[] {
  const { record, end, cut, path } = request;
  const standing = standingOf(flat(request));
  const { sign, tone, sentence } = standingWords(standing);
  const moment = new Date(record.at).toISOString();
  const time = `${moment.slice(0, 10)} ${moment.slice(11, 19)} UTC, ${age(Math.max(0, now - Date.parse(record.at)))} ago`;
  const outcome = `${sign} ${standingWithStatus(standing, end)}${end?.ms == null ? '' : ` in ${count(end.ms)} ms`}`;
  const organisation = record.orgId === null ? null : `${record.orgName ?? 'unknown'} (${record.orgId})`;
  const field = (name: string, value: string | null, valueTone: Part['tone'] = 'plain'): readonly Line[] =>
    value === null ? [] : fieldLines(name, clean(value), columns, valueTone);
  return [
    ...field('outcome', outcome.trim(), tone),
    ...field('', sentence),
    ...field('code', end?.slug ?? null),
    ...field('trace id', end?.traceId ?? null),
    ...field(record.mode === 'preview' ? 'asked for' : 'sent', time),
    ...field('request', `${record.method} ${record.address}`),
    ...field('operation', `${record.method} ${record.template}`),
    ...field('organisation', organisation),
    ...field('people', peopleWords(record)),
    ...field('profile', `${record.profile}, at ${record.baseUrl}`),
    ...field('file', path),
    ...valueLines('Body', record.body, cut.body, columns, 'No body.'),
    ...valueLines(
      'Before it, the service had',
      record.before,
      cut.before,
      columns,
      'What was there before was not read.',
    ),
  ];
}

function fieldLines(name: string, value: Clean, columns: number, tone: Part['tone']): readonly Line[] {
  return wrapped(value, Math.max(1, columns - nameCells)).map((text, at) => [
    { text: fit(clean(at === 0 ? name : ''), nameCells), tone: 'dim' },
    { text, tone },
  ]);
}

function valueLines(
  title: string,
  value: Json | null,
  cut: CutSize | undefined,
  columns: number,
  none: string,
): readonly Line[] {
  const plain = (text: string): Line => [{ text: clean(text), tone: 'plain' }];
  if (value === null) return [plain(' '), plain(none)];
  // A cut value is not valid JSON.
  const text = cut !== undefined && typeof value === 'string' ? value : writeExactly(value, 2);
  const all = text.split('\n');
  const shown = all.slice(0, mostLines).flatMap((line) => wrapped(clean(line), columns).map((one) => plain(one)));
  const size = cut === undefined ? '' : `, the beginning of ${count(cut.bytes)} bytes (SHA-256 ${cut.sha256})`;
  const more = all.length - mostLines;
  return [
    plain(' '),
    ...wrapped(clean(`${title}${size}:`), columns).map((one): Line => [{ text: one, tone: 'dim' }]),
    ...shown,
    ...(more > 0 ? [plain(`${plural(more, 'more line')}: o shows them.`)] : []),
  ];
}
