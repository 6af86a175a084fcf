/** Texts to copy from an answer: of the row under the cursor, and of the call. */
import { isJsonObject, type Json, type JsonObject, scalarText } from '../../../api/exact-json.ts';
import { curlOf, leftOutWords, secretSign } from '../call/curl.ts';
import { maskedUrl } from '../../../api/calls/masked-call.ts';
import { answerShown, rowUnderCursor } from './answers.ts';
import { textOf } from './answer-lines.ts';
import { jsonText } from './json-text.ts';
import { type Answer, type AnswerTable } from './model.ts';
import { isSecret } from '../../../api/secrets.ts';
import { isSecretCell, valueIn } from './table.ts';
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
    return [{ what: 'the text', lines: textOf(content, secretNames, isRevealed).split(/\r?\n/).slice(0, mostLines) }];
  }
  if (content?.kind !== 'json') return [];
  const whole = textOf(content, secretNames, isRevealed).trimEnd().split('\n').slice(0, mostLines);
  return [...valueTexts(content.value, answer), { what: 'all of it, as JSON', lines: whole }];
}

/** Limit on lines. A terminal does not pass more to its clipboard. */
const mostLines = 5_000;

/** Limit on the values that are offered one by one. */
const mostValues = 20;

/** Texts and numbers of an object, each by its name. */
function valueTexts(value: Json, { isRevealed, secretNames }: Answer): readonly CopyText[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value)
    .flatMap(([name, one]): CopyText[] => {
      const text = one === null || typeof one === 'boolean' ? null : scalarText(one);
      if (text === null || text === '') return [];
      const isHidden = isSecret(one, { name, owner: value, isSecretShape: secretNames.has(name) }) && !isRevealed;
      return [{ what: name, lines: isHidden ? null : text.split('\n') }];
    })
    .slice(0, mostValues);
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
