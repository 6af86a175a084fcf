/** The screens of an operation's form, and their keys. */
import { formScreen, isAtSend, isOutdated } from '../../../state/explorer/form/forms.ts';
import { isRead } from '../../../state/explorer/form/sending.ts';
import { partsOf } from '../../../state/explorer/form/shapes.ts';
import type { State } from '../../../state/root/state.ts';
import { bind, type BindingGroup, listKeysWithoutPages } from '../../keys/binding.ts';
import type { ScreenDefinitions } from '../../screen-definition.ts';
import { AnswersView, answersExtent, AskedView, ChoiceView } from './form-overlays.tsx';
import { OperationScreenView } from './form-view.tsx';

/** For an operation that changes something, the label of the key says so. */
function sends(state: State): boolean {
  const screen = formScreen(state);
  return screen !== null && isRead(screen.operation);
}

function followsEarlier(state: State): boolean {
  const screen = formScreen(state);
  return screen !== null && isOutdated(state, screen);
}

function takesBody(state: State): boolean {
  const screen = formScreen(state);
  return screen !== null && partsOf(screen.definition, screen.operation).body?.unusable === null;
}

/** A hint that is dropped on the line *Send*. */
function onField(hint: string): (state: State) => string | null {
  return (state) => {
    const screen = formScreen(state);
    return screen !== null && isAtSend(state, screen) ? null : hint;
  };
}

const setting = bind(['enter'], 'set this field', { kind: 'operationFieldEntered', isDeeper: false }, { hint: 'set' });

const sending = bind(['enter'], 'on Send: send it; a change is shown first', 'operationSendRequested', {
  hint: (state) => (sends(state) ? 'send' : 'request'),
});

const formKeys: BindingGroup = {
  title: 'One operation',
  bindings: [
    setting,
    sending,
    bind(['s'], 'go to Send, the last line', 'operationSendReached', { hint: onField('go to Send') }),
    bind(['l', 'right'], 'open one level down, or set it', { kind: 'operationFieldEntered', isDeeper: true }),
    bind(['-'], 'leave this field out', 'operationFieldUnset', { hint: onField('leave out') }),
    bind(['N'], 'send null in this field', 'operationFieldNulled'),
    bind(['space'], 'yes or no, the next value, or empty', 'operationFieldTurned'),
    bind(['+'], 'add an item, or a field of another name', 'operationItemAdded'),
    bind(['b'], 'write the body as JSON in $EDITOR', 'operationJsonOpened', {
      hint: (state) => (takesBody(state) ? 'JSON' : null),
    }),
    bind(['i'], 'what it is and answers', 'operationAnswersOpened', { hint: 'answers' }),
    bind(['y'], 'copy: curl, address, body, rollcall api', 'operationCopyOpened', { hint: 'copy' }),
    bind(['u'], 'undo the last change', 'operationChangeUndone'),
    bind(['ctrl-r'], 'redo it', 'operationChangeRedone'),
    bind(['U'], 'clear the form', 'operationFormCleared'),
    bind(['r'], 'follow a definition that has changed', 'operationRefreshed', {
      hint: (state) => (followsEarlier(state) ? 'refresh' : null),
    }),
  ],
};

const typingKeys: BindingGroup = {
  title: 'A field of an operation',
  bindings: [
    bind(['enter'], 'set the field', 'operationTypingAccepted', { hint: 'set' }),
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
  const screen = formScreen(state);
  if (screen !== null && screen.typing !== null) return [typingKeys];
  const other = screen !== null && isAtSend(state, screen) ? setting : sending;
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
    backHint: (state) => (formScreen(state)?.path == null ? 'back' : 'up'),
  },
  operationChoice: { View: ChoiceView, keys: [choiceKeys, listKeysWithoutPages], fieldKeys: [choiceFilterKeys] },
  operationAnswers: { View: AnswersView, keys: [answersKeys, listKeysWithoutPages], extent: answersExtent },
  operationAsked: { View: AskedView, keys: [askedKeys] },
};
