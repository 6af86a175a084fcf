/** One request that changes something: exactly what would be sent, and the phrase that sends it. */
import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { secondsPending } from '../../../state/root/pending.ts';
import { isReadingTarget } from '../../../state/change/request/requests.ts';
import type { ChangeRequest } from '../../../state/change/request/feature.ts';
import type { State } from '../../../state/root/state.ts';
import { ScreenFrame } from '../../frame/screen-frame.tsx';
import { Field, Said } from '../../parts/field.tsx';
import { useTones } from '../../parts/root-context.ts';
import { PartsLine } from '../../parts/table.tsx';
import type { Extent, ViewProps } from '../../screen-definition.ts';
import { type Clean, clean } from '../../text/clean.ts';
import { fitting } from '../../text/fit.ts';
import { count } from '../../text/quantities.ts';
import { type RequestLayout, requestLayout } from './request-layout.ts';
import { factsTone, requestFacts } from './request-words.ts';

export function RequestScreen({ state, screen }: ViewProps<'request'>): ReactNode {
  const { current } = state.request;
  if (current === null) return null;
  const layout = requestLayout(state, current);
  const { lines, height } = layout;
  const top = Math.max(0, Math.min(screen.list.row, lines.length - height));
  const last = Math.min(lines.length, top + height);
  const more = lines.length <= height ? '' : `lines ${top + 1}–${last} of ${count(lines.length)}`;
  return (
    <ScreenFrame
      state={state}
      title={clean('Request')}
      facts={requestFacts(state, current, more, secondsPending(state))}
      factsTone={factsTone(current.stage)}
    >
      <Box height={height} flexDirection="column" flexShrink={0} overflow="hidden">
        {lines.slice(top, last).map((parts, at) => (
          <PartsLine key={at} parts={parts} />
        ))}
      </Box>
      {layout.phrase.length > 0 && <PhraseBox request={current} columns={state.columns} layout={layout} />}
    </ScreenFrame>
  );
}

/** Text without a cursor scrolls by its first line, down to the one that leaves the last screenful. */
export function requestExtent(state: State): Extent {
  const { current } = state.request;
  if (current === null) return { length: 1, height: 1 };
  const { lines, height } = requestLayout(state, current);
  return { length: Math.max(1, lines.length - height + 1), height: Math.max(1, height) };
}

interface BoxProps {
  readonly request: ChangeRequest;
  readonly columns: number;
  readonly layout: RequestLayout;
}

/** The phrase and its field. Nothing else is ever drawn there. */
function PhraseBox({ request, columns, layout }: BoxProps): ReactNode {
  const tones = useTones();
  const { hasBox, phrase } = layout;
  const { stage, judged } = request;
  const isArmed = stage.kind === 'asking' && stage.isArmed;
  const content = (
    <>
      {phrase.map((text) => (
        <Text key={text} bold={isArmed}>
          {text}
        </Text>
      ))}
      <PhraseField request={request} columns={columns - (hasBox ? 4 : 0)} />
    </>
  );
  if (!hasBox) return content;
  const colour = isArmed && judged.kind !== 'change' ? tones.danger.color : undefined;
  return (
    <Box
      {...{ width: columns, flexShrink: 0, flexDirection: 'column', paddingX: 1, borderStyle: 'single' }}
      borderDimColor={!isArmed}
      {...(colour !== undefined && { borderColor: colour })}
    >
      {content}
    </Box>
  );
}

function PhraseField({ request, columns }: Omit<BoxProps, 'layout'>): ReactNode {
  const { stage } = request;
  if (stage.kind !== 'asking') return null;
  const { typed, isArmed } = stage;
  // Typing before the question was quiet for a moment is ignored.
  if (!isArmed) return <Said label={clean('…')} value={typed} columns={columns} />;
  const note = fitting(fieldNotes(request, typed, stage.isWrong), Math.max(0, columns - typed.length - 4));
  return <Field label={clean('>')} value={typed} columns={columns} note={clean(`  ${note}`)} />;
}

/** Notes on the typed text, in two lengths. */
function fieldNotes(request: ChangeRequest, typed: string, isWrong: boolean): readonly Clean[] {
  const { phrase } = request.judged;
  if (isWrong) return [clean('Not the phrase. Nothing was sent.'), clean('Not the phrase.')];
  if (typed === '') return [];
  if (!phrase.startsWith(typed)) return [clean('This is not the phrase above.'), clean('not the phrase')];
  if (typed !== phrase) return [];
  if (isReadingTarget(request)) return [clean('enter works when the target is read'), clean('wait for the read')];
  return [clean('enter sends it')];
}
