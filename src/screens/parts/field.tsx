/** How is a line of text typed? ink-text-input, for the keys that the keyboard leaves to it. */
import { Box, Text } from 'ink';
import TextInput from 'ink-text-input';
import { type ReactNode, useContext } from 'react';
import { FieldContext } from '../field-context.ts';
import { type Clean, clean } from '../text/clean.ts';
import { clip, width } from '../text/fit.ts';
import { useTones } from './colours.ts';

interface FieldProps {
  readonly label: Clean;
  readonly value: string;
  readonly columns: number;
  readonly onChange: (text: string) => void;
  /** Dots in place of the text. */
  readonly isSecret?: boolean;
  /** At the right of the text, dim: what is known of it. */
  readonly note?: Clean;
}

/** One line: the label, then the text. A text wider than the line shows its end, where the cursor is. */
export function Field({ label, value, columns, onChange, isSecret = false, note }: FieldProps): ReactNode {
  const link = useContext(FieldContext);
  const tones = useTones();
  const room = Math.max(4, columns - width(label) - 2);
  const hidden = Math.max(0, value.length - room);
  return (
    <Box width={columns} height={1} overflow="hidden">
      <Box flexShrink={0}>
        <Text {...tones.accent}>{label} </Text>
      </Box>
      <TextInput
        value={value.slice(hidden)}
        showCursor
        {...(isSecret && { mask: '•' })}
        onChange={(text) => {
          if (link?.isFieldsTurnRef.current !== false) onChange(value.slice(0, hidden) + text);
        }}
      />
      {note !== undefined && (
        <Box flexShrink={0}>
          <Text {...tones.dim}> {clip(note, Math.max(0, room - value.length))}</Text>
        </Box>
      )}
    </Box>
  );
}

/** A line of text that is not typed now. */
export function Said({ label, value, columns }: { label: Clean; value: string; columns: number }): ReactNode {
  const tones = useTones();
  return (
    <Text wrap="truncate">
      <Text {...tones.dim}>{label} </Text>
      {clip(clean(value), columns - width(label) - 1)}
    </Text>
  );
}
