/** How are the ages of systems drawn, with the threshold in them? */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { type AgeBand, bandsOf, coarseEdges, fineEdges, staleIn } from '../../state/age-distribution.ts';
import { keysSeen } from '../../state/keys-seen.ts';
import { systemsRead } from '../../state/listing.ts';
import { ages, isReadingEverything, isWholeListRead } from '../../state/selectors.ts';
import { gapOf, type Scan } from '../../state/scan.ts';
import { staleTags } from '../../state/stale-tags.ts';
import type { State } from '../../state/state.ts';
import { bodyRows } from '../../state/viewport.ts';
import { type Bar, BarChart } from '../parts/bar-chart.tsx';
import { useTones } from '../parts/colours.ts';
import { ScreenFrame } from '../screen-frame.tsx';
import { type Clean, clean } from '../text/clean.ts';
import { clip } from '../text/fit.ts';
import { gapWords } from '../text/gap-wording.ts';
import { count, plural } from '../text/numbers.ts';
import { type StatusPart, statusLine } from '../text/status-line.ts';
import { readingForms, readOf } from '../systems/systems-status.ts';

/** Fewer rows than this, and the bands are fewer, too. */
const lowBody = 11;

/** `days`: the threshold that is tried. */
export function StaleScreen({ state, days }: { readonly state: State; readonly days: number }): ReactNode {
  const tones = useTones();
  const { columns } = state;
  const all = ages(state);
  const stale = staleIn(all, days);
  const isLow = bodyRows(state.rows) < lowBody;
  const bands = bandsOf(all, days, isLow ? coarseEdges : fineEdges);
  const bars: Bar[] = bands.map((band) => ({
    label: bandLabel(band),
    amount: band.count,
    tone: isOver(band, days) ? 'warning' : 'plain',
  }));
  const after = bands.findIndex((band) => isOver(band, days));
  const connected: Bar = { label: clean('connected now'), amount: all.connected, tone: 'good' };
  const unknown: Bar = { label: clean('age unknown'), amount: all.unknown, tone: 'dim' };
  const text = clean(`${days} d: ${count(stale)} ${stale === 1 ? 'is' : 'are'} stale`);
  const shown = [...bars, connected, ...(all.unknown > 0 && !isLow ? [unknown] : [])];
  // Titles and separator above, blank line and three sentences below.
  const hasRoom = bodyRows(state.rows) >= shown.length + 5;
  const hasRoomForTags = bodyRows(state.rows) >= shown.length + 6;
  return (
    <ScreenFrame state={state} status={statusOf(state, days)}>
      <BarChart
        columns={columns}
        titles={[clean('last seen'), clean('systems')]}
        bars={shown}
        separator={{ after: after < 0 ? bands.length : after, text }}
      />
      {hasRoom && <Text> </Text>}
      {hasRoom && <Text>{clip(byKey(state, days), columns)}</Text>}
      {hasRoomForTags && <Text>{clip(byTag(state, days), columns)}</Text>}
      {hasRoom && (
        <Text {...tones.dim}>
          {clip(
            clean(
              'A connected system is never stale, whatever its "last seen" says; never connected: by its enrolment.',
            ),
            columns,
          )}
        </Text>
      )}
    </ScreenFrame>
  );
}

/** Which keys enrolled the stale ones, the most first. */
function byKey(state: State, days: number): Clean {
  const keys = keysSeen(systemsRead(state.listing), days, state.now)
    .filter(({ stale }) => stale > 0)
    .sort((a, b) => b.stale - a.stale)
    .map(({ description, stale }) => `${description ?? 'no key'} ${count(stale)}`);
  return clean(keys.length === 0 ? 'No system is stale.' : `stale by key: ${keys.join(' · ')}`);
}

/** Which tags they carry, the most frequent first. */
function byTag(state: State, days: number): Clean {
  const tags = staleTags(systemsRead(state.listing), days, state.now);
  return clean(
    tags.length === 0 ? '' : `stale by tag: ${tags.map(({ tag, stale }) => `${tag} ${count(stale)}`).join(' · ')}`,
  );
}

function statusOf(state: State, days: number): Clean {
  const { scan } = state.listing;
  const threshold: StatusPart = { forms: [`Stale · ◂ ${plural(days, 'day')} ▸`] };
  // How to stop it is worth more than what the line says afterwards.
  if (isReadingEverything(state)) return statusLine([threshold, { forms: readingForms(state) }], state.columns);
  const meaning: StatusPart = { forms: ['not connected, and not seen for longer', 'not connected'], weight: 1 };
  return statusLine([threshold, meaning, ...missingParts(state, scan)], state.columns);
}

/** What the counts on the screen do not cover. */
function missingParts(state: State, scan: Scan | null): readonly StatusPart[] {
  const gap = scan === null ? null : gapOf(scan);
  if (gap !== null) return [{ forms: [gapWords(gap)] }];
  if (scan === null || isWholeListRead(state)) return [];
  return [{ forms: [`only ${readOf(scan)}: s reads the rest`, `only ${readOf(scan)}`] }];
}

function isOver(band: AgeBand, days: number): boolean {
  return band.fromDays >= days;
}

function bandLabel({ fromDays, toDays }: AgeBand): Clean {
  if (toDays === null) return clean(`more than ${fromDays} d`);
  return clean(fromDays === 0 ? `today – ${toDays} d` : `${fromDays + 1} – ${toDays} d`);
}
