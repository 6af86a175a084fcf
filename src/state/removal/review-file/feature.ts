/** Writes a review for a second person, and opens another person's review once its organisation is ready. */
import type { None, Tagged } from '../../kernel/declare.ts';
import type { ExportWritten } from '../../fleet/export.ts';
import {
  type ReviewContent,
  type ReviewFile,
  type ReviewRules,
  maxReviewBytes,
  readReview,
  reviewText,
  changeIn,
  isSendable,
  misfitOf,
  reviewedChange,
} from './format.ts';
import { confirmationOf } from '../../change/runs/files.ts';
import { type Effects, type Feature, withNotice, type Step } from '../../root/feature.ts';
import type { Action, State } from '../../root/state.ts';
import { codeOf } from '../../kernel/files.ts';
import { encodeValues, type ValuesOf } from '../../kernel/setting.ts';
import { isGoing } from '../../change/run.ts';
import type { Edit } from '../../change/edit.ts';
import { capitalise, inProgress, runRows } from '../../change/run-kinds.ts';
import { typedName } from '../../change/phrase.ts';
import { protectionTable } from '../../fleet/protection/protection-table.ts';
import { isComplete } from '../../fleet/list/scan.ts';
import { shellWord } from '../../kernel/spelling.ts';
import { readOnlyRefusal, personOf } from '../../session/session.ts';
import { failureWords, isOffered, offerRefusal } from '../disabling/offer.ts';
import { openReview } from '../review/opening.ts';
import { chosenItems, type Review } from '../review/review.ts';

export interface ReviewFileFeature {
  readonly state: { readonly waiting: { readonly file: ReviewFile; readonly areOffersAsked: boolean } | null };
  readonly action: Tagged<{
    reviewWriteRequested: None;
    reviewWritten: { path: string; systems: number };
    /** The file was not written or not opened. `message`: sentences that say why. */
    reviewFileRefused: { message: string };
    reviewFileAsked: None;
    reviewFileRead: { file: ReviewFile };
    /** Asks whether the service can make the reviewed change: the feature of the definition reacts, and reads it. */
    reviewOffersWanted: None;
    reviewCommandCopied: None;
  }>;
  readonly effect: Tagged<{
    writeReview: { content: ReviewContent; rules: ReviewRules };
    readReview: { path: string };
    askOffers: None;
  }>;
  readonly overlay: Tagged<{
    reviewWritten: { path: string; systems: number };
    reviewRefused: { message: string };
  }>;
  readonly prompt: { readonly kind: 'reviewFile'; readonly typed: string };
  readonly field: 'reviewFile';
  readonly port: {
    /** Writes a file that only you can read. */
    readonly exportReview: (text: string) => Promise<ExportWritten>;
    /** Reads a file that another person may own. `message`: why it was not read. */
    readonly readReview: (
      path: string,
    ) => Promise<
      | { readonly ok: true; readonly bytes: Uint8Array; readonly name: string }
      | { readonly ok: false; readonly message: string }
    >;
  };
}

declare module '../../root/state.ts' {
  interface Features {
    readonly reviewFile: ReviewFileFeature;
  }
}

export const reviewFileEffects: Effects<'reviewFile'> = {
  async writeReview({ content, rules }, { ports }) {
    const text = reviewText(content, rules, ports.version);
    if (Buffer.byteLength(text) > maxReviewBytes)
      return refuse('The review is too large for one file. Exclude some systems, and write the rest later.');
    const written = await ports
      .exportReview(text)
      .catch((error: unknown) => ({ ok: false, code: codeOf(error) }) as const);
    if (!written.ok) return refuse(`The review could not be written (${written.code}). Nothing was changed.`);
    return { kind: 'reviewWritten', path: written.paths[0] ?? '', systems: content.systems.length };
  },
  async readReview({ path }, { ports }) {
    const found = await ports.readReview(path);
    const read = found.ok ? readReview(found.bytes, found.name) : found;
    if (!read.ok) return refuse(read.message);
    return { kind: 'reviewFileRead', file: await withConfirmation(read.file, ports.changesFolder) };
  },
  askOffers: () => ({ kind: 'reviewOffersWanted' }),
};

/** Adds who confirmed the file on this computer before; unknown without a folder of changes. */
export async function withConfirmation(file: ReviewFile, folder: () => Promise<string>): Promise<ReviewFile> {
  const confirmed = await folder().then(
    (path) => confirmationOf(path, file.checksum),
    () => null,
  );
  return confirmed === null ? file : { ...file, confirmed };
}

function refuse(message: string): Action {
  return { kind: 'reviewFileRefused', message };
}

function contentOf({ session, now }: State, review: Review, baseUrl: string): ReviewContent {
  const { kind, organisation, rules } = review;
  const { orgId, orgName } = organisation;
  const sendable = chosenItems(review).filter(({ system }) => isSendable(system));
  const systems = sendable.map(({ system, judgement: { why, isGuardLifted } }) => {
    return { system, ...why, isIncluded: isGuardLifted };
  });
  const signature = { by: personOf(session), at: new Date(now).toISOString() };
  const change = review.edit === null ? {} : { change: reviewedChange(review.edit) };
  return { kind, ...change, ...signature, baseUrl, orgId, orgName, days: rules.days, systems };
}

function rulesOf({ list }: State, { items, rules: { guards } }: Review): ReviewRules {
  const excluded = items.filter(({ judgement }) => !judgement.isChosen).map(({ system }) => system.systemId);
  const protectedSystems = [...guards.systems];
  return {
    protection: encodeValues<ValuesOf<typeof protectionTable>>(protectionTable, guards),
    protectedSystems,
    excluded,
    filter: list.listing.view.filter.text,
  };
}

