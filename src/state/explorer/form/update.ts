/** Fills in the form of one operation. Only fields that were set are sent. */
import { isEndShown } from '../../change/request/requests.ts';
import { onScreenBeneath } from '../../root/navigation.ts';
import {
  andThen,
  withNotice,
  type Step,
  type Feature,
  overlayList,
  screenList,
  type Effects,
  type Reads,
} from '../../root/feature.ts';
import { maxValueLength } from '../../kernel/form.ts';
import { atTop } from '../../kernel/list-view.ts';
import type { State, Action } from '../../root/state.ts';
import {
  undoChange,
  choiceHeight,
  choiceRows,
  enterField,
  setFieldToNull,
  turnField,
  unsetField,
  clearForm,
  openForm,
  completeText,
  acceptTyping,
  withChosen,
} from './entering.ts';
import { receiveEdited, openEditor, openJson } from './editing.ts';
import {
  entriesShown,
  formId,
  formRows,
  type FormState,
  leaveForms,
  isForm,
  isOutdated,
  isSecretTyped,
  isText,
  withCursor,
  withCursorAtSend,
  withoutTyping,
  withScreen,
} from './forms.ts';
import {
  makeIdempotency,
  receiveNow,
  syncIdempotency,
  syncNow,
  withIdempotency,
  refuseChange,
  copyTexts,
  confirmSend,
  requestSend,
  showRefusal,
} from './sending.ts';
import { fieldsIn } from './form-lines.ts';
import { deepestJson, readExactly } from '../../../api/exact-json.ts';
import type { RawResponse } from '../../../api/http/client.ts';

/** Acts only while the form is shown. */
function onForm<A>(does: (state: FormState, action: A) => Step): (state: State, action: A) => Step {
  return (state, action) => (isForm(state) ? does(state, action) : [state]);
}

function chooseField(state: FormState): Step {
  const { overlay } = state;
  if (overlay?.kind !== 'operationChoice') return [state];
  const row = choiceRows(state, overlay)[overlay.list.row];
  return [row === undefined ? state : withChosen(state, overlay, row)];
}

/** Switches to the newest definition; typed values stay. */
function refreshForm(state: FormState): Step {
  const { definition } = state.definition;
  const { operation: before } = state.screen;
  if (definition === null || !isOutdated(state)) return [withNotice(state, 'The definition has not changed.')];
  const operation = definition.operations.find(({ id }) => id === before.id);
  if (operation === undefined) {
    const text = 'The new definition does not have this operation. The form stays as it was.';
    return [{ ...state, notice: { kind: 'warning', text } }];
  }
  const next = withScreen(state, { definition, operation, typing: null });
  return [withNotice(withCursor(next, 0), 'The form follows the new definition. What you set is kept.')];
}

function back(state: FormState): Step {
  return [state.screen.typing === null ? onScreenBeneath(state) : withoutTyping(state)];
}

const overForm: readonly string[] = ['operationChoice', 'operationAnswers', 'operationAsked'];

/** Closes the overlay of a closed form, which a key may have opened while the answer was on its way. */
function withoutOverlay(state: State, before: State): State {
  const kind = state.overlay?.kind ?? '';
  const isOver = overForm.includes(kind) || (kind === 'copy' && before.screen.kind === 'operation');
  const isLeft = state.screen.kind !== 'operation' && isOver;
  return isLeft ? { ...state, overlay: null } : state;
}

const operationFormEffects: Effects<'operationForm'> = {
  makeIdempotencyKey: ({ id, parameter, instead }, { ports }) => ({
    kind: 'idempotencyKeyMade',
    id,
    parameter,
    instead,
    made: ports.randomId(),
  }),
  async editOperation({ id, path, as, text }, { ports }) {
    const edited = await ports.editText(as === 'json' ? 'body' : 'text', text);
    return { kind: 'operationEdited', id, path, as, before: text, edited };
  },
  // Dispatched synchronously: the next key belongs to the review.
  openEditReview({ does, edit }, { dispatch }) {
    dispatch({ kind: 'reviewOpened', does, edit });
    return null;
  },
  sendOperation: ({ call, operation }) => ({ kind: 'callSent', call, operation }),
};

