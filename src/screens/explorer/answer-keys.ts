/** The keys of an answer: for a table, for a text, and for other content. */
import { answerShown, hasMore, rowUnderCursor } from '../../state/explorer/answer/feature.ts';
import { hasFiles, answerLines } from '../../state/explorer/answer/answer-lines.ts';
import {
  type Answer,
  type AnswerContent,
  type AnswerJson,
  type AnswerTable,
  isSecretCell,
  rowsShown,
} from '../../state/explorer/answer/model.ts';
import { hiddenText } from '../../api/secrets.ts';
import { findKeys } from '../parts/text-lines.tsx';
import type { State } from '../../state/root/state.ts';
import { filterKey, sortKeys } from '../fleet/lists.tsx';
import { bind, type Binding, type BindingGroup, listKeys, listKeysWithoutPages } from '../screen-definition.ts';
import type { Paging } from '../../api/paging/envelope.ts';
import { columnTitles } from '../../state/kernel/json-columns.ts';
import type { Title } from '../frame/screen-frame.tsx';
import { type Clean, clean } from '../text/clean.ts';
import { clip, type StatusPart } from '../text/fit.ts';
import { incompletenessStatus } from '../text/fleet-wording.ts';
import { briefProblem } from '../text/problem-wording.ts';
import { count, plural } from '../text/quantities.ts';

function noRow(state: State): string | null {
  return rowUnderCursor(answerShown(state)) === null ? 'no row is shown' : null;
}

function nothingRead(state: State): string | null {
  return answerShown(state)?.content == null ? 'nothing has arrived yet' : null;
}

function noBody(state: State): string | null {
  const kind = answerShown(state)?.content?.kind;
  return kind === 'table' || kind === 'json' || kind === 'text' ? null : 'there is no text to show';
}

function noFile(state: State): string | null {
  const answer = answerShown(state);
  if (answer === null || answer.written !== null) return 'a file is being written; esc stops it';
  if (answer.content?.kind === 'tooLarge') return answer.call.method === 'GET' ? null : 'nothing came back';
  return hasFiles(answer) ? null : 'there is nothing to write';
}

function isBusy(state: State): string | null {
  return answerShown(state)?.reading != null ? 'an answer is being read; esc stops it' : null;
}

function noSecret(state: State): string | null {
  const answer = answerShown(state);
  const content = answer?.content;
  if (content?.kind === 'table') {
    const row = rowUnderCursor(answer);
    const isAny = content.shown.columns.some((column) => row !== null && isSecretCell(row, column));
    return isAny ? null : 'this row has no secret';
  }
  if (answer === null) return 'there is no answer';
  const isAny = answer.isRevealed || answerLines(answer).some((line) => line.includes(hiddenText));
  return isAny ? null : 'no secret is in it';
}

function secretHint(state: State): string | null {
  if (answerShown(state)?.isRevealed === true) return 'hide';
  return noSecret(state) === null ? 'show secret' : null;
}

const refresh = bind(['r'], 'send it again, or load the failed page', 'answerRefreshed', {
  refusal: isBusy,
});
const copy = bind(['y'], 'copy: values, JSON, curl', 'answerCopyOpened', { hint: 'copy', refusal: nothingSent });
const write = bind(['e'], 'export into a file', 'answerExportOpened', { hint: 'export', refusal: noFile });
const body = bind(['b'], 'show the body in the pager', 'answerBodyShown', { refusal: noBody });
const secret = bind(['v'], 'show or hide the secret under the cursor', 'answerSecretToggled', {
  hint: secretHint,
  refusal: noSecret,
});
const rowOperations = bind(['A'], 'what can be done with this row', 'answerRowOperations', {
  hint: (state) => (isRow(state) ? 'operations' : null),
  refusal: (state) => (isRow(state) ? null : 'this is no row of a list'),
});

function isRow(state: State): boolean {
  const answer = answerShown(state);
  return (answer?.part?.row ?? rowUnderCursor(answer)) !== null && answer !== null;
}

function nothingSent(state: State): string | null {
  return answerShown(state) === null ? 'there is no answer' : null;
}

export const answerTableKeys: BindingGroup = {
  title: 'Answer, list',
  bindings: [
    bind(['enter', 'l', 'right'], 'open the row', 'answerRowOpened', { hint: 'open', refusal: noRow }),
    rowOperations,
    filterKey('filter the loaded rows', { refusal: nothingRead }),
    copy,
    write,
    secret,
    ...sortKeys(),
    bind(['c'], 'choose columns', 'answerColumnsOpened', { hint: 'columns', refusal: nothingRead }),
    bind(['w'], 'make columns narrow, or wide again', 'answerWideToggled', { refusal: nothingRead }),
    body,
    refresh,
  ],
};

export const answerTextKeys: BindingGroup = {
  title: 'Answer, text',
  bindings: [
    ...findKeys('the answer'),
    copy,
    write,
    bind(['v'], 'show or hide secrets', 'answerSecretToggled', { hint: secretHint, refusal: noSecret }),
    rowOperations,
    body,
    refresh,
  ],
};

const retry: Binding = { ...refresh, hint: 'retry' };

export const answerPlainKeys: BindingGroup = { title: 'Answer', bindings: [copy, write, refresh] };
const failedKeys: BindingGroup = { title: 'Answer', bindings: [retry, copy] };

export function keysFor(state: State): readonly BindingGroup[] {
  const answer = answerShown(state);
  const kind: AnswerContent['kind'] | undefined = answer?.content?.kind;
  switch (kind) {
    case 'table':
      return [answerTableKeys, hasMore(answer) ? listKeys : listKeysWithoutPages];
    case 'json':
    case 'text':
      return [answerTextKeys, listKeysWithoutPages];
    case 'nothing':
    case 'eventStream':
    case 'binary':
    case 'tooLarge':
      return [answerPlainKeys];
    case undefined:
      return [failedKeys];
  }
}

// Words for an answer: its call and status, and how much of it is loaded and hidden.

/** `GET …/enrolment-keys`, with the title of the row if only one row is shown. */
export function answerTitle({ call, part }: Answer): Title {
  const row = part === null ? '' : ` › ${part.title}`;
  return { method: clean(call.method), path: clean(pathOf(call) + row) };
}

/** The address without the service and the open organisation. */
function pathOf({ url, orgId }: Answer['call']): string {
  const path = decode(URL.parse(url)?.pathname ?? url);
  if (orgId === null) return path;
  const at = path.indexOf(`/org/${orgId}`);
  return at < 0 ? path : `…${path.slice(at + orgId.length + '/org/'.length)}`;
}

function decode(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** `3.1 kB`, in steps of 1,000. */
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

/** Paging of a list that is not a table: rollcall loads only one page of it. */
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
