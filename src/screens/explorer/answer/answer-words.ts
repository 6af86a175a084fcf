/** Words for an answer: its call and status, and how much of it is loaded and hidden. */
import type { Answer, AnswerTable, AnswerTree } from '../../../state/explorer/answer/model.ts';
import type { Paging } from '../../../api/paging/envelope.ts';
import { columnTitles } from '../../../state/kernel/json-columns.ts';
import { rowsShown } from '../../../state/explorer/answer/table.ts';
import type { Title } from '../../frame/top-line.tsx';
import { type Clean, clean } from '../../text/clean.ts';
import { clip, type StatusPart } from '../../text/fit.ts';
import { incompletenessForms } from '../../text/incompleteness-wording.ts';
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
  if (written !== null) return [{ forms: [`writing the file: ${bytesWords(written)}`] }, { forms: ['esc stops'] }];
  if (content === null) {
    return reading === null ? [] : [{ forms: [`reading… ${count(seconds)} s`] }, { forms: ['esc stops'], weight: 90 }];
  }
  const isTable = content.kind === 'table';
  const time =
    head === null ? [] : [{ forms: [`${head.status} in ${count(head.ms)} ms`, `${head.status}`], weight: 60 }];
  const size =
    head === null || isTable || answer.part !== null ? [] : [{ forms: [bytesWords(head.bytes)], weight: 50 }];
  const parts = isTable ? tableParts(answer, content) : content.kind === 'tree' ? pageParts(content) : [];
  const again = reading === 'call' ? [{ forms: ['reading again… · esc stops', 'reading again…'] }] : [];
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
    { forms: [loadedWords(shown.rows.length, table.paging)], isModest: true },
    ...incompleteness(answer, table),
    ...(answer.reading === 'all' ? [{ forms: [`page ${page} · esc stops`, 'esc stops'] }] : []),
    ...(filter === ''
      ? []
      : [{ forms: [...[60, 24].map((cells) => `${narrowed} "${clip(clean(filter), cells)}"`), narrowed], weight: 90 }]),
    ...(secrets === 0 ? [] : [{ forms: [`${plural(secrets, 'secret')} hidden`], weight: 80 }]),
    ...(isSorted ? [{ forms: [`${title}${sort.isReversed ? ', reversed' : ''}`], weight: 40 }] : []),
  ];
}

/** `50 of 137 loaded`; only the total when the list is complete. */
function loadedWords(loaded: number, { total, next }: Paging): string {
  if (next.kind === 'end' && (total === null || total === loaded)) return plural(loaded, 'row');
  return total === null || total < loaded ? `${count(loaded)} loaded` : `${count(loaded)} of ${count(total)} loaded`;
}

function incompleteness({ problem }: Answer, { paging: { next, addresses } }: AnswerTable): readonly StatusPart[] {
  const page = addresses.length;
  if (next.kind === 'untrusted') return [{ forms: incompletenessForms({ ...next, page }) }];
  if (problem !== null) {
    const why = `incomplete: ${briefProblem(problem)}`;
    return [{ forms: [`${why} at page ${count(page + 1)} · r retries`, `${why} · r retries`, 'incomplete · r'] }];
  }
  return [];
}

/** Paging of a list that is not a table: a tree shows one page only. */
function pageParts({ paging }: AnswerTree): readonly StatusPart[] {
  if (paging === null || paging.next.kind === 'end') return [];
  const { next } = paging;
  const loaded = { forms: [loadedWords(paging.rows, paging)] };
  if (next.kind === 'untrusted') return [loaded, { forms: incompletenessForms({ ...next, page: 1 }) }];
  return [
    loaded,
    { forms: ['incomplete: rollcall api --paginate loads every page', 'incomplete: only its first page'] },
  ];
}

export function columnTitle({ shown }: AnswerTable, field: string): Clean {
  return clean(columnTitles(shown.columns).get(field) ?? field);
}
