/** The keys of an answer: of a table, of a tree, and of all other content. */
import { answerShown, hasMore, rowUnderCursor, treeRowUnderCursor } from '../../../state/explorer/answer/answers.ts';
import { hasFiles } from '../../../state/explorer/answer/export.ts';
import { type AnswerContent } from '../../../state/explorer/answer/model.ts';
import { isSecret } from '../../../api/secrets.ts';
import { isSecretCell } from '../../../state/explorer/answer/table.ts';
import { canOpen, placeOf } from '../../../state/explorer/answer/tree.ts';
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
  return kind === 'table' || kind === 'tree' || kind === 'text' ? null : 'there is no text to show';
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
  if (content?.kind === 'text') return null;
  if (content?.kind === 'table') {
    const row = rowUnderCursor(answer);
    const isAny = content.shown.columns.some((column) => row !== null && isSecretCell(row, column));
    return isAny ? null : 'this row has no secret';
  }
  const row = treeRowUnderCursor(answer);
  if (answer === null || row === null || content?.kind !== 'tree') return 'this row is no secret';
  const place = placeOf(row, content.tree, content.name, answer.secretNames);
  return isSecret(row.value, place) ? null : 'this row is no secret';
}

function secretHint(state: State): string | null {
  if (answerShown(state)?.isRevealed === true) return 'hide';
  return answerShown(state)?.content?.kind === 'text' || noSecret(state) !== null ? null : 'show secret';
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

const openHint = (state: State): string | null => {
  const row = treeRowUnderCursor(answerShown(state));
  return row === null || !canOpen(row) ? null : row.isOpen ? null : 'open';
};

export const answerTreeKeys: BindingGroup = {
  title: 'Answer, tree',
  bindings: [
    bind(['enter', 'l', 'right'], 'open the row', 'answerRowOpened', { hint: openHint }),
    bind(['left', 'h'], 'close the row, or go to what it is in', 'answerRowClosed'),
    bind(['space'], 'open or close all below', 'answerAllToggled', { hint: 'all below' }),
    bind(['f', '/'], 'find in names and values', 'answerFindOpened', { hint: 'find' }),
    bind(['n'], 'find the next', 'answerFoundNext', { refusal: nothingSought }),
    secret,
    copy,
    write,
    rowOperations,
    body,
    refresh,
  ],
};

function nothingSought(state: State): string | null {
  const content = answerShown(state)?.content;
  return content?.kind === 'tree' && content.find !== '' ? null : 'nothing is looked for; f finds';
}

export const answerTextKeys: BindingGroup = {
  title: 'Answer, text',
  bindings: [
    copy,
    write,
    bind(['v'], 'show or hide secrets', 'answerSecretToggled', { hint: secretHint }),
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
    case 'tree':
      return [answerTreeKeys, listKeysWithoutPages];
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