/** The second person has another account and home: only the name of the file is the same there. */
export function openingCommand(path: string): string {
  return `rollcall --review ${shellWord(path.slice(path.lastIndexOf('/') + 1))}`;
}

function withWaiting(state: State, waiting: State['reviewFile']['waiting']): State {
  return { ...state, reviewFile: { waiting } };
}

function refuseFile(state: State, message: string): State {
  return { ...withWaiting(state, null), overlay: { kind: 'reviewRefused', message }, notice: null };
}

/** Is the list shown with its first page? The limit of a share is computed from that page. */
function isReady({ screen, overlay, prompt, list }: State): boolean {
  const isList = screen.kind === 'systems' && overlay === null && prompt === null;
  const { scan } = list.listing;
  return isList && scan !== null && (scan.count > 0 || isComplete(scan));
}

function openOnceReady(state: State): Step {
  const { waiting } = state.reviewFile;
  if (waiting === null || state.organisation === null || !isReady(state)) return [state];
  const { file, areOffersAsked } = waiting;
  const message = refusalOf(state, file);
  if (message !== null) return [refuseFile(state, message)];
  const { definition } = state;
  if (file.change !== undefined && definition.definition !== null) {
    const { basePath } = state.session.profileSettings;
    const where = { baseUrl: file.baseUrl, orgId: file.orgId, basePath };
    const systems = file.systems.map(({ system }) => system);
    const read = changeIn(file.change, definition.definition, where, systems);
    return read.ok ? openFrom(state, file, read.edit) : [refuseFile(state, read.message)];
  }
  if (isOffered(state, file.kind)) return openFrom(state, file, null);
  // Offers may be cached without the definition.
  const isKnown = (file.change === undefined ? definition.offers : definition.definition) !== null;
  if (!areOffersAsked && !isKnown) return [withWaiting(state, { file, areOffersAsked: true }), { kind: 'askOffers' }];
  if (definition.reading !== null || (!isKnown && definition.failure === null)) return [state];
  const why = offerRefusal(state, file.kind) ?? (definition.failure === null ? '' : failureWords(definition.failure));
  return [refuseFile(state, `${capitalise(why)}. The review is not opened.`)];
}

function openFrom(state: State, file: ReviewFile, filled: Edit | null): Step {
  const { kind, systems, by, at, days, checksum, confirmed = null } = file;
  // A name that not everyone can type is replaced by the beginning of the checksum.
  const typed = typedName({ orgName: by, orgId: checksum, role: '' });
  const ageMs = state.now - Date.parse(at);
  const reviewer = { by, at, days, typed, file: checksum, ageMs, confirmed };
  const reviewed = systems.map(({ system, by: reason, filter }) => {
    return { system, why: { by: reason, ...(filter !== undefined && { filter }) } };
  });
  return openReview(withWaiting(state, null), kind, reviewed, { filled, reviewer });
}

function refusalOf(state: State, file: ReviewFile): string | null {
  const { session, organisation, deletion: run, settings } = state;
  const { baseUrl, mode } = session;
  const misfit = misfitOf(file, { person: personOf(session), baseUrl, orgId: organisation?.orgId ?? null });
  if (misfit !== null) return misfit;
  if (mode === 'read-only' || settings.label.isReadOnly) return `${capitalise(readOnlyRefusal(state) ?? 'read-only')}.`;
  return isGoing(run) ? `${capitalise(inProgress(run))}; J shows it. Open the review after it.` : null;
}

export const reviewFile: Feature<'reviewFile'> = {
  slice: { initial: { waiting: null }, lasts: 'session' },
  update: {
    reviewWriteRequested(state) {
      const { review, session } = state;
      if (review === null || session.baseUrl === null) return [state];
      const content = contentOf(state, review, session.baseUrl);
      return [state, { kind: 'writeReview', content, rules: rulesOf(state, review) }];
    },
    reviewWritten: (state, { path, systems }) => [
      { ...state, overlay: { kind: 'reviewWritten', path, systems }, notice: null },
    ],
    reviewFileRefused: (state, { message }) => [refuseFile(state, message)],
    reviewFileAsked: (state) => [{ ...state, prompt: { kind: 'reviewFile', typed: '' }, notice: null }],
    reviewFileRead(state, { file }) {
      const next = withWaiting(state, { file, areOffersAsked: false });
      const what = `${runRows[file.kind].words.noun} of ${file.systems.length}`;
      return [state.organisation === null ? next : withNotice(next, `Opens the review: ${what}.`)];
    },
    reviewOffersWanted: (state) => [state],
    reviewCommandCopied(state) {
      const { overlay } = state;
      if (overlay?.kind !== 'reviewWritten') return [state];
      const next = withNotice(state, 'Copied through your terminal (it does not confirm).');
      return [next, { kind: 'copyLines', lines: [openingCommand(overlay.path)] }];
    },
  },
  effects: reviewFileEffects,
  after: openOnceReady,
  screens: {
    reviewWritten: {},
    reviewRefused: {},
    reviewFile: {
      field: (state, prompt) => ({
        name: 'reviewFile',
        text: prompt.typed,
        edited: (typed) => [{ ...state, prompt: { ...prompt, typed } }],
      }),
      accepted(state, { typed }) {
        const path = typed.trim();
        const next: State = { ...state, prompt: null };
        return path === '' ? [next] : [next, { kind: 'readReview', path }];
      },
    },
  },
};
