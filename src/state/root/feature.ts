/** Features: what one declares, and what the root does with it. */
import type { Problem } from '../../api/problem.ts';
import type { Ports } from './ports.ts';
import type { Given, Made } from './services.ts';
import type { Action, Features, TextFieldName, Overlay, Prompt, Screen, ServiceName, Slot, State } from './state.ts';
import type { ListPosition, Motion } from '../kernel/list-view.ts';
import type { Step } from './step.ts';

/** A feature's declaration under a name; never where it declares nothing. */
type Declared<N extends keyof Features, Name extends string> = Features[N] extends { readonly [K in Name]: infer T }
  ? T
  : never;

type KindOf<T> = T extends { readonly kind: infer K extends string } ? K : never;
/** That of a union which has this kind. */
export type Of<T, K> = Extract<T, { readonly kind: K }>;
type ScreenOf<N extends keyof Features> =
  Declared<N, 'screen'> | Declared<N, 'overlay'> | Of<Prompt, KindOf<Declared<N, 'prompt'>>>;

/** Handlers of one kind, omitted by a feature that declares none. */
type Part<Name extends string, Handlers> = keyof Handlers extends never
  ? { readonly [K in Name]?: undefined }
  : { readonly [K in Name]: Handlers };

type Updates<A> = { readonly [K in KindOf<A>]: (state: State, action: Of<A, K>) => Step };

export type Effects<N extends keyof Features, E = Declared<N, 'effect'>> = {
  readonly [K in KindOf<E>]: (effect: Of<E, K>, services: Services) => Promise<Action | null> | Action | null;
};

export type Reads<N extends keyof Features, R = Declared<N, 'read'>> = {
  readonly [K in KindOf<R>]: ReadDefinition<Of<R, K>>;
};

type Makes<N extends keyof Features> = [Declared<N, 'service'>] extends [never]
  ? { readonly services?: undefined }
  : {
      readonly services: (
        given: Given & { readonly ports: Ports },
      ) => Maker<Pick<Made, Declared<N, 'service'> & ServiceName>>;
    };

/** A handler for each action, effect, read, timer and screen that the feature declares: a missing one does not compile. */
export type Feature<N extends keyof Features> = Makes<N> &
  Part<'update', Updates<Declared<N, 'action'>>> &
  Part<'effects', Effects<N>> &
  Part<'reads', Reads<N>> &
  Part<'timers', { readonly [T in Declared<N, 'timer'> & string]: (state: State) => Step }> &
  Part<'screens', { readonly [K in KindOf<ScreenOf<N>>]: ScreenBehaviour<Of<ScreenOf<N>, K>> }> & {
    /** Takes an action over before the feature that it is of; null leaves it there. `carriedOut`: what would happen. */
    readonly intercept?: (state: State, action: Action, applied: Applied) => Step | null;
    /** Has the last word on what is asked for after any action. */
    readonly filterEffects?: (step: Step) => Step;
    /** Must the program wait for something of it before it ends? */
    readonly holdsExit?: (state: State) => boolean;
    /** Its reactions to other features' actions, after theirs: `before` is the state before the action. */
    readonly reacts?: {
      readonly [K in Action['kind']]?: (state: State, action: Of<Action, K>, before: State) => Step;
    };
    /** Its step after any action. */
    readonly after?: (state: State, before: State) => Step;
    /** The actions after which drawing can wait a moment, where they were no more than progress. */
    readonly progress?: { readonly [K in Action['kind']]?: (state: State, before: State) => boolean };
    /** Its own actions that change nothing, and make no letter after them a command. */
    readonly harmless?: readonly KindOf<Declared<N, 'action'>>[];
    /** A name for what the person waits for, another one for each request; null while nothing is. */
    readonly pending?: (state: State) => string | null;
  };

/** The handler of an action, and what other features do about it. */
export type Applied = (state: State, action: Action) => Step;

/** How an effect that reads is sent, sent again, and given up. */
export interface ReadDefinition<R> {
  /** A newer read in the slot replaces this one. */
  readonly slot?: Slot;
  /** Two reads of one key are the same: their failures are counted together, and one waits at a time. */
  readonly key: (read: R) => string;
  readonly send: (read: R, services: Services & { readonly signal: AbortSignal | undefined }) => Promise<Action | null>;
  /** The actions that answer it, with the key of the read that each answers. */
  readonly answers: { readonly [K in Action['kind']]?: (action: Of<Action, K>) => string };
  /** The failures after which it may be sent again: the read, or null where nobody waits for it any more. */
  readonly retries: { readonly [K in Action['kind']]?: (state: State, action: Of<Action, K>) => R | null };
  /** The state while the read waits for its retry after this failure. */
  readonly putOff?: (state: State, action: Action) => State;
  /** The action for a failed read that no person waits for. */
  readonly givenUp: (read: R, problem: Problem, state: State) => Action;
}

