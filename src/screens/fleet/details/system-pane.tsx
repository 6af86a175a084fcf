/** The pane of one system, beside a list. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { isSystemNotFound } from '../../../api/certainty.ts';
import type { System } from '../../../api/system.ts';
import type { State } from '../../../state/root/state.ts';
import { linkOf } from '../../../state/fleet/systems/portal-link.ts';
import { linked } from '../../parts/table.tsx';
import { useTones } from '../../parts/root-context.ts';
import { type Clean, clean } from '../../text/clean.ts';
import { briefProblem } from '../../text/problem-wording.ts';
import { age } from '../../text/quantities.ts';
import { paneLines } from './system-lines.ts';
import { judgingOf, verdictOf } from './verdict.ts';

interface SystemPaneProps {
  readonly state: State;
  readonly system: System;
  /** The width of the pane, with the line at its left. */
  readonly width: number;
  readonly rows: number;
  /** The last row: the age of the record. */
  readonly foot?: Clean | undefined;
}

const edge = '│ ';

/** All lines in one text, as many as there are rows: it adds little to the cost of a frame. */
export function SystemPane({ state, system, width, ...size }: SystemPaneProps): ReactNode {
  const tones = useTones();
  const { now, list } = state;
  const listedTwice = list.listing.scan?.listedTwice.get(system.systemId);
  const verdict = verdictOf(system, judgingOf(state, system));
  const lines = paneLines(system, verdict, {
    ...size,
    now,
    listedTwice,
    link: linkOf(state, system),
    width: width - edge.length,
  });
  return (
    <Text>
      {lines.map((parts, row) => (
        <Text key={row}>
          <Text {...tones.dim}>{row === 0 ? edge : `\n${edge}`}</Text>
          {parts.map((part, at) =>
            part.tone === 'plain' && row > 0 ? (
              linked(part)
            ) : (
              <Text key={at} bold={row === 0 && at === 0} {...tones[part.tone]}>
                {linked(part)}
              </Text>
            ),
          )}
        </Text>
      ))}
    </Text>
  );
}

const minuteMs = 60_000;

/** The age of the shown record. It changes with answers and each minute, so that an idle screen is not redrawn. */
export function freshnessOf({ details, list, now }: State, systemId: string): Clean {
  const { checking, checked } = details;
  if (checking === systemId) return clean('Checking with the service…');
  if (checked?.systemId !== systemId) {
    const { since = null } = list.listing.scan ?? {};
    return clean(since === null ? 'As listed.' : `As listed ${ago(now - since)}.`);
  }
  const { problem, at } = checked;
  if (problem === null || isSystemNotFound(problem)) return clean(`Checked with the service ${ago(now - at)}.`);
  return clean(`Not checked: ${briefProblem(problem)}.`);
}

function ago(ms: number): string {
  return ms < minuteMs ? 'just now' : `${age(ms)} ago`;
}
