/** A choice between the values of a field, or between the shapes that it may have. */
import type { Json } from '../../../api/exact-json.ts';
import { inPlainSpelling } from '../../kernel/hidden-characters.ts';
import { bodyRows } from '../../kernel/layout.ts';
import type { State } from '../../root/state.ts';
import type { Variant } from '../../../api/openapi/definition.ts';
import type { OperationChoice } from './feature.ts';
import {
  type FormState,
  isLevelOf,
  shownForm,
  shownShape,
  withForm,
  withLevel,
  withValue,
  withValues,
} from './forms.ts';
import { type Choice, choiceKey } from './form-tree.ts';
import { enumValue, scalarWords } from './typed/typed-value.ts';
import {
  type FieldPath,
  type FormValues,
  valueAt,
  variantsBelow,
  withoutVariantsBelow,
  withValueAt,
} from './values.ts';

export type ChoiceRow =
  | { readonly kind: 'value'; readonly value: Json }
  /** A typed value that is not in the list. */
  | { readonly kind: 'typed'; readonly value: Json; readonly text: string }
  | { readonly kind: 'variant'; readonly at: number; readonly variant: Variant }
  | { readonly kind: 'json' };

/** Rows of a choice in view, without the rows of its field and of its footer. */
export function choiceHeight(rows: number): number {
  return Math.max(1, bodyRows(rows) - 2);
}

export function choiceRows(state: FormState, choice: OperationChoice): readonly ChoiceRow[] {
  const { shape, choices } = shownShape(state, choice.path);
  const text = choice.typed ?? '';
  const word = inPlainSpelling(text);
  const isMatch = (name: string): boolean => word === '' || inPlainSpelling(name).includes(word);
  if (choice.depth !== null) {
    const variants = choices[choice.depth]?.shape.variants ?? [];
    const rows = variants.map((variant, at) => ({ kind: 'variant', at, variant }) as const);
    return [...rows.filter(({ variant }) => isMatch(variant.name)), { kind: 'json' }];
  }
  if (shape.kind !== 'enum') return [];
  const rows = shape.values.map((value) => ({ kind: 'value', value }) as const);
  const shown = rows.filter(({ value }) => isMatch(scalarWords(value)));
  const isThere = text === '' || shape.values.some((value) => scalarWords(value) === text);
  return isThere ? shown : [...shown, { kind: 'typed', text, value: enumValue(shape.values, text) }];
}

/** The state with a chosen value, or with a chosen shape. */
export function withChosen(
  state: FormState,
  { path, depth }: OperationChoice,
  row: Exclude<ChoiceRow, { readonly kind: 'json' }>,
): State {
  const closed = { ...state, overlay: null, notice: null };
  return row.kind === 'variant' ? withVariant(closed, path, depth ?? 0, row.at) : withValue(closed, path, row.value);
}

/** The values of the former shape are put aside, and the earlier values of this one return. */
function withVariant(state: FormState, path: FieldPath, depth: number, at: number): State {
  const form = shownForm(state);
  const { choices } = shownShape(state, path);
  const choice = choices[depth];
  if (choice === undefined || choice.chosen === at) return deeper(state, path);
  const key = choiceKey(path, depth);
  const otherVariants = new Map(form.otherVariants);
  if (choice.chosen !== null) {
    const variants = variantsBelow(form.values, path);
    otherVariants.set(`${key} ${choice.chosen}`, { value: valueAt(form.values, path), variants });
  }
  const earlier = otherVariants.get(`${key} ${at}`);
  const above = choices.slice(0, depth).map((one, index) => [choiceKey(path, index), one.chosen ?? 0] as const);
  const elsewhere = withoutVariantsBelow(form.values, path).variants;
  const variants = new Map([...elsewhere, ...(earlier?.variants ?? []), ...above, [key, at] as const]);
  const value = earlier === undefined ? firstValue(choice, at, path) : earlier.value;
  const values: FormValues = { ...withValueAt(form.values, path, value), variants };
  return deeper(withValues(withForm(state, { otherVariants }), values), path);
}

/** Choosing a shape also sets its discriminator. An item of a list must have some value. */
function firstValue({ shape }: Choice, at: number, path: FieldPath): Json | undefined {
  const tag = shape.variants[at]?.tag ?? null;
  if (shape.discriminator !== null && tag !== null) return { [shape.discriminator]: tag };
  return typeof path.at(-1) === 'number' ? {} : undefined;
}

/** One level down, unless the level of the place is on the screen already. */
function deeper(state: FormState, path: FieldPath): State {
  const isOpen = shownShape(state, path).choices.some(({ chosen }) => chosen === null);
  return isOpen || isLevelOf(state, path) ? state : withLevel(state, path);
}
