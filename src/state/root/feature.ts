/** The declaration of a feature, and how the root uses it. */
import type { Problem } from '../../api/problem.ts';
import type { Ports, Given, Made } from './services.ts';
import type {
  Action,
  Features,
  TextFieldName,
  Overlay,
  Prompt,
  Screen,
  ServiceName,
  Slot,
  State,
  Effect,
} from './state.ts';
import type { Slice } from '../kernel/declare.ts';
import type { ListPosition, Motion } from '../kernel/list-view.ts';

/** The type that a feature declares under a name; never when it declares none. */
type Declared<N extends keyof Features, Name extends string> = Features[N] extends { readonly [K in Name]: infer T }
  ? T
  : never;

type KindOf<T> = T extends { readonly kind: infer K extends string } ? K : never;
type ByKind<T> = { readonly [One in T as KindOf<One>]: One };
/** The members of a union with this kind: found by name, because comparing each member with each is slow to compile. */
export type Of<T, K> = ByKind<T>[K & keyof ByKind<T>];
type ScreenOf<N extends keyof Features> =
  Declared<N, 'screen'> | Declared<N, 'overlay'> | Of<Prompt, KindOf<Declared<N, 'prompt'>>>;

/** Handlers of one kind; optional for a feature that declares none. */
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

/** The first value of the feature's part of the state, and how long it lasts. */
type Sliced<State> = [State] extends [never] ? { readonly slice?: undefined } : { readonly slice: Slice<State> };

type Makes<N extends keyof Features> = [Declared<N, 'service'>] extends [never]
  ? { readonly services?: undefined }
  : {
      readonly services: (
        given: Given & { readonly ports: Ports },
      ) => Maker<Pick<Made, Declared<N, 'service'> & ServiceName>>;
    };

/**
 * A handler for each action, effect, read, timer and screen that the feature declares: a missing one does not compile.
 */
export type Feature<N extends keyof Features> = Makes<N> &
  Sliced<Declared<N, 'state'>> &
  Part<'update', Updates<Declared<N, 'action'>>> &
  Part<'effects', Effects<N>> &
  Part<'reads', Reads<N>> &
  Part<'timers', { readonly [T in Declared<N, 'timer'> & string]: (state: State) => Step }> &
  Part<'screens', { readonly [K in KindOf<ScreenOf<N>>]: ScreenBehaviour<Of<ScreenOf<N>, K>> }> & {
    /** Runs before the owning feature; return null to pass. `applied` applies the action as usual. */
    readonly intercept?: (state: State, action: Action, applied: Applied) => Step | null;
    /** May drop or delay effects before they run. */
    readonly filterEffects?: (step: Step) => Step;
    /** Must rollcall wait for work of this feature before it quits? */
    readonly holdsExit?: (state: State) => boolean;
    /** Reactions to actions of other features, after their own handlers: `before` is the state before the action. */
    readonly reacts?: {
      readonly [K in Action['kind']]?: (state: State, action: Of<Action, K>, before: State) => Step;
    };
    readonly after?: (state: State, before: State) => Step;
    /** Actions that report only progress, after which drawing may be delayed. */
    readonly progress?: { readonly [K in Action['kind']]?: (state: State, before: State) => boolean };
    /** Own actions that change nothing; a letter after one of them stays text. */
    readonly harmless?: readonly KindOf<Declared<N, 'action'>>[];
    /** A name for what you wait for, different for each request; null when nothing is pending. */
    readonly pending?: (state: State) => string | null;
  };

/** Applies an action: its own handler, then the reactions of other features. */
export type Applied = (state: State, action: Action) => Step;

export interface ReadDefinition<R> {
  /** A newer read in the slot replaces this one. */
  readonly slot?: Slot;
  /** Reads with the same key are the same: their failures are counted together, and one of them waits at a time. */
  readonly key: (read: R) => string;
  readonly send: (read: R, services: Services & { readonly signal: AbortSignal | undefined }) => Promise<Action | null>;
  /** The actions that answer the read, with the key of the read that each answers. */
  readonly answers: { readonly [K in Action['kind']]?: (action: Of<Action, K>) => string };
  /** Failures that may be retried: returns the read, or null when it is no longer needed. */
  readonly retries: { readonly [K in Action['kind']]?: (state: State, action: Of<Action, K>) => R | null };
  /** The state while the read waits for its retry after this failure. */
  readonly putOff?: (state: State, action: Action) => State;
  /** The action for a failed background read. */
  readonly givenUp: (read: R, problem: Problem, state: State) => Action;
}

export interface Field {
  readonly name: TextFieldName;
  /** Empty for the token, which is not in the state. */
  readonly text: string;
  /** Shown as dots, and left out of the log. */
  readonly isSecret?: boolean;
  /** Only the credentials hold the typed token. */
  readonly isToken?: true;
  /**
   * `phrase`: the text confirms a change, so paste is refused, and text that arrives at once needs a second enter.
   * `enter`: only a pressed enter confirms, whatever the text is.
   */
  readonly confirms?: 'phrase' | 'enter';
  readonly edited: (text: string) => Step;
  /** Maximum length; defaults to `maxTypedLength`. */
  readonly maxLength?: number;
  /** A printable key that is a command here rather than text; `before`: the text before the caret. */
  readonly isCommand?: (key: string, before: string) => boolean;
}

