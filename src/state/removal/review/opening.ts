/** Opens a review, and asks for the systems that it checks: from marks, from a run before, or from another person's file. */
import type { System } from '../../../api/system.ts';
import type { Edit } from '../../change/edit.ts';
import { lacksSecrets, planOf } from '../../change/journal/written-edit.ts';
import { onScreenAbove } from '../../root/navigation.ts';
import { phraseOn } from '../../change/arming.ts';
import { type RunKind, runRows, weighedKind } from '../../change/run-kinds.ts';
import { matches } from '../../fleet/filter/filter.ts';
import { filterContext } from '../../fleet/list/public.ts';
import { finderIn, incompletenessOf, isComplete } from '../../fleet/list/scan.ts';
import { withLaterRecord } from '../../fleet/systems/compare.ts';
import { serviceAddress } from '../../session/session.ts';
import type { State } from '../../root/state.ts';
import { andThen, onScreen, type Step } from '../../root/step.ts';
import { rereading } from './check.ts';
import { reviewPage, withListCheck } from './list-check.ts';
import type { Follows, Why } from '../../change/why.ts';
import { newReview, type Review, type Reviewer } from './review.ts';

/** The state with a part of the review changed, where there is one. */
export function changed(state: State, change: (review: Review) => Partial<Review>): State {
  const { review } = state;
  return review === null ? state : { ...state, review: { ...review, ...change(review) } };
}

export const { debounced, armed, reacts } = phraseOn({
  screen: 'review',
  timer: 'arm',
  promptOf: ({ review }) => review,
  changed: (state, change) => changed(state, () => change),
});

const leftBefore: Why = { by: 'run' };

/**
 * `why`: a change before where it is not said. `filled`: the operation, for a kind without a request of its own. `reviewer`: the other person whose file it is opened from; what is marked here
 * says nothing of it, and its systems are judged by the records of that file.
 */
export function opened(
  state: State,
  said: RunKind,
  reviewed: readonly { readonly system: System; readonly why?: Why }[],
  {
    filled = null,
    reviewer = null,
    follows = null,
  }: { readonly filled?: Edit | null; readonly reviewer?: Reviewer | null; readonly follows?: Follows | null } = {},
): Step {
  const { organisation, now, session, nextId: id, staleness, settings, list, runs } = state;
  if (organisation === null) return [state];
  const { scan, view } = list.listing;
  const context = filterContext(state);
  let hidden = 0;
  const find = scan === null ? () => undefined : finderIn(scan);
  const listed = reviewed.map(({ system }) => {
    const found = find(system.systemId);
    if (found === undefined || !matches(view.filter, system, context)) hidden += 1;
    // A record that came later, with the same id, may show life that the mark's does not.
    return reviewer === null ? withLaterRecord(system, found) : system;
  });
  // Its own for each review: a service takes a key that it knows for the same request once more.
  const edit = filled === null ? null : { ...filled, nonce: `${now.toString(36)}.${id}` };
  const kind = weighedKind(said, edit);
  const review = newReview(organisation, listed, {
    id,
    kind,
    edit,
    follows,
    ...(reviewer === null ? { excluded: state.marks.excluded } : { reviewer }),
    whys: reviewed.map(({ why = leftBefore }) => why),
    total: organisationSize(state),
    rules: { days: staleness.days, now, guards: settings.guards, address: session.address },
    // Systems to enable are disabled, and most lists hide disabled systems.
    hidden: runRows[kind].guards === 'none' || reviewer !== null ? 0 : hidden,
    isIncomplete: reviewer === null && (scan === null || !isComplete(scan)),
    incompleteness: scan === null || reviewer !== null ? null : incompletenessOf(scan),
    isClockUnverified: state.clock.kind === 'unverified',
    lockFault: session.mode === 'preview' ? null : runs.lockFault,
  });
  // The form of an operation is where esc leads back to, and so are the details of a system.
  const isAbove = state.screen.kind === (filled === null ? 'details' : 'operation');
  const beneath = filled === null ? { ...state, trail: [] } : state;
  const shown = (isAbove ? onScreenAbove : onScreen)(beneath, { kind: 'review' });
  const next = { ...shown, nextId: id + 1 };
  return andThen(reading(next, withListCheck(next, review)), debounced);
}

/** Systems of the organisation: what was read of it, where that is more certain than what the service says. */
function organisationSize({ list: { total, listing, unsearched } }: State): number | null {
  const { scan } = unsearched ?? listing;
  if (scan === null) return total;
  if (scan.query.search !== '') return total ?? scan.count;
  return isComplete(scan) ? scan.count : Math.max(total ?? 0, scan.count);
}

/** Are systems of another person's review still to be asked for? A person may stop that. */
export function isCheckStoppable(review: Review | null): boolean {
  const reread = review?.reviewer == null ? null : review.reread;
  return reread !== null && (reread.list !== null || reread.sent < reread.of.length);
}

/** Asks for the systems that are to be checked next. */
export function reading(state: State, before: Review): Step {
  const { list = null } = before.reread ?? {};
  if (list !== null) {
    const next = { ...state, review: before, nextId: Math.max(state.nextId, list.id + 1) };
    return [next, reviewPage(before.id, list)];
  }
  const [review, systems] = rereading(before);
  const read = { kind: 'rereadSystem', review: review.id, orgId: review.organisation.orgId } as const;
  return [{ ...state, review }, ...systems.map(({ systemId }) => ({ ...read, systemId }))];
}

/** The edit with its part of the definition; a sentence where it cannot be sent again. */
export function sendable({ session, definition: { definition } }: State, edit: Edit | null): Edit | string | null {
  if (edit === null || edit.plan !== null) return edit;
  if (lacksSecrets(edit)) return 'Its record has no secrets: fill in the operation again (A).';
  if (definition === null) return "The service's definition is not read yet: A reads it.";
  const plan = planOf(definition, edit, serviceAddress(session));
  return plan === null ? "The service's definition no longer has this operation." : { ...edit, plan };
}
