/** Text fields: ink-text-input draws the parts before and after the caret; the keyboard handles the keys. */
import { Box, Text } from 'ink';
import TextInput from 'ink-text-input';
import { type ReactNode, useContext, useSyncExternalStore } from 'react';
import { FieldContext, useTones } from './root-context.ts';
import { type Clean, clean } from '../text/clean.ts';
import { clip, quoted, width } from '../text/fit.ts';
import type { Remark } from '../screen-definition.ts';
import { fieldText, isCommandInField } from '../../state/root/navigation.ts';
import type { State } from '../../state/root/state.ts';
import { bind, type Binding, type BindingGroup } from '../keys/binding.ts';

interface LabelledProps {
  readonly label: Clean;
  readonly value: string;
  readonly columns: number;
}

interface FieldProps extends LabelledProps {
  /** Shows dots in place of the text. */
  readonly isSecret?: boolean;
  /** A remark at the right of the text, dim. */
  readonly note?: Clean | undefined;
}

/** One line: the label, then the text. A text wider than the line is shown up to the caret. */
export function Field({ label, value, columns, isSecret = false, note }: FieldProps): ReactNode {
  const link = useContext(FieldContext);
  const tones = useTones();
  const shown = isSecret ? dotsFor(value) : value;
  const caret = useSyncExternalStore(link?.caret.subscribe ?? noChanges, () => link?.caret.at(shown) ?? shown.length);
  const room = Math.max(5, columns - width(label) - 1);
  const [under = ' ', ...following] = Array.from(shown.slice(caret));
  const before = lastOf(Array.from(shown.slice(0, caret)), room - cells(under));
  const after = firstOf(following, room - cells(before) - cells(under));
  return (
    <Box width={columns} height={1} overflow="hidden">
      <Box flexShrink={0}>
        <Text {...tones.accent}>{label} </Text>
      </Box>
      <Text>
        <TextInput value={clean(before)} {...drawnOnly} />
        <Text inverse>{clean(under)}</Text>
        <TextInput value={clean(after)} {...drawnOnly} />
      </Text>
      {note !== undefined && (
        <Box flexShrink={0}>
          <Text {...tones.dim}>{clip(note, Math.max(0, room - cells(before + under + after)))}</Text>
        </Box>
      )}
    </Box>
  );
}

const noChanges = () => () => undefined;

/** Without focus it handles no key, and draws no caret of its own. */
const drawnOnly = { focus: false, onChange: () => undefined } as const;

/** The dots of a secret: they show its length only. */
export function dotsFor(secret: string): string {
  return '•'.repeat(secret.length);
}

/** A line of text outside typing. */
export function Said({ label, value, columns }: LabelledProps): ReactNode {
  const tones = useTones();
  return (
    <Text wrap="truncate">
      <Text {...tones.dim}>{label} </Text>
      {clip(clean(value), columns - width(label) - 1)}
    </Text>
  );
}

function cells(text: string): number {
  return width(clean(text));
}

/** As many of the characters as fit, from the first on. */
function firstOf(characters: readonly string[], room: number): string {
  let used = 0;
  const most = characters.findIndex((character) => (used += cells(character)) > room);
  return characters.slice(0, most === -1 ? undefined : most).join('');
}

/** As many of the characters as fit, up to the last. */
function lastOf(characters: readonly string[], room: number): string {
  let used = 0;
  const before = characters.findLastIndex((character) => (used += cells(character)) > room);
  return characters.slice(before + 1).join('');
}

interface RemarkedProps extends LabelledProps {
  readonly remark: Remark | null;
}

/** A field in the line above the hints, with a remark where both have room. */
export function RemarkedLine({ remark, ...field }: RemarkedProps): ReactNode {
  const tones = useTones();
  const said = remark === null ? null : remarkBeside({ remark, ...field });
  return (
    <Box width={field.columns} height={1} overflow="hidden">
      <Field {...field} columns={field.columns - (said === null ? 0 : width(said))} />
      {said !== null && (
        <Box flexShrink={0}>
          <Text {...tones[remark?.kind === 'fault' ? 'warning' : 'dim']}>{said}</Text>
        </Box>
      )}
    </Box>
  );
}

/** Null where the text needs the room: no remark hides it. */
function remarkBeside({ remark, label, value, columns }: RemarkedProps): Clean | null {
  const room = columns - width(label) - cells(value) - 2;
  if (remark === null || width(remark.text) + REMARK_GAP > room) return null;
  return clean(' '.repeat(REMARK_GAP) + remark.text);
}

const REMARK_GAP = 2;

/** A mistake in a filter, and the filter that stays in force; null: the text is to mark systems, and shows none. */
export function faultRemark(
  { says, isUnfinished }: { readonly says: string; readonly isUnfinished: boolean },
  isRefused: boolean,
  inForce: string | null,
): Remark {
  const showing = inForce === '' ? 'all' : quoted(inForce ?? '');
  const stays = inForce === null ? 'Nothing is marked yet.' : `Still showing ${showing}.`;
  const isMore = isUnfinished && !isRefused;
  const text = clean(`${isMore ? '' : '! '}${says}${/[.?]$/.test(says) ? '' : '.'} ${stays}`);
  return { text, kind: isMore ? 'unfinished' : 'fault' };
}

/** The remark, if it has no room beside the text. */
export function remarkBelow(line: RemarkedProps): Remark | null {
  const { remark } = line;
  return remark !== null && remark.kind !== 'count' && remarkBeside(line) === null ? remark : null;
}

/** The remark in place of the hints. */
export function RemarkLine({ remark, columns }: { readonly remark: Remark; readonly columns: number }): ReactNode {
  const tones = useTones();
  return (
    <Text wrap="truncate" {...tones[remark.kind === 'fault' ? 'warning' : 'dim']}>
      {clip(remark.text, columns)}
    </Text>
  );
}

function isCommandHere(state: State): boolean {
  return isCommandInField(state, '?', fieldText(state));
}

/** The filter language: `?` shows it where that is no part of the text, ctrl-g everywhere. */
export const languageBindings: readonly Binding[] = [
  bind(['?'], 'show the filter language', 'helpOpened', {
    hint: (state) => (isCommandHere(state) ? 'language' : null),
  }),
  bind(['ctrl-g'], 'show the filter language, behind text too', 'helpOpened', {
    hint: (state) => (isCommandHere(state) ? null : 'language'),
  }),
];

/** The keys of a prompt without its own. */
export const promptKeys: BindingGroup = {
  title: 'Prompt',
  bindings: [
    bind(['enter'], 'apply the text', 'promptAccepted', { hint: 'apply' }),
    bind(['esc'], 'cancel, and restore the list', 'wentBack', { hint: 'leave' }),
    bind(['down'], 'move down', { kind: 'moved', motion: 'down' }),
    bind(['up'], 'move up', { kind: 'moved', motion: 'up' }),
  ],
};