/** A question, and the keys that answer it. A field whose text confirms is a question by itself. */
export type Question =
  /**
   * The phrase must be typed by hand. `typed`: the text so far, in an open field or not; null when there is no field.
   */
  | { readonly kind: 'phrase'; readonly typed: string | null }
  /** Single keys only; keys that arrive together are refused. */
  | { readonly kind: 'key' }
  /** Only keys that were pressed while the question was on the screen. */
  | { readonly kind: 'freshKey' };

/** How a typed text filters the rows of a list, and how keys sort them; the cursor stays on its row. */
export interface Narrowed {
  /** The active filter; empty when every row is shown. */
  readonly filter: string;
  /** Number of rows, and number that the filter shows. */
  readonly all: number;
  readonly shown: number;
  /** The rows shown, frozen while they change; esc restores them. */
  readonly held?: readonly unknown[] | undefined;
  /** The mistake in a text; null when there is none. `isUnfinished`: more letters may correct it. */
  readonly faultIn: (text: string) => { readonly message: string; readonly isUnfinished: boolean } | null;
  /** `held`: the rows to show, as frozen before. */
  readonly withFilter: (state: State, text: string, held?: readonly unknown[]) => State;
  /** Completions of the whole text, likeliest first; absent when the list offers none. */
  readonly completions?: (text: string) => readonly string[];
  readonly sorted: (state: State) => State;
  readonly reversed: (state: State) => State;
}

/** Lines of a text, and the search word; empty without a search. */
interface FoundText {
  readonly lines: readonly string[];
  readonly find: string;
  readonly withFind: (state: State, find: string) => State;
}

/** A list with a cursor; only its rows in view are drawn. */
export type List = {
  readonly at: ListPosition;
  /** Null when only the screen knows it, because the list is laid out while it is drawn. */
  readonly extent: { readonly length: number; readonly height: number } | null;
  /** Text without a cursor, which scrolls by its first line. */
  readonly isText?: true;
  readonly text?: FoundText;
  /** Set when the rows can be filtered and sorted. */
  readonly narrowed?: Narrowed;
} & ({ readonly withPosition: (at: ListPosition) => State } | { readonly moved: (motion: Motion) => Step });

type Listed<T> = Extract<T, { readonly list: ListPosition }>;

export function screenList(state: State, screen: Listed<Screen>, extent: List['extent']): List {
  return { at: screen.list, extent, withPosition: (list) => ({ ...state, screen: { ...screen, list } }) };
}

export function overlayList(state: State, overlay: Listed<Overlay>, extent: List['extent']): List {
  return { at: overlay.list, extent, withPosition: (list) => ({ ...state, overlay: { ...overlay, list } }) };
}

export interface ScreenBehaviour<S> {
  /** The effect of esc; a returned action goes to its own feature. An overlay without it closes. */
  readonly back?: (state: State, screen: S) => Step | Action;
  readonly field?: (state: State, screen: S) => Field | null;
  readonly accepted?: (state: State, screen: S) => Step;
  readonly list?: (state: State, screen: S) => List | null;
  /** A question that no key may answer by mistake. */
  readonly asks?: (state: State, screen: S) => Question | null;
  /** True when esc does something here other than end a pause of the requests. */
  readonly staysInPause?: (state: State) => boolean;
  /** Screens only: lies over other screens, and is opened by `onScreenAbove`. */
  readonly isOverlay?: true;
}

/** Services for effects: given by `app`, made by features, and specific to one effect. */
export type Services = Given &
  Made & {
    readonly ports: Ports;
    /** Is the session that requested the effect still the current one? */
    readonly isCurrent: () => boolean;
    /** rollcall waits for this work before it quits. */
    readonly beforeLeaving: (work: Promise<unknown>) => void;
    /** Resolves when all work that delays quitting is done. */
    readonly settled: () => Promise<unknown>;
    /** For effects with more than one answer. */
    readonly dispatch: (action: Action) => void;
  };

export interface Maker<Service> {
  readonly forEffect: (dispatch: (action: Action) => void) => Service;
  /** Called when another session begins: drops what belongs to the previous one. */
  readonly forget?: () => void;
  /** Called when the read in this slot is given up. */
  readonly abandoned?: (slot: Slot) => void;
  /** Resolves when nothing remains to be done before rollcall quits. */
  readonly settled?: () => Promise<unknown>;
}

// Steps: what a reducer returns (the next state and the effects to carry out) as plain data.

export type Step = readonly [State, ...Effect[]];

/** Continues from a step; keeps the effects of both, in order. */
export function andThen([state, ...effects]: Step, next: (state: State) => Step): Step {
  const [after, ...more] = next(state);
  return [after, ...effects, ...more];
}

/** Opens another screen, without the previous notice. */
export function onScreen(state: State, screen: Screen): State {
  return { ...state, screen, notice: null };
}

/** Esc on a root screen. */
export function firstScreen(state: State): Step {
  return [withNotice(state, 'This is the first screen. q quits.')];
}

/** Removes a passing remark; warnings and problems stay until they are replaced. */
export function withoutSaid(state: State): State {
  const isPassing = ['said', 'refused', 'marksCleared'].includes(state.notice?.kind ?? '');
  return isPassing ? { ...state, notice: null } : state;
}

export function withNotice(state: State, text: string): State {
  return { ...state, notice: { kind: 'said', text } };
}

/** Shows why a key does nothing now. */
export function refuse(state: State, text: string): State {
  return { ...state, notice: { kind: 'refused', text } };
}
