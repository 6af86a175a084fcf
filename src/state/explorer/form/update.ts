/** Fills in the form of one operation. Only fields that were set are sent. */
import { onScreenBeneath } from '../../root/navigation.ts';
import { andThen, said, type Step } from '../../root/step.ts';
import { type Feature, overlayList, screenList } from '../../root/feature.ts';
import { longestValue } from '../../kernel/typed.ts';
import { atTop } from '../../kernel/list-cursor.ts';
import type { State } from '../../root/state.ts';
import { choiceHeight, choiceRows, withChosen } from './choices.ts';
import { edited, editorOpened, jsonOpened } from './editing.ts';
import { operationFormEffects, operationFormReads } from './effects.ts';
import {
  fieldEntered,
  fieldNulled,
  fieldTurned,
  fieldUnset,
  itemAdded,
  typingAccepted,
  typingLeft,
} from './entering.ts';
import {
  entriesShown,
  formRows,
  formScreen,
  type FormScreen,
  formsLeft,
  isOutdated,
  isSecretTyped,
  withCursor,
  withCursorAtSend,
} from './forms.ts';
import { nowAnswered, syncNow } from './now.ts';
import { syncIdempotency, idempotencyMade, withIdempotency } from './idempotency.ts';
import { changeRedone, changeUndone, formCleared, formOpened } from './opening.ts';
import { fieldsIn } from './form-tree.ts';
import { copyTexts, sendConfirmed, sendRequested, serviceRefused } from './sending.ts';

/** Acts only while the form is shown. */
function onForm(does: (state: State, screen: FormScreen) => Step): (state: State) => Step {
  return (state) => {
    const screen = formScreen(state);
    return screen === null ? [state] : does(state, screen);
  };
}

/** Takes a value or a shape; JSON opens the editor. */
function chosen(state: State, screen: FormScreen): Step {
  const { overlay } = state;
  if (overlay?.kind !== 'operationChoice') return [state];
  const row = choiceRows(state, screen, overlay)[overlay.list.row];
  if (row === undefined) return [state];
  if (row.kind === 'json') return editorOpened({ ...state, overlay: null }, screen, overlay.path, 'json');
  return [withChosen(state, screen, overlay, row)];
}

/** Takes the newest definition; typed values stay. */
function refreshed(state: State, screen: FormScreen): Step {
  const { definition } = state.definition;
  if (definition === null || !isOutdated(state, screen)) return [said(state, 'The definition has not changed.')];
  const operation = definition.operations.find(({ id }) => id === screen.operation.id);
  if (operation === undefined) {
    const text = 'The new definition does not have this operation. The form stays as it was.';
    return [{ ...state, notice: { kind: 'warning', text } }];
  }
  const next: FormScreen = { ...screen, definition, operation, path: null, above: [], typing: null };
  const typed = screen.typing === null ? state : typingLeft(state, screen, screen.typing);
  return [said(withCursor(typed, next, 0), 'The form follows the new definition. What you set is kept.')];
}

/** One level up; from the whole form, to the screen beneath. */
function back(state: State, screen: FormScreen): Step {
  if (screen.typing !== null) return [typingLeft(state, screen, screen.typing)];
  const above = screen.above.at(-1);
  if (above === undefined) return [onScreenBeneath(state)];
  const up: FormScreen = { ...screen, path: above.path, above: screen.above.slice(0, -1), list: atTop };
  return [withCursor({ ...state, notice: null }, up, above.row)];
}

const overForm: readonly string[] = ['operationChoice', 'operationAnswers', 'operationAsked'];

/** Closes the overlay with its form. A key pressed while the answer was on its way may have opened it. */
function withoutOverlay(state: State, before: State): State {
  const kind = state.overlay?.kind ?? '';
  const isOver = overForm.includes(kind) || (kind === 'copy' && before.screen.kind === 'operation');
  const isLeft = state.screen.kind !== 'operation' && isOver;
  return isLeft ? { ...state, overlay: null } : state;
}

