/** Texts to copy from an answer: of the row under the cursor, and of the call. */
import { childCount } from '../../kernel/json-columns.ts';
import { type JsonObject, scalarText } from '../../../api/exact-json.ts';
import { curlOf, leftOutWords, secretSign } from '../call/curl.ts';
import { maskedUrl } from '../../../api/calls/masked-call.ts';
import { answerShown, rowUnderCursor, treeRowUnderCursor } from './answers.ts';
import { jsonText } from './json-text.ts';
import { type Answer, type AnswerTable } from './model.ts';
import { isSecret, withoutSecrets } from '../../../api/secrets.ts';
import { isSecretCell, valueIn } from './table.ts';
import { namesTo, pathText, placeOf } from './tree.ts';
import type { CopyText } from '../../fleet/export/feature.ts';
import type { State } from '../../root/state.ts';

export function answerTexts(state: State): readonly CopyText[] {
  const answer = answerShown(state);
  if (answer === null) return [];
  const { call, content } = answer;
  return [
    ...(content === null ? [] : partTexts(answer)),
    ...traceText(answer),
    { what: 'the call as curl', lines: [curlOf(call)], leftOut: leftOutWords(call) },
    { what: 'its address', lines: [call.secrets.length === 0 ? call.url : maskedUrl(call, secretSign)] },
  ];
}

function traceText({ problem }: Answer): readonly CopyText[] {
  const trace = problem?.kind === 'refused' ? problem.traceId : null;
  return trace === null ? [] : [{ what: 'trace id', lines: [trace] }];
}

function partTexts(answer: Answer): readonly CopyText[] {
  const { content, isRevealed, secretNames } = answer;
  if (content?.kind === 'table') {
    const row = rowUnderCursor(answer);
    return row === null ? [] : rowTexts(row, content, isRevealed);
  }
  if (content?.kind === 'text') {
    const text = isRevealed ? content.text : withoutSecrets(content.text, content.format);
    return [{ what: 'the text', lines: text.split(/\r?\n/).slice(0, mostLines) }];
  }
  const row = treeRowUnderCursor(answer);
  if (row === null || content?.kind !== 'tree') return [];
  const place = placeOf(row, content.tree, content.name, secretNames);
  const { name } = place;
  const path: CopyText = { what: 'path', lines: [pathText(namesTo(row))] };
  if (childCount(row.value) !== null)
    return [branchText(jsonText(row.value, { withSecrets: isRevealed, name, secretNames })), path];
  const isHidden = isSecret(row.value, place) && !isRevealed;
  return [{ what: 'value', lines: isHidden ? null : (scalarText(row.value) ?? '').split('\n') }, path];
}

/** Limit on lines. A terminal does not pass more to its clipboard. */
const mostLines = 5_000;

function branchText(json: string): CopyText {
  return { what: 'this branch, as JSON', lines: json.split('\n') };
}

function rowTexts(row: JsonObject, { shown }: AnswerTable, isRevealed: boolean): readonly CopyText[] {
  const secretNames = new Set(shown.columns.filter(({ isSecret: one }) => one).map(({ field }) => field));
  const values = shown.columns.flatMap((column): CopyText[] => {
    const value = valueIn(row, column);
    const text = scalarText(value);
    const isHidden = isSecretCell(row, column);
    const isWanted = column.kind === 'name' || column.kind === 'id' || isHidden;
    if (!isWanted || value === null || text === null) return [];
    return [{ what: column.field, lines: isHidden && !isRevealed ? null : text.split('\n') }];
  });
  const json = jsonText(row, { withSecrets: isRevealed, secretNames });
  return [...values, { what: 'all fields, as JSON', lines: json.split('\n') }];
}
