/** Words for an answer: its call and status, and how much of it is loaded and hidden. */
import type { Answer, AnswerTable, AnswerJson } from '../../../state/explorer/answer/model.ts';
import type { Paging } from '../../../api/paging/envelope.ts';
import { columnTitles } from '../../../state/kernel/json-columns.ts';
import { rowsShown } from '../../../state/explorer/answer/table.ts';
import type { Title } from '../../frame/top-line.tsx';
import { type Clean, clean } from '../../text/clean.ts';
import { clip, type StatusPart } from '../../text/fit.ts';
import { incompletenessStatus } from '../../text/incompleteness-wording.ts';
import { briefProblem } from '../../text/problem-wording.ts';
import { count, plural } from '../../text/quantities.ts';

/** `GET …/enrolment-keys`, and the row of it when only that is shown. */
export function answerTitle({ call, part }: Answer): Title {
  const row = part === null ? '' : ` › ${part.title}`;
  return { method: clean(call.method), path: clean(pathOf(call) + row) };
}

/** The address without its constant parts: the service and the open organisation. */
function pathOf({ url, orgId }: Answer['call']): string {
  const path = decoded(URL.parse(url)?.pathname ?? url);
  if (orgId === null) return path;
  const at = path.indexOf(`/org/${orgId}`);
  return at < 0 ? path : `…${path.slice(at + orgId.length + '/org/'.length)}`;
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** `3.1 kB`, in steps of a thousand. */
export function bytesWords(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB'];
  let [amount, unit] = [bytes, 0];
  while (amount >= 1000 && unit < units.length - 1) {
    amount /= 1000;
    unit += 1;
  }
  return unit === 0
    ? plural(bytes, 'byte')
    : `${amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${units[unit]}`;
}

/** The second line of the screen. */
export function answerParts(answer: Answer, seconds: number): readonly StatusPart[] {
  const { head, content, reading, written } = answer;
  if (written !== null) return [{ text: `writing the file: ${bytesWords(written)}` }, { text: 'esc stops' }];
  if (content === null) {
    return reading === null ? [] : [{ text: `reading… ${count(seconds)} s` }, { text: 'esc stops', weight: 90 }];
  }
  const isTable = content.kind === 'table';
  const time = head === null ? [] : [{ text: `${head.status} in ${count(head.ms)} ms`, weight: 60 }];
  const size = head === null || isTable || answer.part !== null ? [] : [{ text: bytesWords(head.bytes), weight: 50 }];
  const parts = isTable ? tableParts(answer, content) : content.kind === 'json' ? pageParts(content) : [];
  const again = reading === 'call' ? [{ text: 'reading again… · esc stops' }] : [];
  return [...time, ...size, ...parts, ...again];
}

function tableParts(answer: Answer, table: AnswerTable): readonly StatusPart[] {
  const { shown, secrets } = table;
  const { sort, filter } = shown;
  const length = rowsShown(shown).length;
  const title = sort.by === null ? 'service order' : `by ${columnTitle(table, sort.by).toLowerCase()}`;
  const isSorted = sort.by !== null || sort.isReversed;
  const page = count(table.paging.addresses.length + 1);
  const narrowed = `${count(length)} shown by filter`;
  return [
    { text: loadedWords(shown.rows.length, table.paging) },
    ...incompleteness(answer, table),
    ...(answer.reading === 'all' ? [{ text: `page ${page} · esc stops` }] : []),
    ...(filter === '' ? [] : [{ text: `${narrowed} "${clip(clean(filter), 24)}"` }]),
    ...(secrets === 0 ? [] : [{ text: `${plural(secrets, 'secret')} hidden`, weight: 80 }]),
    ...(isSorted ? [{ text: `${title}${sort.isReversed ? ', reversed' : ''}`, weight: 40 }] : []),
  ];
}

/** `50 of 137 loaded`; only the total when the list is complete. */
function loadedWords(loaded: number, { total, next }: Paging): string {
  if (next.kind === 'end' && (total === null || total === loaded)) return plural(loaded, 'row');
  return total === null || total < loaded ? `${count(loaded)} loaded` : `${count(loaded)} of ${count(total)} loaded`;
}

function incompleteness({ problem }: Answer, { paging: { next, addresses } }: AnswerTable): readonly StatusPart[] {
  const page = addresses.length;
  if (next.kind === 'untrusted') return [{ text: incompletenessStatus({ ...next, page }) }];
  if (problem !== null) {
    return [{ text: `incomplete, r retries: ${briefProblem(problem)} at page ${count(page + 1)}` }];
  }
  return [];
}

/** Paging of a list that is not a table: JSON is one page only. */
function pageParts({ paging }: AnswerJson): readonly StatusPart[] {
  if (paging === null || paging.next.kind === 'end') return [];
  const { next } = paging;
  const loaded = { text: loadedWords(paging.rows, paging) };
  if (next.kind === 'untrusted') return [loaded, { text: incompletenessStatus({ ...next, page: 1 }) }];
  return [loaded, { text: 'incomplete: rollcall api --paginate loads every page' }];
}

export function columnTitle({ shown }: AnswerTable, field: string): Clean {
  return clean(columnTitles(shown.columns).get(field) ?? field);
}
