/** The pane of one system, beside a list. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { isSystemNotFound } from '../../../api/certainty.ts';
import type { System } from '../../../api/system.ts';
import type { State } from '../../../state/root/state.ts';
import { useTones } from '../../parts/root-context.ts';
import { type Clean, clean } from '../../text/clean.ts';
import { briefProblem } from '../../text/problem-wording.ts';
import { age } from '../../text/quantities.ts';
import { paneLines } from './system-lines.ts';
import type { Verdict } from './verdict.ts';

interface SystemPaneProps {
  readonly system: System;
  readonly verdict: Verdict;
  /** Cells of the pane, with the line at its left. */
  readonly width: number;
  readonly rows: number;
  /** By which ages are told. */
  readonly now: number;
  /** The other record of it in a list that has it twice. */
  readonly listedTwice?: System | null | undefined;
  /** The last row: how fresh this is. */
  readonly foot?: Clean | undefined;
}

const edge = '│ ';

/** As many lines as there are rows, in one text: a frame costs little more with it. */
export function SystemPane({ system, verdict, width, listedTwice, ...size }: SystemPaneProps): ReactNode {
  const tones = useTones();
  const lines = paneLines(system, verdict, { ...size, listedTwice, width: width - edge.length });
  return (
    <Text>
      {lines.map((parts, row) => (
        <Text key={row}>
          <Text {...tones.dim}>{row === 0 ? edge : `\n${edge}`}</Text>
          {parts.map(({ text, tone }, at) =>
            tone === 'plain' && row > 0 ? (
              text
            ) : (
              <Text key={at} bold={row === 0 && at === 0} {...tones[tone]}>
                {text}
              </Text>
            ),
          )}
        </Text>
      ))}
    </Text>
  );
}

const minuteMs = 60_000;

/** How fresh what is shown of a system is: one sentence. It changes with answers, and with each minute: nothing is drawn while nothing happens. */
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
