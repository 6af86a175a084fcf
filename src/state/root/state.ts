/** The types of the state and of the actions, assembled from what each feature declares. */
import type { Organisation } from '../../api/organisations.ts';
import type { Motion } from '../kernel/list-view.ts';
import type { Flat, None, PlainNotice, Tagged } from '../kernel/declare.ts';

/**
 * The types that each feature declares. A feature adds itself by `declare module`, so that it may know the state and this
 * file knows no feature. `features.ts` lists their values: a missing one does not compile.
 */
export interface Features {
  readonly root: {
    readonly action: RootAction;
    readonly notice: PlainNotice;
    readonly effect: Tagged<{
      abandonRead: { slot: Slot };
      /** `jitterMs`: maximum random delay in addition. */
      startTimer: { timer: Timer; ms: number; jitterMs?: number };
    }>;
  };
}

type All<Name extends string> = {
  [N in keyof Features]: Features[N] extends { readonly [K in Name]: infer Declared } ? Declared : never;
}[keyof Features];

export type FeaturePorts = All<'port'>;
export type ServiceName = All<'service'>;

type Stateful = {
  [N in keyof Features]: Features[N] extends { readonly state: unknown } ? N : never;
}[keyof Features];

export type Slices = { readonly [N in Stateful]: Features[N]['state'] };

export type Screen = All<'screen'>;
/** Lies over the screen and receives the keys. */
export type Overlay = All<'overlay'>;
export type Prompt = All<'prompt'>;
export type Notice = All<'notice'>;
export type TextFieldName = All<'field'>;
/** Timers; a new one replaces a running one of the same name. */
export type Timer = All<'timer'>;
/** Slots of reads: a new read in a slot aborts the previous one. */
export type Slot = All<'slot'>;
/** An effect that asks the service for something and may be retried, because it changes nothing. */
export type Read = All<'read'>;

/** Plain data, which `run-effect` carries out. One effect is one request. */
export type Effect = All<'effect'> | Read;

/** Actions of any screen; the root passes them to the feature concerned. */
export type RootAction = Tagged<{
  resized: { columns: number; rows: number };
  /** `extent`: of a list that the screen lays out while it is drawn; the state knows the others. */
  moved: { motion: Motion; extent?: { readonly length: number; readonly height: number } };
  wentBack: None;
  /** The text of the open field; never the token. */
  textEdited: { text: string };
  promptAccepted: None;
  timerEnded: { timer: Timer };
  paletteChosen: { action: Action };
  /** A key that does something: it clears the notice about an earlier key. */
  keyPressed: { action: Action };
}>;

/** Events: pressed keys, received answers, elapsed time. */
export type Action = Flat<
  All<'action'> & {
    /** The session that asked for this answer. The root drops it in a later session. */
    readonly session?: number;
  }
>;

/** Its session and its queued reads are declared where they are changed. */
export interface State extends Slices {
  /**
   * The moment for all ages, in milliseconds since 1970: the earlier of this computer's clock and the service's. It
   * moves once a minute and with each answer.
   */
  readonly now: number;
  readonly columns: number;
  readonly rows: number;
  readonly screen: Screen;
  /** The screens beneath the visible one, nearest last; esc returns to them. */
  readonly trail: readonly Screen[];
  readonly overlay: Overlay | null;
  /** The overlay under the question for a new token. It returns with its typed text after the answer. */
  readonly covered: Overlay | null;
  readonly prompt: Prompt | null;
  readonly notice: Notice | null;
  readonly organisation: Organisation | null;
  /** Next number for a scan, run or attempt; their answers carry it. */
  readonly nextId: number;
}
