/** A review for a second person: where its file is, how to open one, and why one is refused. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { openingCommand } from '../../state/removal/review-file/feature.ts';
import { isGoing } from '../../state/change/run.ts';
import { inProgress } from '../../state/change/run-kinds.ts';
import { readOnlyRefusal } from '../../state/session/session.ts';
import type { State } from '../../state/root/state.ts';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import { bind, type BindingGroup, type ScreenDefinitions, type ViewProps } from '../screen-definition.ts';
import { Field } from '../parts/field.tsx';
import { type Tone, useTones } from '../parts/root-context.ts';
import { type Clean, clean } from '../text/clean.ts';
import { wrapText } from '../text/fit.ts';
import { plural } from '../text/quantities.ts';

/** This binding is only in the palette, because few people need it often. */
const openBinding = bind([], 'open a review…', 'reviewFileAsked', { refusal });

function refusal(state: State): string | null {
  if (state.session.mode !== 'preview' && readOnlyRefusal(state) !== null) return readOnlyRefusal(state);
  return isGoing(state.deletion) ? inProgress(state.deletion) : null;
}

const writtenKeys: BindingGroup = {
  title: 'A written review',
  bindings: [
    bind(['y'], 'copy the command for the second person', 'reviewCommandCopied', { hint: 'copy the command' }),
    bind(['esc', 'enter', 'q'], 'back to the review', 'overlayClosed', { hint: 'back' }),
  ],
};

const refusedKeys: BindingGroup = {
  title: 'A review that is not opened',
  bindings: [bind(['esc', 'enter', 'q'], 'close', 'overlayClosed', { hint: 'close' })],
};

const promptKeys: BindingGroup = {
  title: 'Open a review',
  bindings: [
    bind(['enter'], 'open the review in this file', 'promptAccepted', { hint: 'open' }),
    bind(['esc'], 'open none', 'wentBack', { hint: 'cancel' }),
  ],
};

export const reviewFileScreens: ScreenDefinitions<'reviewWritten' | 'reviewRefused' | 'reviewFile'> = {
  reviewWritten: { View: WrittenScreen, keys: [writtenKeys] },
  reviewRefused: { View: RefusedScreen, keys: [refusedKeys] },
  reviewFile: {
    View: FilePrompt,
    keys: [promptKeys],
    offers: [{ on: 'systems', title: 'Act', before: 'exportOpened', bindings: [openBinding] }],
  },
};

function WrittenScreen({ state, screen: { path, systems } }: ViewProps<'reviewWritten'>): ReactNode {
  return (
    <ScreenFrame state={state} title={clean('Review written')} facts={clean('A second person confirms it.')}>
      <Lines text={`Give them a copy of ${path}; they start:`} columns={state.columns} />
      <Lines text={openingCommand(path)} columns={state.columns} tone="accent" />
      <Lines
        text={`${plural(systems, 'system')}, no token. Only you can read your file. It is four eyes, not a lock.`}
        columns={state.columns}
      />
    </ScreenFrame>
  );
}

function RefusedScreen({ state, screen: { message } }: ViewProps<'reviewRefused'>): ReactNode {
  return (
    <ScreenFrame state={state} title={clean('A second person')} facts={clean('Nothing was changed.')}>
      <Lines text={message} columns={state.columns} tone="warning" />
    </ScreenFrame>
  );
}

function Lines({
  text,
  columns,
  tone = 'plain',
}: {
  readonly text: string;
  readonly columns: number;
  readonly tone?: Tone;
}): ReactNode {
  const tones = useTones();
  const lines: readonly Clean[] = wrapText(clean(text), columns);
  return lines.map((line, at) => (
    <Text key={at} {...tones[tone]}>
      {line}
    </Text>
  ));
}

function FilePrompt({ state, screen }: ViewProps<'reviewFile'>): ReactNode {
  return <Field label={clean('file of the review:')} value={screen.typed} columns={state.columns} />;
}
