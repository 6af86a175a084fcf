/** The screen of one system, with all its fields. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { known } from '../../state/kernel/loadable.ts';
import { isMarked } from '../../state/marks/marks.ts';
import type { State } from '../../state/state.ts';
import { bodyRows } from '../../state/kernel/layout.ts';
import { useTones } from '../parts/theme.ts';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import type { ViewProps, ScreenDefinitions } from '../screen-definition.ts';
import { nameOf } from '../text/field-text.ts';
import { type Clean, clean } from '../text/clean.ts';
import { clip, fit } from '../text/fit.ts';
import { problemSentence } from '../text/problem-wording.ts';
import { wrapped } from '../text/wrap.ts';
import { systemFields } from './field-lines.ts';
import { bind, type BindingGroup } from '../keys/binding.ts';
import { listKeysWithoutPages } from '../keys/motion-keys.ts';

const detailsKeys: BindingGroup = {
  title: 'One system',
  bindings: [
    bind(['space'], 'mark or unmark it', 'markToggled', { hint: 'mark' }),
    bind(['y'], 'copy: name, id, fields, marked', 'copyOpened', { hint: 'copy' }),
    bind(['r'], 'read it again', 'detailsOpened', { hint: 'read again' }),
  ],
};

export const detailsScreens: ScreenDefinitions<'details'> = {
  details: {
    View: DetailsScreen,
    keys: [detailsKeys, listKeysWithoutPages],
    backHint: 'back',
    extent: (state, screen) => {
      const height = bodyRows(state.rows);
      return { length: Math.max(1, detailLines(state, screen).length - height + 1), height };
    },
  },
};

type Details = ViewProps<'details'>['screen'];

const nameCells = 16;

interface DetailLine {
  readonly name: Clean;
  readonly text: Clean;
  readonly isWarning: boolean;
}

function DetailsScreen({ state, screen }: ViewProps<'details'>): ReactNode {
  const tones = useTones();
  const lines = detailLines(state, screen);
  const first = Math.min(screen.list.row, Math.max(0, lines.length - bodyRows(state.rows)));
  return (
    <ScreenFrame state={state} status={statusOf(state, screen)}>
      {lines.slice(first, first + bodyRows(state.rows)).map(({ name, text, isWarning }, row) => (
        <Text key={row} wrap="truncate">
          <Text {...tones.dim}>{fit(name, nameCells - 1)} </Text>
          <Text {...(isWarning ? tones.warning : tones.plain)}>{text}</Text>
        </Text>
      ))}
    </ScreenFrame>
  );
}

/** The service's names of fields have any length. */
const longestName = 200;

/** The fields as lines; a long name or value takes as many as it needs. */
function detailLines(state: State, screen: Details): readonly DetailLine[] {
  const system = known(screen.system);
  if (system === null) return [];
  const twice = state.list.listing.scan?.listedTwice.get(system.systemId);
  return systemFields(system, state.staleness.days, state.now, twice).flatMap(({ name, value, isWarning = false }) => {
    const names = wrapped(clip(name, longestName), nameCells - 1);
    const texts = wrapped(value, Math.max(8, state.columns - nameCells));
    return Array.from({ length: Math.max(names.length, texts.length) }, (_, at) => ({
      name: names[at] ?? clean(''),
      text: texts[at] ?? clean(''),
      isWarning,
    }));
  });
}

function statusOf(state: State, { system }: Details): Clean {
  const value = known(system);
  const name = value === null ? '' : nameOf(value);
  const mark = value !== null && isMarked(state.marks.marked, value.systemId) ? ' · ✓ marked' : '';
  switch (system.kind) {
    case 'loading':
      return clean(`${name}${mark} · reading it from the service…`);
    case 'ready':
      return clean(`${name}${mark} · read from the service just now`);
    case 'failed':
      return clean(`${name}${mark} · ${problemSentence(system.problem)} r tries again.`);
  }
}
