/** The phrase of a change and its field, at the foot of the screen. */
import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import type { PhrasePrompt } from '../../state/change/phrase.ts';
import { bodyRows } from '../../state/kernel/list-view.ts';
import type { State } from '../../state/root/state.ts';
import { Field, Said } from '../parts/field.tsx';
import { type Tone, useTones } from '../parts/root-context.ts';
import { type Clean, clean } from '../text/clean.ts';
import { clip, wrapText } from '../text/fit.ts';

export interface PhraseLayout {
  /** The sentence with the phrase; empty if no phrase is required. */
  readonly phrase: readonly Clean[];
  readonly hasBox: boolean;
}

/** The borders of the box, and a blank beside each. */
const boxCells = 4;
/** The least height of the body, in rows, that leaves room for the box. */
const boxedFrom = 15;

/** `foot`: the rows of the phrase and its field. A null phrase is not required. */
export function phraseLayout(
  { columns, rows, session }: State,
  verb: string,
  phrase: string | null,
): PhraseLayout & { readonly foot: number } {
  if (phrase === null) return { phrase: [], hasBox: false, foot: 0 };
  const hasBox = bodyRows(rows) >= boxedFrom && !session.isPlain;
  const lines = wrapText(clean(`To ${verb}, type:  ${phrase}`), Math.max(1, columns - (hasBox ? boxCells : 0)));
  return { phrase: lines, hasBox, foot: lines.length + 1 + (hasBox ? 2 : 0) };
}

interface PhraseBoxProps {
  readonly prompt: PhrasePrompt;
  readonly layout: PhraseLayout;
  readonly columns: number;
  readonly tone: Tone;
  readonly note: Clean;
}

/** Draws no text of the service except what the phrase contains. */
export function PhraseBox({ prompt, layout, columns, tone, note }: PhraseBoxProps): ReactNode {
  const tones = useTones();
  const { hasBox, phrase } = layout;
  if (phrase.length === 0) return null;
  const isTyped = prompt.isArmed && prompt.isInField;
  const content = (
    <>
      {phrase.map((text) => (
        <Text key={text} bold={isTyped}>
          {text}
        </Text>
      ))}
      <PhraseField prompt={prompt} columns={columns - (hasBox ? boxCells : 0)} note={note} />
    </>
  );
  if (!hasBox) return content;
  const { color, dimColor = false } = tones[isTyped ? tone : 'dim'];
  return (
    <Box
      {...{ width: columns, flexShrink: 0, flexDirection: 'column', paddingX: 1, borderStyle: 'single' }}
      borderDimColor={dimColor}
      {...(color !== undefined && { borderColor: color })}
    >
      {content}
    </Box>
  );
}

function PhraseField({ prompt, columns, note }: Pick<PhraseBoxProps, 'prompt' | 'columns' | 'note'>): ReactNode {
  const { typed, isInField, isArmed } = prompt;
  // Until the quiet period after the question has passed, typing is ignored, so there is no field.
  if (!isArmed) return <Said label={clean('…')} value={typed} columns={columns} />;
  if (!isInField) return <Said label={clean('>')} value={typed} columns={columns} />;
  const beside = clip(note, Math.max(0, columns - typed.length - 4));
  return <Field label={clean('>')} value={typed} columns={columns} note={clean(`  ${beside}`)} />;
}

/** A note on the typed text. `enter`: what enter does once the phrase is complete. */
export function phraseNote(
  { typed, isWrong }: PhrasePrompt,
  { phrase, done, enter }: { readonly phrase: string; readonly done: string; readonly enter: string },
): Clean {
  if (isWrong) return clean(`Not the phrase. Nothing was ${done}.`);
  if (typed === '') return clean('');
  if (!phrase.startsWith(typed)) return clean('This is not the phrase above.');
  return clean(typed === phrase ? enter : '');
}
