/** Fills in forms as a person does: the cursor on a field by its name, then keys. */
import type { Json } from '../../../../src/api/exact-json.ts';
import type { Definition } from '../../../../src/api/openapi/definition.ts';
import { entriesShown, type FormState, isForm, shownForm } from '../../../../src/state/explorer/form/forms.ts';
import { fieldsIn } from '../../../../src/state/explorer/form/form-lines.ts';
import type { FieldPath } from '../../../../src/state/explorer/form/shapes.ts';
import type { Action, Effect, State } from '../../../../src/state/root/state.ts';
import { aStateOf } from '../../../support/make.ts';
import { definitionFrom, operationIn } from '../../../support/definition.ts';
import { formDocument } from '../../../support/form-definition.ts';
import { play } from '../../root/play.ts';

export const formDefinition = definitionFrom(formDocument);

/** Actions without a payload, as keys are. */
export type Key = 'Accepted' | 'Unset' | 'Nulled' | 'Turned' | 'Json' | 'Undone' | 'Cleared' | 'Send';

const keys: Readonly<Record<Key, Action>> = {
  Accepted: { kind: 'operationTypingAccepted' },
  Unset: { kind: 'operationFieldUnset' },
  Nulled: { kind: 'operationFieldNulled' },
  Turned: { kind: 'operationFieldTurned' },
  Json: { kind: 'operationJsonOpened' },
  Undone: { kind: 'operationChangeUndone' },
  Cleared: { kind: 'operationFormCleared' },
  Send: { kind: 'operationSendRequested' },
};

export interface Filling {
  readonly state: State;
  /** The state, with its form on the screen. */
  readonly shown: () => FormState;
  readonly effects: readonly Effect[];
  readonly does: (...actions: readonly Action[]) => Filling;
  readonly presses: (...some: readonly Key[]) => Filling;
  /** Puts the cursor on the field of this name. */
  readonly on: (label: string) => Filling;
  readonly enters: (isInPlace?: boolean) => Filling;
  /** Types into the field at the cursor. */
  readonly types: (text: string) => Filling;
  /** Types into the open line. */
  readonly writes: (text: string) => Filling;
  /** Takes a row of the open choice. */
  readonly chooses: (row: number) => Filling;
  readonly back: () => Filling;
  /** Returns this text from the editor. */
  readonly edits: (text: string) => Filling;
  readonly screen: () => FormState['screen'];
  readonly labels: () => readonly string[];
  readonly body: () => Json | undefined;
  readonly parameter: (key: string) => Json | undefined;
  readonly said: () => string;
}

export function filling(state: State, effects: readonly Effect[] = []): Filling {
  const does = (...actions: readonly Action[]): Filling => {
    const played = play(state, ...actions.map((action): Action => ({ kind: 'keyPressed', action })));
    const proposed = played.effects.find((effect) => effect.kind === 'proposeChange');
    const { state: next, effects } = proposed ? play(played.state, { ...proposed, kind: 'requestShown' }) : played;
    return filling(next, effects);
  };
  const shown = (): FormState => {
    if (!isForm(state)) throw new Error(`The screen is ${state.screen.kind}.`);
    return state;
  };
  const labels = () => fieldsIn(entriesShown(shown())).map(({ label }) => label);
  const values = () => shownForm(shown()).values;
  return {
    state,
    effects,
    does,
    shown,
    screen: () => shown().screen,
    labels,
    presses: (...some) => does(...some.map((key) => keys[key])),
    on(label) {
      const row = labels().indexOf(label);
      if (row === -1) throw new Error(`There is no ${label}: ${labels().join(', ')}.`);
      const downs = Array.from({ length: row }, (): Action => ({ kind: 'moved', motion: 'down' }));
      return does({ kind: 'moved', motion: 'first' }, ...downs);
    },
    enters: (isInPlace = false) => does({ kind: 'operationFieldEntered', isInPlace }),
    types: (text) =>
      does({ kind: 'operationFieldEntered', isInPlace: true }, { kind: 'textEdited', text }, keys.Accepted),
    writes: (text) => does({ kind: 'textEdited', text }, keys.Accepted),
    chooses(row) {
      const downs = Array.from({ length: row }, (): Action => ({ kind: 'moved', motion: 'down' }));
      return does({ kind: 'moved', motion: 'first' }, ...downs, { kind: 'operationChosen' });
    },
    back: () => does({ kind: 'wentBack' }),
    edits(text) {
      const effect = effects.findLast(({ kind }) => kind === 'editOperation');
      if (effect?.kind !== 'editOperation') throw new Error('No editor is open.');
      return does(editorAnswered(effect.id, effect.path, text, effect.text));
    },
    body: () => values().body,
    parameter: (key) => values().parameters.get(key),
    said: () => (state.notice !== null && 'text' in state.notice ? state.notice.text : ''),
  };
}

export function editorAnswered(id: string, path: FieldPath, text: string, before = ''): Action {
  return { kind: 'operationEdited', id, path, as: 'json', before, edited: { ok: true, text } };
}

/** The form of an operation, with an organisation open. */
export function aForm(
  id: string,
  {
    definition = formDefinition,
    known = {},
    state = aStateOf([]),
  }: { definition?: Definition; known?: Readonly<Record<string, string>>; state?: State } = {},
): Filling {
  const start: State = { ...state, definition: { ...state.definition, definition } };
  return filling(start).does({ kind: 'operationOpened', operation: operationIn(definition, id), known });
}