const operationFormReads: Reads<'operationForm'> = {
  readFormNow: {
    slot: 'formNow',
    key: ({ call }) => keyOf(call),
    async send({ call: { url } }, { client, signal }) {
      const answer = await client().readRaw({ operation: 'send request', method: 'GET', url }, signal);
      return answer.ok ? readAnswer(url, answer.value) : { kind: 'formNowFailed', url, problem: answer.problem };
    },
    answers: { formNowArrived: keyOf, formNowFailed: keyOf },
    // Does not retry: the form works without this read, and shows the failure.
    retries: { formNowFailed: () => null },
    givenUp: ({ call: { url } }, problem) => ({
      kind: 'formNowFailed',
      url,
      problem: { ...problem, operation: 'send request' },
    }),
  },
};

export const operationForm: Feature<'operationForm'> = {
  slice: { initial: { forms: new Map() }, lasts: 'session' },
  after: (state, before) =>
    andThen(syncNow(withoutOverlay(showRefusal(leaveForms(state, before), before), before), before), (next) =>
      syncIdempotency(next, before),
    ),
  reacts: { changeAnswered: (state, { id }) => [isEndShown(state, id) ? refuseChange(state) : state] },
  effects: operationFormEffects,
  reads: operationFormReads,
  update: {
    operationOpened: (state, { operation, known, body, marks }) =>
      withIdempotency([openForm(state, operation, known, body, marks)]),
    idempotencyKeyMade: (state, made) => [makeIdempotency(state, made)],
    operationFieldEntered: onForm((state, { isInPlace }) => enterField(state, isInPlace)),
    operationTypingAccepted: onForm(acceptTyping),
    operationTextCompleted: onForm(completeText),
    operationFieldUnset: onForm(unsetField),
    operationFieldNulled: onForm(setFieldToNull),
    operationFieldTurned: onForm(turnField),
    operationJsonOpened: onForm(openJson),
    operationTextOpened: onForm((state) => {
      const { typing } = state.screen;
      return typing === null ? [state] : openEditor(state, typing.path, isText(state, typing.path) ? 'text' : 'json');
    }),
    operationEdited: onForm((state, action) =>
      formId(state.screen) === action.id ? receiveEdited(state, action) : [state],
    ),
    operationChangeUndone: onForm(undoChange),
    operationFormCleared: onForm((state) => withIdempotency(clearForm(state))),
    operationAnswersOpened: onForm((state) => [
      { ...state, overlay: { kind: 'operationAnswers', list: atTop }, notice: null },
    ]),
    operationChoiceFiltered(state) {
      const { overlay } = state;
      return [overlay?.kind === 'operationChoice' ? { ...state, overlay: { ...overlay, typed: '' } } : state];
    },
    operationChosen: onForm(chooseField),
    operationSendReached: onForm((state) => [withCursorAtSend(state)]),
    operationSendRequested: onForm(requestSend),
    operationSendConfirmed: onForm(confirmSend),
    operationCopyOpened: onForm((state) => [
      { ...state, overlay: { kind: 'copy', list: atTop, texts: copyTexts(state) }, notice: null },
    ]),
    operationRefreshed: onForm(refreshForm),
    formNowArrived: (state, { url, value }) => [receiveNow(state, url, { value })],
    formNowFailed: (state, { url, problem }) => [receiveNow(state, url, { problem })],
  },
  screens: {
    operation: {
      isOverlay: true,
      back: onForm(back),
      field(state, { typing }) {
        if (typing === null || !isForm(state)) return null;
        const { path } = typing;
        const edit = (text: string): Step => [withScreen(state, { typing: { path, text } })];
        return {
          name: 'operationValue',
          text: typing.text,
          edited: edit,
          isSecret: isSecretTyped(state),
          maxLength: maxValueLength,
        };
      },
      list(state, screen) {
        const length = isForm(state) ? fieldsIn(entriesShown(state)).length : 0;
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
        const length = isForm(state) ? choiceRows(state, overlay).length : 0;
        return overlayList(state, overlay, { length, height: choiceHeight(state.rows) });
      },
    },
    operationAnswers: {
      list: (state, overlay) => ({ ...overlayList(state, overlay, null), isText: true }),
    },
    operationAsked: {},
  },
};

function keyOf({ url }: { readonly url: string }): string {
  return `now ${url}`;
}

/** The text may be changed and sent back, so numbers keep all digits. */
function readAnswer(url: string, { text }: RawResponse): Action {
  const read = readExactly(text);
  if (read.ok) return { kind: 'formNowArrived', url, value: read.value };
  const path = read.why === 'too deep' ? `expected at most ${deepestJson} levels` : 'expected JSON';
  return { kind: 'formNowFailed', url, problem: { operation: 'send request', kind: 'wrongShape', path } };
}
