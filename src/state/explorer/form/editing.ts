/** Parts of a form in an editor: JSON, or a text with line breaks. */
import { said, type Step } from '../../root/step.ts';
import type { State } from '../../root/state.ts';
import { editorText } from './editor-text.ts';
import type { EditedAs, OperationFormFeature } from './feature.ts';
import {
  contextOf,
  fieldAtCursor,
  formOf,
  type FormScreen,
  isLevelOf,
  valueOf,
  withForm,
  withValues,
} from './forms.ts';
import { settledAt } from './form-tree.ts';
import { withSecretsOf } from './secrets.ts';
import { partsOf } from './shapes.ts';
import { typedText } from './typed/typed-value.ts';
import { bodyPath, type FieldPath, pathKey, withValueAt } from './values.ts';
import { readJsonText } from '../../../api/json-mistake.ts';

type Edited = Extract<OperationFormFeature['action'], { readonly kind: 'operationEdited' }>;

/** Invalid JSON of the last time opens again. */
export function editorOpened(state: State, screen: FormScreen, path: FieldPath, as: EditedAs): Step {
  const { operation, typing } = screen;
  const { invalidJson } = formOf(state, operation);
  const typed = typing === null ? (typedText(valueOf(state, screen, path)) ?? '') : typing.text;
  const text = as === 'text' ? typed : (invalidJson.get(pathKey(path)) ?? editorText(contextOf(state, screen), path));
  return [
    { ...state, notice: null },
    { kind: 'editOperation', id: operation.id, path, as, text },
  ];
}

/** Opens as JSON: the level, a parameter with fields of its own, or the body. */
export function jsonOpened(state: State, screen: FormScreen): Step {
  if (screen.path !== null) return editorOpened(state, screen, screen.path, 'json');
  const field = fieldAtCursor(state, screen);
  if (field?.role === 'value' && field.path[0] !== 'body') {
    const { shape, choices } = settledAt(contextOf(state, screen), field.path);
    const isScalar = ['text', 'number', 'yesNo', 'enum'].includes(shape.kind);
    if (!isScalar || choices.length > 0) return editorOpened(state, screen, field.path, 'json');
  }
  const { body } = partsOf(screen.definition, screen.operation);
  if (body === null) return [said(state, 'This operation takes no body.')];
  return body.unusable === null ? editorOpened(state, screen, bodyPath, 'json') : [said(state, body.unusable)];
}

/** Takes the text of a closed editor. */
export function edited(state: State, screen: FormScreen, { path, as, before, edited: result }: Edited): Step {
  if (!result.ok) return [{ ...state, notice: { kind: 'warning', text: `Nothing was changed: ${result.says}.` } }];
  const form = formOf(state, screen.operation);
  const isInvalid = form.invalidJson.has(pathKey(path));
  if (result.text === before && !isInvalid) return [said(state, 'Closed without a change: nothing was changed.')];
  if (as === 'text') {
    // Editors add a line break at the end of a file.
    const text = result.text.replace(/\r?\n$/, '');
    const unsavedText = new Map(form.unsavedText);
    unsavedText.delete(pathKey(path));
    const closed = withForm(state, { ...screen, typing: null }, { ...form, unsavedText });
    return [withValues(closed, { ...screen, typing: null }, withValueAt(form.values, path, text))];
  }
  const read = readJsonText(result.text);
  if (read === null) return [said(state, 'The text was empty: nothing was changed. - leaves a field out.')];
  const invalidJson = new Map(form.invalidJson);
  if (!read.ok) {
    const kept = withForm(state, screen, { ...form, invalidJson: invalidJson.set(pathKey(path), result.text) });
    const key = isLevelOf(screen, path) ? 'b' : 'enter';
    const text = `${read.says}. Nothing was changed; ${key} opens it again.`;
    return [{ ...kept, notice: { kind: 'warning', text } }];
  }
  invalidJson.delete(pathKey(path));
  const value = withSecretsOf(contextOf(state, screen), path, valueOf(state, screen, path), read.value);
  const closed = withForm({ ...state, notice: null }, screen, { ...form, invalidJson });
  return [withValues(closed, screen, withValueAt(form.values, path, value))];
}
