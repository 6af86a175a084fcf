/** What stands around this screen, in this state? Place, badges, notice or prompt, and the hints of its bindings. */
import { Text } from 'ink';
import { type ReactNode, useContext } from 'react';
import { marksNotListed, textField } from '../state/selectors.ts';
import type { Notice, State } from '../state/state.ts';
import { FieldContext } from './field-context.ts';
import { refusalFor } from './keys/binding.ts';
import { activeGroups } from './keys/key-groups.ts';
import { keyLabel } from './keys/keystroke.ts';
import { Field } from './parts/field.tsx';
import { Frame } from './parts/frame.tsx';
import type { Hint } from './parts/hint-bar.tsx';
import { ProblemLine } from './parts/problem-line.tsx';
import type { Badge } from './parts/top-line.tsx';
import { type Clean, clean } from './text/clean.ts';
import { clip } from './text/fit.ts';
import { count, plural } from './text/numbers.ts';
import { problemSentence } from './text/problem-wording.ts';

interface ScreenFrameProps {
  readonly state: State;
  /** What is shown here, and how much of it is known. */
  readonly status: Clean;
  readonly children: ReactNode;
}

export function ScreenFrame({ state, status, children }: ScreenFrameProps): ReactNode {
  const { organisation, session } = state;
  const isInside = state.screen.kind !== 'organisations' && organisation !== null;
  const place = isInside ? organisation.orgName : (session.baseUrl ?? 'rollcall');
  return (
    <Frame
      columns={state.columns}
      rows={state.rows}
      place={clean(place)}
      badges={badges(state)}
      status={status}
      notice={<NoticeLine state={state} />}
      hints={hints(state)}
    >
      {children}
    </Frame>
  );
}

function badges(state: State): readonly Badge[] {
  const { session, marks, run } = state;
  const all: Badge[] = [];
  if (session.isDemo) all.push({ text: clean('DEMO'), tone: 'accent' });
  if (session.mode === 'preview') all.push({ text: clean('PREVIEW'), tone: 'warning' });
  if (session.mode === 'read-only') all.push({ text: clean('READ-ONLY'), tone: 'warning' });
  if (run !== null && run.finishedAt === null) {
    all.push({ text: clean(`run ${count(run.settled.length)}/${count(run.planned.length)}`), tone: 'warning' });
  }
  if (marks.size > 0 && state.screen.kind !== 'organisations') {
    const missing = marksNotListed(state);
    const elsewhere = missing === 0 ? '' : ` (${count(missing)} not in this list)`;
    all.push({ text: clean(`✓ ${count(marks.size)} marked${elsewhere}`) });
  }
  return all;
}

function hints(state: State): readonly Hint[] {
  return activeGroups(state)
    .flatMap(({ bindings }) => bindings)
    .filter((binding) => binding.hint !== undefined && refusalFor(binding, state) === null)
    .map(({ keys, hint }) => ({ key: clean(keyLabel(keys[0] ?? '')), does: clean(hint ?? '') }));
}

const tryAgain = clean('r tries again.');

/** One line above the hints: the prompt that is typed, else what is to be said. */
function NoticeLine({ state }: { readonly state: State }): ReactNode {
  const link = useContext(FieldContext);
  const { prompt, notice, columns } = state;
  if (prompt !== null && textField(state) === prompt.kind) {
    const label = clean(prompt.kind === 'search' ? 'search at the service:' : 'filter what is here:');
    return <Field label={label} value={prompt.typed} columns={columns} onChange={(text) => link?.edit(text)} />;
  }
  switch (notice?.kind) {
    case undefined:
      return <Text> </Text>;
    case 'staleMarked':
      return <Text>{clip(staleMarkedSentence(notice), columns)}</Text>;
    case 'marksCleared':
      return <Text>{clip(clean(`Marks cleared: ${count(notice.count)}.`), columns)}</Text>;
    case 'said':
      return <Text>{clip(clean(notice.text), columns)}</Text>;
    case 'interrupted':
      return <ProblemLine columns={columns} sentence={interruptedSentence} tone="warning" />;
    case 'warning':
      return <ProblemLine columns={columns} sentence={clean(notice.text)} tone="warning" />;
    case 'problem':
      return (
        <ProblemLine columns={columns} sentence={problemSentence(notice.problem)} next={tryAgain} tone="warning" />
      );
  }
}

const interruptedSentence = clean('ctrl-c again within 2 s leaves rollcall.');

function staleMarkedSentence({ count: stale, days }: Notice & { kind: 'staleMarked' }): Clean {
  if (stale === 0) return clean(`No system is stale at ${plural(days, 'day')}.`);
  return clean(`Marked as stale: ${count(stale)}. d reviews them.`);
}
