/** The verdict on one system in signs, and its reasons in sentences. */
import type { System } from '../../../api/system.ts';
import type { Mark } from '../../../state/fleet/marks/marks.ts';
import { type Guard, guardOf, isProtected } from '../../../state/fleet/protection/guards.ts';
import { ageOf, dayMs, isConnected, isStale } from '../../../state/fleet/staleness/staleness.ts';
import type { State } from '../../../state/root/state.ts';
import { changedField } from '../../../state/fleet/systems/compare.ts';
import { type DisabledAt, disabledAt } from '../../../state/fleet/systems/disabled.ts';
import { type Part, plain } from '../../parts/table.tsx';
import type { Tone } from '../../parts/palette.ts';
import { guardWords } from '../../text/guard-wording.ts';
import type { Reason } from '../../screen-definition.ts';
import { clean } from '../../text/clean.ts';
import { age } from '../../text/quantities.ts';

export interface Verdict {
  /** Such as `✓ marked` and `● stale by 140 d`. */
  readonly signs: readonly Part[];
  readonly reasons: readonly Reason[];
}

/** The facts that the verdict depends on. */
export interface Judging {
  readonly days: number;
  readonly now: number;
  readonly isUnverified: boolean;
  readonly mark: Mark | undefined;
  readonly guard: Guard | null;
  /** It has the sign of lasting protection. */
  readonly isProtected: boolean;
  /** Told by other screens, such as how an earlier deletion left it. */
  readonly told: readonly Reason[];
  /** When rollcall disabled it, in milliseconds since 1970. Null also before the records are loaded. */
  readonly disabledAt: DisabledAt;
  /** The service did not find it, or deleted it, since the list was loaded. */
  readonly isGone: boolean;
}

type Teller = (state: State, system: System) => readonly Reason[];

let tellers: readonly Teller[] = [];

/** From here on other screens tell more of a system. */
export function addTellers(more: readonly Teller[]): void {
  tellers = more;
}

/** The facts as the list has them. */
export function judgingOf(state: State, system: System): Judging {
  const { marks, staleness, now, settings, session, clock, disabling } = state;
  const guarding = { guards: settings.guards, address: session.address };
  const disabledTimes = disabling.records?.times;
  return {
    days: staleness.days,
    now,
    isUnverified: clock.kind === 'unverified',
    mark: marks.marked.get(system.systemId),
    guard: guardOf(system, guarding, now),
    isProtected: isProtected(system, guarding),
    told: tellers.flatMap((tell) => tell(state, system)),
    disabledAt: typeof disabledTimes === 'object' ? disabledAt(system, disabledTimes, now) : null,
    isGone: state.list.listing.scan?.gone.has(system.systemId) === true,
  };
}

export function verdictOf(system: System, judging: Judging): Verdict {
  const { mark, guard, isUnverified, isGone } = judging;
  if (isGone) {
    return {
      signs: [sign('✓ gone', 'good')],
      reasons: [
        reason('WHY', 'The service does not find it: it was deleted, or is hidden from you. r refreshes the list.'),
        ...judging.told,
      ],
    };
  }
  const isByHand = mark !== undefined && !isStale(system, judging.days, judging.now);
  const changed = mark === undefined ? null : changedField(mark.system, system);
  return {
    signs: [
      ...(mark === undefined ? [] : [sign(isByHand ? '✓ marked by hand' : '✓ marked', 'accent')]),
      staleSign(system, judging),
      ...(judging.isProtected ? [sign(protectedSign(guard), 'accent')] : []),
    ],
    reasons: [
      reason('WHY', whyWords(system, judging)),
      ...(isUnverified ? [reason('AGES', 'Unverified: the service sent no reliable time.', 'warning')] : []),
      ...(guard === null ? [] : [guardReason(guard, judging)]),
      ...(changed === null ? [] : [reason('CHANGED', `${changed} has changed since the mark.`, 'warning')]),
      ...disabledReasons(judging),
      ...judging.told,
    ],
  };
}

function disabledReasons({ disabledAt: at, now }: Judging): readonly Reason[] {
  if (at === null) return [];
  const when = at === 'unknown' ? 'at a time that is not known' : `${age(Math.max(0, now - at))} ago`;
  return [reason('DISABLED', `Disabled by rollcall ${when}.`)];
}

function protectedSign(guard: Guard | null): string {
  return guard?.kind === 'byYou' ? `◆ ${guardWords(guard)}` : '◆ protected';
}

/** A system without the sign is kept as well, while the guard holds. */
function guardReason(guard: Guard, judging: Judging): Reason {
  if (!judging.isProtected) return reason('KEPT', `${guardWords(guard)}, so a review keeps it.`);
  return reason('PROTECTED', guard.kind === 'byYou' ? 'By you, for good. p undoes.' : guardWords(guard));
}

function sign(text: string, tone: Tone): Part {
  return { text: clean(text), tone };
}

function reason(name: string, value: string, tone: Reason['tone'] = 'plain'): Reason {
  return { name: clean(name), value: clean(value), tone };
}

function staleSign(system: System, { days, now, isUnverified }: Judging): Part {
  if (isConnected(system)) return sign('connected', 'good');
  const known = ageOf(system, now);
  if (!('ms' in known)) return sign(`age ${known.kind}`, 'warning');
  if (!isStale(system, days, now)) return plain('not stale');
  return sign(`${isUnverified ? '○' : '●'} stale by ${age(known.ms - days * dayMs)}`, 'warning');
}

function whyWords(system: System, { days, now }: Judging): string {
  if (isConnected(system)) return 'Connected now: never stale, whatever "last seen" says.';
  const known = ageOf(system, now);
  if (!('ms' in known)) {
    const what = known.kind === 'unknown' ? 'No time to count from' : 'Its time cannot be read';
    return `${what}: no rule calls it stale.`;
  }
  const limit = `${isStale(system, days, now) ? 'over' : 'within'} the limit of ${days} d`;
  return known.kind === 'seen'
    ? `Last seen ${age(known.ms)} ago: ${limit}.`
    : `Never connected, enrolled ${age(known.ms)} ago: ${limit}.`;
}
