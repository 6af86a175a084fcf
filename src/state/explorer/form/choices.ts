/** A choice between the values of a field. */
import type { Json } from '../../../api/exact-json.ts';
import { inPlainSpelling } from '../../kernel/hidden-characters.ts';
import { bodyRows } from '../../kernel/layout.ts';
import type { State } from '../../root/state.ts';
import type { OperationChoice } from './feature.ts';
import { type FormState, shownShape, withValue } from './forms.ts';
import { enumValue, scalarWords } from './typed/typed-value.ts';

/** `isTyped`: it is not in the list. */
export interface ChoiceRow {
  readonly value: Json;
  readonly isTyped?: true;
}

/** Rows of a choice in view, without the rows of its field and of its footer. */
export function choiceHeight(rows: number): number {
  return Math.max(1, bodyRows(rows) - 2);
}

export function choiceRows(state: FormState, { path, typed }: OperationChoice): readonly ChoiceRow[] {
  const shape = shownShape(state, path);
  if (shape.kind !== 'enum') return [];
  const text = typed ?? '';
  const word = inPlainSpelling(text);
  const rows = shape.values.map((value): ChoiceRow => ({ value }));
  const shown = word === '' ? rows : rows.filter(({ value }) => inPlainSpelling(scalarWords(value)).includes(word));
  const isThere = text === '' || shape.values.some((value) => scalarWords(value) === text);
  return isThere ? shown : [...shown, { value: enumValue(shape.values, text), isTyped: true }];
}

/** The state with a chosen value. */
export function withChosen(state: FormState, { path }: OperationChoice, { value }: ChoiceRow): State {
  return withValue({ ...state, overlay: null, notice: null }, path, value);
}
