/** The screens of an operation's form, and their keys. */
import {
  fieldAtCursor,
  type FormState,
  isAtSend,
  isForm,
  isOutdated,
  isText,
} from '../../../state/explorer/form/forms.ts';
import { isRead } from '../../../state/explorer/form/sending.ts';
import { partsOf } from '../../../state/explorer/form/shapes.ts';
import type { State } from '../../../state/root/state.ts';
import { bind, type BindingGroup, listKeysWithoutPages } from '../../keys/binding.ts';
import type { ScreenDefinitions } from '../../screen-definition.ts';
import { AnswersView, answersExtent, AskedView, ChoiceView } from './form-overlays.tsx';
import { OperationScreenView } from './form-view.tsx';

/** A hint by a question to the form on the screen. */
function hintIf(asks: (state: FormState) => boolean, yes: string | null, no: string | null) {
  return (state: State): string | null => (isForm(state) && asks(state) ? yes : no);
}

/** Is the field at the cursor a line of JSON? */
function isJsonLine(state: FormState): boolean {
  const field = fieldAtCursor(state);
  return field?.role === 'value' && !isText(state, field.path);
}

function takesBody({ screen: { definition, operation } }: FormState): boolean {
  const { body } = partsOf(definition, operation);
  return body?.unusable === null && !body.isFile;
}

const setting = bind(
  ['enter'],
  'set this field',
  { kind: 'operationFieldEntered', isInPlace: false },
  {
    hint: (state) => (!isForm(state) || isAtSend(state) ? null : isJsonLine(state) ? '$EDITOR' : 'set'),
  },
);

const sending = bind(['enter'], 'on Send: send it; a change is shown first', 'operationSendRequested', {
  hint: (state) =>
    isForm(state) && state.screen.marks !== null
      ? 'review'
      : hintIf(({ screen }) => isRead(screen.operation), 'send', 'request')(state),
});

const formKeys: BindingGroup = {
  title: 'One operation',
  bindings: [
    setting,
    sending,
    bind(['s'], 'go to Send, the last line', 'operationSendReached', { hint: hintIf(isAtSend, null, 'go to Send') }),
    bind(
      ['l', 'right'],
      'set it, JSON in its line, too',
      { kind: 'operationFieldEntered', isInPlace: true },
      {
        hint: (state) => (isForm(state) && isJsonLine(state) ? 'in its line' : null),
      },
    ),
    bind(['-'], 'leave this field out', 'operationFieldUnset', { hint: hintIf(isAtSend, null, 'leave out') }),
    bind(['N'], 'send null in this field', 'operationFieldNulled'),
    bind(['space'], 'yes or no, or the next value', 'operationFieldTurned'),
    bind(['b'], 'write the body as JSON in $EDITOR', 'operationJsonOpened', {
      hint: hintIf(takesBody, 'JSON', null),
    }),
    bind(['i'], 'what it is and answers', 'operationAnswersOpened', { hint: 'answers' }),
    bind(['y'], 'copy: curl, address, body', 'operationCopyOpened', { hint: 'copy' }),
    bind(['u'], 'undo the last change, or make it again', 'operationChangeUndone'),
    bind(['U'], 'clear the form', 'operationFormCleared'),
    bind(['r'], 'follow a definition that has changed', 'operationRefreshed', {
      hint: hintIf(isOutdated, 'refresh', null),
    }),
  ],
};

function notForMarks(state: State): string | null {
  return isForm(state) && state.screen.marks === null ? 'this form is for one request' : null;
}

const typingKeys: BindingGroup = {
  title: 'A field of an operation',
  bindings: [
    bind(['enter'], 'set the field', 'operationTypingAccepted', { hint: 'set' }),
    bind(['tab'], 'a field of the system: {hostname}', 'operationTextCompleted', {
      hint: hintIf(({ screen }) => screen.marks?.kind === 'path', '{field}', null),
      refusal: notForMarks,
    }),
    bind(['ctrl-o'], 'write it in $EDITOR, with line breaks', 'operationTextOpened', { hint: '$EDITOR' }),
    bind(['esc'], 'leave the field as it was', 'wentBack', { hint: 'leave as it was' }),
  ],
};

const choiceKeys: BindingGroup = {
  title: 'A choice',
  bindings: [
    bind(['enter', 'l', 'right', 'space'], 'choose it', 'operationChosen', { hint: 'choose' }),
    bind(['f', '/'], 'filter, or type another value', 'operationChoiceFiltered', { hint: 'filter' }),
    bind(['esc', 'h', 'left', 'q'], 'leave it as it was', 'overlayClosed', { hint: 'leave as it was' }),
  ],
};

const choiceFilterKeys: BindingGroup = {
  title: 'A choice, filtered',
  bindings: [
    bind(['enter'], 'choose it', 'operationChosen', { hint: 'choose' }),
    bind(['down'], 'move down', { kind: 'moved', motion: 'down' }),
    bind(['up'], 'move up', { kind: 'moved', motion: 'up' }),
    bind(['esc'], 'show all', 'wentBack', { hint: 'show all' }),
  ],
};

const answersKeys: BindingGroup = {
  title: 'What an operation answers',
  bindings: [bind(['esc', 'h', 'left', 'q', 'i', 'enter'], 'back to the form', 'overlayClosed', { hint: 'back' })],
};

const askedKeys: BindingGroup = {
  title: 'A read that may do more',
  bindings: [
    bind(['y'], 'send it', 'operationSendConfirmed', { hint: 'send it' }),
    bind(['esc', 'h', 'left', 'n', 'q'], 'send nothing', 'overlayClosed', { hint: 'send nothing' }),
  ],
};

/** Enter sends only on the line *Send*. */
function keysInForm(state: State): readonly BindingGroup[] {
  if (isForm(state) && state.screen.typing !== null) return [typingKeys];
  const other = isForm(state) && isAtSend(state) ? setting : sending;
  return [{ ...formKeys, bindings: formKeys.bindings.filter((binding) => binding !== other) }, listKeysWithoutPages];
}

export const operationFormScreens: ScreenDefinitions<
  'operation' | 'operationChoice' | 'operationAnswers' | 'operationAsked'
> = {
  operation: {
    View: OperationScreenView,
    keys: [formKeys, listKeysWithoutPages],
    fieldKeys: [typingKeys],
    inForce: keysInForm,
    backHint: 'back',
  },
  operationChoice: { View: ChoiceView, keys: [choiceKeys, listKeysWithoutPages], fieldKeys: [choiceFilterKeys] },
  operationAnswers: { View: AnswersView, keys: [answersKeys, listKeysWithoutPages], extent: answersExtent },
  operationAsked: { View: AskedView, keys: [askedKeys] },
};