export const operationForm: Feature<'operationForm'> = {
  after: (state, before) =>
    andThen(syncNow(withoutOverlay(serviceRefused(formsLeft(state, before), before), before), before), (next) =>
      syncIdempotency(next, before),
    ),
  effects: operationFormEffects,
  reads: operationFormReads,
  update: {
    operationOpened: (state, { operation, known, body }) =>
      withIdempotency([formOpened(state, operation, known, body)]),
    idempotencyKeyMade: (state, made) => [idempotencyMade(state, made)],
    operationFieldEntered: (state, { isDeeper }) => onForm((now, screen) => fieldEntered(now, screen, isDeeper))(state),
    operationTypingAccepted: onForm((state, screen) =>
      screen.typing === null ? [state] : typingAccepted(state, screen, screen.typing),
    ),
    operationFieldUnset: onForm(fieldUnset),
    operationFieldNulled: onForm(fieldNulled),
    operationFieldTurned: onForm(fieldTurned),
    operationItemAdded: onForm(itemAdded),
    operationJsonOpened: onForm(jsonOpened),
    operationTextOpened: onForm((state, screen) =>
      screen.typing === null ? [state] : editorOpened(state, screen, screen.typing.path, 'text'),
    ),
    operationEdited: (state, action) =>
      onForm((now, screen) => (screen.operation.id === action.id ? edited(now, screen, action) : [now]))(state),
    operationChangeUndone: onForm(changeUndone),
    operationChangeRedone: onForm(changeRedone),
    operationFormCleared: onForm((state, screen) => withIdempotency(formCleared(state, screen))),
    operationAnswersOpened: onForm((state) => [
      { ...state, overlay: { kind: 'operationAnswers', list: atTop }, notice: null },
    ]),
    operationChoiceFiltered(state) {
      const { overlay } = state;
      return [overlay?.kind === 'operationChoice' ? { ...state, overlay: { ...overlay, typed: '' } } : state];
    },
    operationChosen: onForm(chosen),
    operationSendReached: onForm((state, screen) => [withCursorAtSend(state, screen)]),
    operationSendRequested: onForm(sendRequested),
    operationSendConfirmed: onForm(sendConfirmed),
    operationCopyOpened: onForm((state, screen) => [
      { ...state, overlay: { kind: 'copy', list: atTop, texts: copyTexts(state, screen) }, notice: null },
    ]),
    operationRefreshed: onForm(refreshed),
    formNowArrived: (state, { url, value }) => [nowAnswered(state, url, { value })],
    formNowFailed: (state, { url, problem }) => [nowAnswered(state, url, { problem })],
  },
  screens: {
    operation: {
      isOver: true,
      back,
      field(state, screen) {
        const { typing } = screen;
        if (typing === null) return null;
        const name = typing.what === 'name' ? 'operationName' : 'operationValue';
        const edit = (text: string): Step => [{ ...state, screen: { ...screen, typing: { ...typing, text } } }];
        return { name, text: typing.text, edited: edit, isSecret: isSecretTyped(state, screen), longest: longestValue };
      },
      list(state, screen) {
        const { length } = fieldsIn(entriesShown(state, screen));
        return screenList(state, screen, { length, height: formRows(state.rows) });
      },
    },
    operationChoice: {
      back: (state, overlay) => [
        { ...state, overlay: overlay.typed === null ? null : { ...overlay, typed: null, list: atTop } },
      ],
      field(state, overlay) {
        if (overlay.typed === null) return null;
        const edit = (typed: string): Step => [{ ...state, overlay: { ...overlay, typed, list: atTop } }];
        return { name: 'operationChoice', text: overlay.typed, edited: edit };
      },
      list(state, overlay) {
        const screen = formScreen(state);
        const length = screen === null ? 0 : choiceRows(state, screen, overlay).length;
        return overlayList(state, overlay, { length, height: choiceHeight(state.rows) });
      },
    },
    operationAnswers: {
      list: (state, overlay) => ({ ...overlayList(state, overlay, null), isText: true }),
    },
    operationAsked: {},
  },
};
