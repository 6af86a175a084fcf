/** Systems that a request would delete: they are marked after a question, and reviewed. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { leftToRead, systemsFound } from '../../../state/change/request/handover.ts';
import type { SystemsTaken } from '../../../state/change/request/feature.ts';
import type { State } from '../../../state/root/state.ts';
import { ScreenFrame } from '../../frame/screen-frame.tsx';
import { bind, type BindingGroup } from '../../keys/binding.ts';
import { useTones } from '../../parts/root-context.ts';
import type { ViewProps } from '../../screen-definition.ts';
import { clean } from '../../text/clean.ts';
import { wrapped } from '../../text/fit.ts';
import { failureSentence } from '../../text/problem-wording.ts';
import { count, plural } from '../../text/quantities.ts';
import { nameOf } from '../../text/field-text.ts';

function taken({ overlay }: State): SystemsTaken | null {
  return overlay?.kind === 'systemsTaken' ? overlay : null;
}

export const takenKeys: BindingGroup = {
  title: 'Systems to review',
  bindings: [
    bind(['y'], 'mark them, and review them', 'takenSystemsReviewed', {
      hint: 'review',
      refusal(state) {
        const systems = taken(state);
        if (systems === null) return 'there is nothing to review';
        if (leftToRead(systems).length > 0) return 'the systems are still being read';
        return systemsFound(systems).length === 0 ? 'none of them was found' : null;
      },
    }),
    bind(['esc', 'h', 'left', 'n', 'q'], 'mark nothing', 'wentBack', { hint: 'back' }),
  ],
};

export function SystemsTakenView({ state, screen }: ViewProps<'systemsTaken'>): ReactNode {
  const tones = useTones();
  const { columns } = state;
  return (
    <ScreenFrame state={state} title={clean('Review')} facts={clean('not sent from here')}>
      {sentencesFor(state, screen).map((text) =>
        wrapped(clean(text), columns - 2).map((line, at) => (
          <Text key={`${text} ${at}`} {...(text.startsWith('!') ? tones.warning : tones.plain)}>
            {clean(`  ${line}`)}
          </Text>
        )),
      )}
    </ScreenFrame>
  );
}

/** Limit of names shown. */
const mostNames = 5;

function sentencesFor(state: State, systems: SystemsTaken): readonly string[] {
  const about = 'rollcall deletes systems after a review, never from here.';
  const left = leftToRead(systems).length;
  const all = systems.systemIds.length;
  if (left > 0) return [about, `Reading ${count(all - left + 1)} of ${plural(all, 'system')}…`];
  const found = systemsFound(systems);
  const names = found.slice(0, mostNames).map((system) => nameOf(system));
  const more = found.length > names.length ? `, and ${count(found.length - names.length)} more` : '';
  const missing = [...systems.found.values()].filter((one) => one === null).length;
  const marked = state.marks.marked.size;
  return [
    about,
    ...(found.length === 0
      ? []
      : [
          `${plural(found.length, 'system')} ${found.length === 1 ? 'is' : 'are'} marked for this. y reviews ${found.length === 1 ? 'it' : 'them'}.`,
          `${names.join(', ')}${more}`,
        ]),
    ...(missing === 0 || systems.problem === null
      ? []
      : [`! ${plural(missing, 'system')} left out. ${failureSentence(systems.problem)}`]),
    ...(marked > 0 && found.length > 0 ? [`Your ${plural(marked, 'mark')} will be replaced; u brings them back.`] : []),
  ];
}
