/** The frame around every screen: place, badges, banner, notice, and the hints of its bindings. */
import { type ReactNode, useContext } from 'react';
import { noLabel } from '../../state/organisations/label.ts';
import { unseenMarks } from '../../state/marks/operations.ts';
import type { State } from '../../state/state.ts';
import { type Binding, type BindingGroup, hintOf, refusalFor } from '../keys/binding.ts';
import { keyLabel } from '../keys/key-name.ts';
import { NoticeLine } from './notice-line.tsx';
import { Frame } from './frame.tsx';
import type { Hint } from './hint-bar.tsx';
import type { Badge } from './top-line.tsx';
import { ScreenContext } from '../parts/root-context.ts';
import { bannerSentence } from '../text/banner-wording.ts';
import { type Clean, clean } from '../text/clean.ts';
import { count } from '../text/numbers.ts';

interface ScreenFrameProps {
  readonly state: State;
  /** The title of the screen, and how much of its data is loaded. */
  readonly status: Clean;
  readonly children: ReactNode;
}

export function ScreenFrame({ state, status, children }: ScreenFrameProps): ReactNode {
  const { organisation, session } = state;
  const place = isInside(state) ? (organisation?.orgName ?? '') : (session.baseUrl ?? 'rollcall');
  const profile = session.profile === 'default' ? '' : ` (${session.profile})`;
  return (
    <Frame
      columns={state.columns}
      rows={state.rows}
      place={clean(place + profile)}
      {...(isInside(state) && state.settings.label.colour !== null && { placeColour: state.settings.label.colour })}
      badges={badges(state)}
      status={status}
      banner={bannerSentence(state)}
      notice={<NoticeLine state={state} />}
      hints={hints(state, useContext(ScreenContext).keys)}
    >
      {children}
    </Frame>
  );
}

function isInside({ screen, organisation }: State): boolean {
  return screen.kind !== 'organisations' && screen.kind !== 'signIn' && organisation !== null;
}

function badges(state: State): readonly Badge[] {
  const { session, deletion: run } = state;
  const { marked: marks } = state.marks;
  const { label } = state.settings;
  const all: Badge[] = [];
  if (session.isDemo) all.push({ text: clean('DEMO'), tone: 'accent' });
  if (session.mode === 'preview') all.push({ text: clean('PREVIEW'), tone: 'warning' });
  const { word, colour, isReadOnly } = isInside(state) ? label : noLabel;
  if (word !== null) all.push({ text: clean(word), ...(colour !== null && { colour }) });
  if (session.mode === 'read-only' || isReadOnly) all.push({ text: clean('READ-ONLY'), tone: 'warning' });
  if (run !== null && run.finishedAt === null) {
    all.push({ text: clean(`run ${count(run.settled.length)}/${count(run.planned.length)}`), tone: 'warning' });
  }
  if (marks.size > 0 && state.screen.kind !== 'organisations') {
    const { notListed, hidden } = unseenMarks(state);
    const unseen = [
      ...(hidden === 0 ? [] : [`${count(hidden)} hidden by the filter`]),
      ...(notListed === 0 ? [] : [`${count(notListed)} not in this list`]),
    ];
    const marked = `✓ ${count(marks.size)} marked`;
    const elsewhere = unseen.length === 0 ? '' : ` (${unseen.join(', ')})`;
    const away = unseen.length === 0 ? '' : `, ${count(hidden + notListed)} not here`;
    all.push({ text: clean(marked + elsewhere), short: clean(marked + away) });
  }
  return all;
}

function hints(state: State, groups: readonly BindingGroup[]): readonly Hint[] {
  const bindings = groups.flatMap((group) => group.bindings);
  const isUrgent = ({ action }: Binding): boolean => action.kind === 'runShown';
  // The key that leads back to a deletion in progress comes first: it is never cut off.
  return [...bindings.filter(isUrgent), ...bindings.filter((binding) => !isUrgent(binding))].flatMap((binding) => {
    const hint = hintOf(binding, state);
    if (hint === null || refusalFor(binding, state) !== null) return [];
    return [{ key: clean(keyLabel(binding.keys[0] ?? '')), does: clean(hint) }];
  });
}
