/** The state and the actions, assembled from what each feature declares. */
import type { Organisation } from '../../api/organisations.ts';
import type { Motion } from '../kernel/list-view.ts';
import type { Flat, None, PlainNotice, Slice, Tagged } from '../kernel/declare.ts';
import { type ProgramFeature, programSlice } from '../shell/program/feature.ts';
import { type NewsFeature, newsSlice } from '../session/news/feature.ts';
import { firstDays, type Session } from '../session/session.ts';
import { type ClockFeature, clockSlice } from '../session/clock/feature.ts';
import { noRequests, type RequestsFeature, type RequestsState } from '../session/backoff/feature.ts';
import type { SignInFeature } from '../account/sign-in/feature.ts';
import type { TokenStorageFeature } from '../account/token-storage/feature.ts';
import type { ProfilesFeature } from '../account/profiles/feature.ts';
import { type OrganisationsFeature, organisationsSlice } from '../account/organisations/feature.ts';
import { type ListFeature, listSlice } from '../fleet/list/feature.ts';
import { type DetailsFeature, detailsSlice } from '../fleet/details/feature.ts';
import { type FilterFeature, filterSlice } from '../fleet/filter/feature.ts';
import type { ListsFeature } from '../fleet/lists/feature.ts';
import { type MarksFeature, marksSlice } from '../fleet/marks/feature.ts';
import { type WatchingFeature, watchingSlice } from '../fleet/watching/feature.ts';
import { type StalenessFeature, stalenessSlice } from '../fleet/staleness/feature.ts';
import { type TableColumnsFeature, tableColumnsSlice } from '../fleet/columns/feature.ts';
import { type SettingsFeature, settingsSlice } from '../account/settings/feature.ts';
import { type ChangesFeature, changesSlice } from '../fleet/changes/feature.ts';
import { type ResumeFeature, resumeSlice } from '../fleet/resume/feature.ts';
import type { ExportFeature } from '../fleet/export/feature.ts';
import { type ReviewFeature, reviewSlice } from '../removal/review/feature.ts';
import { type ReviewFileFeature, reviewFileSlice } from '../removal/review-file/feature.ts';
import { type DeletionFeature, deletionSlice } from '../removal/deletion/feature.ts';
import { type RunsFeature, runsSlice } from '../change/runs/feature.ts';
import { type DisablingFeature, disablingSlice } from '../removal/disabling/feature.ts';
import { type EnrolmentKeysFeature, enrolmentKeysSlice } from '../account/enrolment-keys/feature.ts';
import type { HelpFeature } from '../shell/help/feature.ts';
import type { PaletteFeature } from '../shell/palette/feature.ts';
import { type OwnCommandsFeature, ownCommandsSlice } from '../shell/own-commands/feature.ts';
import { type DefinitionFeature, definitionSlice } from '../explorer/definition/feature.ts';
import { type OperationsFeature, operationsSlice } from '../explorer/list/feature.ts';
import { type OperationFormFeature, operationFormSlice } from '../explorer/form/feature.ts';
import { type AnswerFeature, answerSlice } from '../explorer/answer/feature.ts';
import { type RequestFeature, requestSlice } from '../change/request/feature.ts';
import { type HistoryFeature, historySlice } from '../change/history/feature.ts';
import { type InterruptedFeature, interruptedSlice } from '../change/interrupted/feature.ts';

/** The registry of types: one line per feature. Its values are in `features.ts`. */
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

type Slices = { readonly [N in Stateful]: Features[N]['state'] };

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

const slices: { readonly [N in Stateful]: Slice<Features[N]['state']> } = {
  program: programSlice,
  clock: clockSlice,
  organisations: organisationsSlice,
  list: listSlice,
  details: detailsSlice,
  filter: filterSlice,
  marks: marksSlice,
  watching: watchingSlice,
  staleness: stalenessSlice,
  tableColumns: tableColumnsSlice,
  settings: settingsSlice,
  changes: changesSlice,
  resume: resumeSlice,
  review: reviewSlice,
  reviewFile: reviewFileSlice,
  deletion: deletionSlice,
  runs: runsSlice,
  disabling: disablingSlice,
  ownCommands: ownCommandsSlice,
  definition: definitionSlice,
  operations: operationsSlice,
  operationForm: operationFormSlice,
  answer: answerSlice,
  enrolmentKeys: enrolmentKeysSlice,
  request: requestSlice,
  history: historySlice,
  interrupted: interruptedSlice,
  news: newsSlice,
};

function begun(features: readonly Stateful[]): Slices {
  return Object.fromEntries(features.map((name) => [name, slices[name].initial])) as Slices;
}

const stateful = Object.keys(slices) as Stateful[];

const blank = {
  screen: { kind: 'starting' },
  trail: [],
  overlay: null,
  covered: null,
  prompt: null,
  notice: null,
  organisation: null,
  requests: noRequests,
} as const;

export function initialState(about: Pick<State, 'session' | 'now' | 'columns' | 'rows'>): State {
  const staleness = { ...stalenessSlice.initial, days: firstDays(about.session) };
  return { ...begun(stateful), ...blank, ...about, staleness, nextId: 1 };
}

/** Resets the slices that last only for a session or an organisation. */
export function withoutSlicesOf(state: State, ended: 'session' | 'organisation'): State {
  const hasEnded = ({ lasts }: Slice<unknown>): boolean => lasts === 'organisation' || lasts === ended;
  return { ...state, ...begun(stateful.filter((name) => hasEnded(slices[name]))) };
}

/** Removes everything that belongs to a session that is over. */
export function withoutSession(state: State): State {
  return { ...withoutSlicesOf(state, 'session'), ...blank };
}
