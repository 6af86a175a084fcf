/** The keys of an answer: of a table, of a text, and of all other content. */
import { answerShown, hasMore, rowUnderCursor } from '../../../state/explorer/answer/answers.ts';
import { hasFiles } from '../../../state/explorer/answer/export.ts';
import { type AnswerContent } from '../../../state/explorer/answer/model.ts';
import { hiddenText } from '../../../api/secrets.ts';
import { answerLines } from '../../../state/explorer/answer/answer-lines.ts';
import { findKeys } from '../../parts/text-lines.tsx';
import { isSecretCell } from '../../../state/explorer/answer/table.ts';
import type { State } from '../../../state/root/state.ts';
import { filterKey, sortKeys } from '../../fleet/lists/list-keys.ts';
import { bind, type Binding, type BindingGroup, listKeys, listKeysWithoutPages } from '../../keys/binding.ts';

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

/** Keys of content without rows. */
export const answerPlainKeys: BindingGroup = { title: 'Answer', bindings: [copy, write, refresh] };
const failedKeys: BindingGroup = { title: 'Answer', bindings: [retry, copy] };

/** The keys of the content on the screen. */
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
