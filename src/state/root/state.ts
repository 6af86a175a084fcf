/** The types of the state and of the actions, assembled from what each feature declares. */
import type { Organisation } from '../../api/organisations.ts';
import type { Motion } from '../kernel/list-view.ts';
import type { Flat, None, PlainNotice, Tagged } from '../kernel/declare.ts';
import type { ProgramFeature } from '../shell/program.ts';
import type { NewsFeature } from '../session/news.ts';
import type { Session } from '../session/session.ts';
import type { ClockFeature } from '../session/clock.ts';
import type { RequestsFeature, RequestsState } from '../session/backoff/feature.ts';
import type { SignInFeature } from '../account/sign-in/feature.ts';
import type { TokenStorageFeature } from '../account/token-storage/feature.ts';
import type { ProfilesFeature } from '../account/profiles.ts';
import type { OrganisationsFeature } from '../account/organisations/feature.ts';
import type { ListFeature } from '../fleet/list/feature.ts';
import type { DetailsFeature } from '../fleet/details.ts';
import type { FilterFeature } from '../fleet/filter/feature.ts';
import type { ListsFeature } from '../fleet/lists.ts';
import type { MarksFeature } from '../fleet/marks/feature.ts';
import type { WatchingFeature } from '../fleet/watching.ts';
import type { StalenessFeature } from '../fleet/staleness/feature.ts';
import type { TableColumnsFeature } from '../fleet/columns.ts';
import type { SettingsFeature } from '../account/settings/feature.ts';
import type { ChangesFeature } from '../fleet/changes.ts';
import type { ResumeFeature } from '../fleet/resume.ts';
import type { ExportFeature } from '../fleet/export.ts';
import type { ReviewFeature } from '../removal/review/feature.ts';
import type { ReviewFileFeature } from '../removal/review-file/feature.ts';
import type { DeletionFeature } from '../removal/deletion/feature.ts';
import type { RunsFeature } from '../change/runs/feature.ts';
import type { DisablingFeature } from '../removal/disabling/feature.ts';
import type { EnrolmentKeysFeature } from '../account/enrolment-keys/feature.ts';
import type { HelpFeature, PaletteFeature } from '../shell/help-and-palette.ts';
import type { OwnCommandsFeature } from '../shell/own-commands.ts';
import type { DefinitionFeature } from '../explorer/definition.ts';
import type { OperationsFeature } from '../explorer/list/feature.ts';
import type { OperationFormFeature } from '../explorer/form/feature.ts';
import type { AnswerFeature } from '../explorer/answer/feature.ts';
import type { RequestFeature } from '../change/request/feature.ts';
import type { HistoryFeature } from '../change/history/feature.ts';
import type { InterruptedFeature } from '../change/interrupted.ts';

/** The registry of types: one line per feature. `features.ts` has their values. */
export interface Features {
  readonly program: ProgramFeature;
  readonly clock: ClockFeature;
  readonly backoff: RequestsFeature;
  readonly signIn: SignInFeature;
  readonly tokenStorage: TokenStorageFeature;
  readonly profiles: ProfilesFeature;
  readonly organisations: OrganisationsFeature;
  readonly list: ListFeature;
  readonly details: DetailsFeature;
  readonly filter: FilterFeature;
  readonly lists: ListsFeature;
  readonly marks: MarksFeature;
  readonly watching: WatchingFeature;
  readonly staleness: StalenessFeature;
  readonly tableColumns: TableColumnsFeature;
  readonly settings: SettingsFeature;
  readonly changes: ChangesFeature;
  readonly resume: ResumeFeature;
  readonly exporting: ExportFeature;
  readonly review: ReviewFeature;
  readonly reviewFile: ReviewFileFeature;
  readonly deletion: DeletionFeature;
  readonly runs: RunsFeature;
  readonly disabling: DisablingFeature;
  readonly enrolmentKeys: EnrolmentKeysFeature;
  readonly help: HelpFeature;
  readonly palette: PaletteFeature;
  readonly ownCommands: OwnCommandsFeature;
  readonly definition: DefinitionFeature;
  readonly operations: OperationsFeature;
  readonly operationForm: OperationFormFeature;
  readonly answer: AnswerFeature;
  readonly request: RequestFeature;
  readonly history: HistoryFeature;
  readonly interrupted: InterruptedFeature;
  readonly news: NewsFeature;
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
export type Notice = PlainNotice | All<'notice'>;
export type TextFieldName = All<'field'>;
/** Timers; a new one replaces a running one of the same name. */
export type Timer = All<'timer'>;
/** Slots of reads: a new read in a slot aborts the previous one. */
export type Slot = All<'slot'>;
/** An effect that asks the service for something and may be retried, because it changes nothing. */
export type Read = All<'read'>;

/** Plain data, which `run-effect` carries out. One effect is one request. */
export type Effect =
  | All<'effect'>
  | Read
  | Tagged<{
      abandonRead: { slot: Slot };
      /** `jitterMs`: maximum random delay in addition. */
      startTimer: { timer: Timer; ms: number; jitterMs?: number };
    }>;

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
  (All<'action'> | RootAction) & {
    /** The session that asked for this answer. The root drops it in a later session. */
    readonly session?: number;
  }
>;

export interface State extends Slices {
  /**
   * The moment for all ages, in milliseconds since 1970: the earlier of this computer's clock and the service's. It
   * moves once a minute and with each answer.
   */
  readonly now: number;
  readonly columns: number;
  readonly rows: number;
  readonly session: Session;
  readonly screen: Screen;
  /** The screens beneath the visible one, nearest last; esc returns to them. */
  readonly trail: readonly Screen[];
  readonly overlay: Overlay | null;
  /** The overlay under the question for a new token. It returns with its typed text after the answer. */
  readonly covered: Overlay | null;
  readonly prompt: Prompt | null;
  readonly notice: Notice | null;
  readonly organisation: Organisation | null;
  readonly requests: RequestsState<Read>;
  /** Next number for a scan, run or attempt; their answers carry it. */
  readonly nextId: number;
}