/** The text field of a screen. */
export interface Field {
  readonly name: TextFieldName;
  /** Empty for the token, which is not in the state. */
  readonly text: string;
  /** It is shown as dots, and left out of the log. */
  readonly isSecret?: boolean;
  /** The token is typed: the credentials alone have it. */
  readonly isToken?: true;
  /**
   * `phrase`: its text confirms a change, so that it takes no paste, and text that arrives at once only with a second
   * enter. `enter`: only an enter that a hand pressed confirms, whatever the text is.
   */
  readonly confirms?: 'phrase' | 'enter';
  readonly edited: (text: string) => Step;
  /** Its most characters, if not `maxTypedLength`. */
  readonly maxLength?: number;
  /** A printable key that is a command here, and not text; `before`: the text before the caret. */
  readonly isCommand?: (key: string, before: string) => boolean;
}

/** A question, and the keys that answer it. A field whose text confirms asks by itself. */
export type Question =
  /** A hand that types the phrase. `typed`: as far as it is there, in an open field or not; null: there is no field. */
  | { readonly kind: 'phrase'; readonly typed: string | null }
  /** Single keys, and none that arrived together with others. */
  | { readonly kind: 'key' }
  /** Keys that were pressed once the question was on the screen. */
  | { readonly kind: 'freshKey' };

/** How a typed text filters the rows of a list, and keys sort them; the cursor stays on its row. */
export interface Narrowed {
  /** The filter in force; empty: every row is shown. */
  readonly filter: string;
  /** How many rows there are, and how many of them the filter shows. */
  readonly all: number;
  readonly shown: number;
  /** The rows shown, where they stay though they change; esc brings them back. */
  readonly held?: readonly unknown[] | undefined;
  /** The mistake in a text, if any. `isUnfinished`: more letters may correct it. */
  readonly faultIn: (text: string) => { readonly says: string; readonly isUnfinished: boolean } | null;
  /** `held`: the rows to show, which a list held before. */
  readonly withFilter: (state: State, text: string, held?: readonly unknown[]) => State;
  /** Whole texts that a text may go on as, the likeliest first; absent where a list offers none. */
  readonly completions?: (text: string) => readonly string[];
  readonly sorted: (state: State) => State;
  readonly reversed: (state: State) => State;
}

/** Lines of a text, and the word that was looked for in them; empty: none was. */
export interface FoundText {
  readonly lines: readonly string[];
  readonly find: string;
  readonly withFind: (state: State, find: string) => State;
}

/** A list with a cursor; only its rows in view are drawn. */
export type List = {
  readonly at: ListPosition;
  /** Null where only the screen knows, because it lays the list out while it is drawn. */
  readonly extent: { readonly length: number; readonly height: number } | null;
  /** Text without a cursor, which scrolls by its first line. */
  readonly isText?: true;
  /** Its text, in which a word is looked for. */
  readonly text?: FoundText;
  /** Its rows can be filtered and sorted. */
  readonly narrowed?: Narrowed;
} & ({ readonly withPosition: (at: ListPosition) => State } | { readonly moved: (motion: Motion) => Step });

/** Members that hold their list's position. */
type Listed<T> = Extract<T, { readonly list: ListPosition }>;

export function screenList(state: State, screen: Listed<Screen>, extent: List['extent']): List {
  return { at: screen.list, extent, withPosition: (list) => ({ ...state, screen: { ...screen, list } }) };
}

export function overlayList(state: State, overlay: Listed<Overlay>, extent: List['extent']): List {
  return { at: overlay.list, extent, withPosition: (list) => ({ ...state, overlay: { ...overlay, list } }) };
}

/** Behaviour of a screen, an overlay or a prompt beside its keys. */
export interface ScreenBehaviour<S> {
  /** Where esc leads; an action is handed on to the feature that it is of. An overlay closes without it. */
  readonly back?: (state: State, screen: S) => Step | Action;
  readonly field?: (state: State, screen: S) => Field | null;
  /** Enter in a prompt. */
  readonly accepted?: (state: State, screen: S) => Step;
  readonly list?: (state: State, screen: S) => List | null;
  /** A question on it that no key may answer by mistake. */
  readonly asks?: (state: State, screen: S) => Question | null;
  /** Esc does something on it that does not give up a pause of the requests. */
  readonly staysInPause?: (state: State) => boolean;
  /** Screens only: it lies over others, and `onScreenAbove` opens it. */
  readonly isOverlay?: true;
}

/** Services for effects: those given, those that features make, and those of one effect. */
export type Services = Given &
  Made & {
    readonly ports: Ports;
    /** Is the session in which the effect was asked still the one at work? */
    readonly isCurrent: () => boolean;
    /** The program waits for this before it ends. */
    readonly beforeLeaving: (work: Promise<unknown>) => void;
    /** Resolves when what the program waits for before it ends is done. */
    readonly settled: () => Promise<unknown>;
    /** For effects with more than one answer. */
    readonly dispatch: (action: Action) => void;
  };

/** A feature's service for effects, made once for the program. */
export interface Maker<Service> {
  /** For one effect, which dispatches what it has to tell. */
  readonly forEffect: (dispatch: (action: Action) => void) => Service;
  /** Another session begins: what belongs to the one before is forgotten. */
  readonly forget?: () => void;
  /** The read in this slot is given up. */
  readonly abandoned?: (slot: Slot) => void;
  /** Resolves when it has nothing left to do before the program ends. */
  readonly settled?: () => Promise<unknown>;
}
