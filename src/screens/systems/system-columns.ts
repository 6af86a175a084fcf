/** Which columns has the table of systems? The narrower the terminal, the fewer. */
import type { System } from '../../api/system.ts';
import { ageOf, isConnected, isStale } from '../../state/staleness.ts';
import type { Column } from '../parts/columns.ts';
import { type Clean, clean } from '../text/clean.ts';
import { fieldText } from '../text/field-text.ts';
import { age } from '../text/times.ts';

/** The columns, with ages as of `now`; `listedTwice` are told by a word after their names. */
export function systemColumns(
  days: number,
  now: number,
  listedTwice: ReadonlyMap<string, unknown>,
): readonly Column<System>[] {
  const isOld = (system: System): boolean => isStale(system, days, now);
  return [
    {
      title: clean('NAME'),
      min: 18,
      ideal: 36,
      priority: 100,
      cell: (s) => (listedTwice.has(s.systemId) ? clean(`${nameOf(s)} (listed twice)`) : nameOf(s)),
      tone: (s) => (hasName(s) ? 'plain' : 'dim'),
    },
    { title: clean('STATE'), min: 12, ideal: 12, priority: 80, cell: (s) => clean(fieldText(s, 'state') ?? '–') },
    {
      title: clean('LAST SEEN'),
      min: 12,
      ideal: 12,
      align: 'right',
      priority: 90,
      cell: (system) => lastSeenOf(system, now),
      tone: (system) => (isOld(system) ? 'warning' : 'plain'),
    },
    {
      title: clean('ENROLLED'),
      min: 8,
      ideal: 8,
      align: 'right',
      priority: 42,
      cell: ({ enrolledAtMs }) => (enrolledAtMs === null ? clean('–') : age(Math.max(0, now - enrolledAtMs))),
      tone: () => 'dim',
    },
    {
      title: clean('KEY'),
      min: 12,
      ideal: 20,
      priority: 70,
      cell: (system) => clean(fieldText(system, 'enrolmentKeyDescription') ?? '–'),
    },
    {
      title: clean('PLATFORM'),
      min: 8,
      ideal: 10,
      priority: 60,
      cell: (system) => clean(fieldText(system, 'platformType') ?? '–'),
    },
    {
      title: clean('VERSION'),
      min: 8,
      ideal: 12,
      priority: 40,
      cell: (system) => clean(fieldText(system, 'serviceVersion') ?? '–'),
    },
    {
      title: clean('TAGS'),
      min: 8,
      ideal: 24,
      priority: 50,
      cell: ({ tags }) => clean(tags.join(' ')),
      tone: () => 'dim',
    },
    { title: clean('ID'), min: 8, ideal: 12, priority: 30, cell: ({ systemId }) => clean(systemId), tone: () => 'dim' },
  ];
}

/** The host name; a system without one is told from others by its id. */
export function nameOf(system: System): Clean {
  if (hasName(system)) return clean(system.hostname ?? '');
  const instead = system.hostname === null ? fieldText(system, 'hostname') : null;
  return clean(`${instead ?? '(no name)'} ${system.systemId}`);
}

function hasName({ hostname }: System): boolean {
  return hostname !== null && hostname.trim() !== '';
}

/** `612 d`, `never, 388 d` by its enrolment, `now` where it is connected and says nothing else. */
export function lastSeenOf(system: System, now: number): Clean {
  const known = ageOf(system, now);
  switch (known.kind) {
    case 'seen':
      return age(known.ms);
    case 'neverConnected':
      return isConnected(system) ? clean('–') : clean(`never, ${age(known.ms)}`);
    case 'unknown':
      return clean('unknown');
  }
}
