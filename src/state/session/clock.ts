/** Decides the current time when this computer's clock and the service's disagree (RFC 9110, 6.6.1, `Date`). */
import type { Tagged } from '../kernel/declare.ts';
import type { Clocks } from '../../api/problem.ts';
import type { Feature } from '../root/feature.ts';

export interface ClockFeature {
  readonly state: ClockNote;
  readonly action: Tagged<{
    minutePassed: { now: number };
    /** An answer's `Date` changed the note about this computer's clock. */
    clockCompared: { clock: ClockNote; now: number };
  }>;
}

declare module '../root/state.ts' {
  interface Features {
    readonly clock: ClockFeature;
  }
}

/** Readings of this computer's two clocks in milliseconds: the time since 1970, and a monotonic clock. */
export interface ClockReading {
  readonly wall: number;
  readonly steady: number;
}

export type ClockNote =
  | { readonly kind: 'fine' }
  /** This computer's clock is this many milliseconds ahead of the service's: ages are by the service's. */
  | { readonly kind: 'ahead'; readonly ms: number }
  /** This computer's clock is behind: ages are by this computer's clock, which makes them smaller. */
  | { readonly kind: 'behind'; readonly ms: number }
  /** The service's answers carry no time, or times that contradict each other. */
  | { readonly kind: 'unverified' };

export type ServiceClock =
  | { readonly kind: 'unheard' }
  /** Answers without a time. */
  | { readonly kind: 'dateless' }
  | { readonly kind: 'heard'; readonly date: number; readonly at: ClockReading; readonly isContradicted: boolean };

export const unheard: ServiceClock = { kind: 'unheard' };

const toleranceMs = 5 * 60_000;

/**
 * The moment for all ages: the earlier of the two clocks, so that a wrong clock makes nothing look older than it is.
 * Without any time from the service it is this computer's, and ages are unverified. Times in a list prove nothing: a
 * single time in the future would confirm a wrong clock.
 */
export function judgeNow(clock: ServiceClock, reading: ClockReading): number {
  return Math.min(reading.wall, serviceNow(clock, reading) ?? reading.wall);
}

/** The time of the service's clock; null when its answers contained none. */
function serviceNow(clock: ServiceClock, { steady }: ClockReading): number | null {
  return clock.kind === 'heard' ? clock.date + steady - clock.at.steady : null;
}

/** Adds an answer; `date` is its `Date` in milliseconds, or null when missing or unreadable. */
export function afterDate(clock: ServiceClock, date: number | null, at: ClockReading): ServiceClock {
  if (date === null) return clock.kind === 'unheard' ? { kind: 'dateless' } : clock;
  if (clock.kind !== 'heard') return { kind: 'heard', date, at, isContradicted: false };
  // The monotonic clock stands still while a computer sleeps; the wall clock jumps when it is set.
  const bySteady = clock.date + at.steady - clock.at.steady;
  const byWall = clock.date + at.wall - clock.at.wall;
  const isExpected = [bySteady, byWall].some((expected) => Math.abs(date - expected) <= toleranceMs);
  if (isExpected) return { ...clock, date: clock.isContradicted ? Math.min(date, bySteady) : date, at };
  return { kind: 'heard', date: Math.min(date, bySteady), at, isContradicted: true };
}

export function clockNote(clock: ServiceClock, { wall, steady }: ClockReading): ClockNote {
  if (clock.kind === 'unheard') return { kind: 'fine' };
  if (clock.kind === 'dateless' || clock.isContradicted) return { kind: 'unverified' };
  const ahead = wall - (clock.date + steady - clock.at.steady);
  if (Math.abs(ahead) <= toleranceMs) return { kind: 'fine' };
  return ahead > 0 ? { kind: 'ahead', ms: ahead } : { kind: 'behind', ms: -ahead };
}

/** `Date` is truncated to seconds, so the real moment may be this much later. */
const cutOffMs = 999;

/** A note whose size changed by less is not shown again. */
const noticeableMs = 60_000;
const sizeOf = (note: ClockNote): number => ('ms' in note ? note.ms : 0);

export type SessionClock = ReturnType<typeof createSessionClock>;

declare module '../root/services.ts' {
  interface Given {
    readonly clock: SessionClock;
  }
}

/** Remembers the service's clock while rollcall runs. */
export function createSessionClock(read: () => ClockReading) {
  let clock = unheard;
  let note: ClockNote = { kind: 'fine' };
  let forgotten = 0;
  /** Adds the `Date` of an answer; returns the note when it has changed, otherwise null. */
  const hear = (date: number | null): ClockNote | null => {
    clock = afterDate(clock, date === null ? null : date + cutOffMs, read());
    const next = clockNote(clock, read());
    if (next.kind === note.kind && Math.abs(sizeOf(next) - sizeOf(note)) < noticeableMs) return null;
    note = next;
    return next;
  };
  return {
    hear,
    /**
     * `hear` for a current request. It ignores its answer after the next `forget`, because the answer is then from
     * another service.
     */
    listener(): typeof hear {
      const asked = forgotten;
      return (date) => (asked === forgotten ? hear(date) : null);
    },
    /** The moment for all ages, in milliseconds since 1970. */
    now: () => judgeNow(clock, read()),
    /** The current readings of both clocks. */
    clocks: (): Clocks => ({ local: read().wall, service: serviceNow(clock, read()) }),
    /** The service's time, in milliseconds since 1970; null when it is unknown or unreliable. */
    serviceTime: (): number | null =>
      clockNote(clock, read()).kind === 'unverified' ? null : serviceNow(clock, read()),
    note: () => note,
    /** Resets everything, because another service has another clock. */
    forget() {
      forgotten++;
      clock = unheard;
      note = { kind: 'fine' };
    },
  };
}

export const clock: Feature<'clock'> = {
  slice: { initial: { kind: 'fine' }, lasts: 'session' },
  update: {
    minutePassed: (state, { now }) => [{ ...state, now }],
    clockCompared: (state, action) => [{ ...state, clock: action.clock, now: action.now }],
  },
};
