/** Remembers the service's clock while the program runs. */
import type { Clocks } from '../../api/problem.ts';
import { afterDate, type ClockNote, judgedNow, clockNote, type Reading, serviceNow, unheard } from './clock.ts';

export interface SessionClock {
  /** The moment by which ages are judged, in milliseconds since 1970. */
  readonly now: () => number;
  /** What either clock says now. */
  readonly clocks: () => Clocks;
  /** Hears the `Date` of an answer; answers the note where it says something else than before, else null. */
  readonly hear: (date: number | null) => ClockNote | null;
  /** `hear` for a request of now: deaf from the next `forget` on, for its answer is then another service's. */
  readonly listener: () => SessionClock['hear'];
  /** What a person is told of the clocks, by the answers so far. */
  readonly note: () => ClockNote;
  /** Forgets it all: another service has another clock. */
  readonly forget: () => void;
}

/** The header is cut to the second: the moment that it names may be this much later. */
const cutOffMs = 999;

/** A note whose size changed by less says nothing new. */
const noticeableMs = 60_000;

export function createSessionClock(read: () => Reading): SessionClock {
  let clock = unheard;
  let note: ClockNote = { kind: 'fine' };
  let forgotten = 0;
  const hear = (date: number | null): ClockNote | null => {
    clock = afterDate(clock, date === null ? null : date + cutOffMs, read());
    const next = clockNote(clock, read());
    if (next.kind === note.kind && Math.abs(sizeOf(next) - sizeOf(note)) < noticeableMs) return null;
    note = next;
    return next;
  };
  return {
    now: () => judgedNow(clock, read()),
    clocks: () => ({ local: read().wall, service: serviceNow(clock, read()) }),
    hear,
    listener() {
      const asked = forgotten;
      return (date) => (asked === forgotten ? hear(date) : null);
    },
    note: () => note,
    forget() {
      forgotten++;
      clock = unheard;
      note = { kind: 'fine' };
    },
  };
}

function sizeOf(note: ClockNote): number {
  return 'ms' in note ? note.ms : 0;
}
