/** The groups of a list in one line, each under its digit: `[1 needs attention 4]  2 kept 47`. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { type Clean, clean } from '../text/clean.ts';
import { width } from '../text/fit.ts';
import { count } from '../text/quantities.ts';
import { useTones } from './root-context.ts';

interface Tab {
  /** Its name in words, shorter, and as a sign: a word is never cut. */
  readonly forms: readonly string[];
  readonly count: number;
  readonly isShown: boolean;
}

interface TabsProps {
  readonly tabs: readonly Tab[];
  readonly columns: number;
}

/** All names get shorter together; digits and counts stay. */
export function Tabs({ tabs, columns }: TabsProps): ReactNode {
  const tones = useTones();
  const forms = Math.max(...tabs.map((tab) => tab.forms.length));
  const lines = Array.from({ length: forms }, (_, at) => tabs.map((tab, index) => wordsOf(tab, index, at)));
  const close = lines.at(-1)?.map((text) => clean(text.trim())) ?? [];
  const shown = lines.find((texts) => cellsOf(texts) <= columns) ?? close;
  return (
    <Text wrap="truncate">
      {shown.map((text, at) => (
        <Text key={at} {...(tabs[at]?.isShown === true ? { bold: true, ...tones.plain } : tones.accent)}>
          {at === 0 ? '' : ' '}
          {text}
        </Text>
      ))}
    </Text>
  );
}

function wordsOf({ forms, count: n, isShown }: Tab, index: number, at: number): Clean {
  const words = [String(index + 1), forms[Math.min(at, forms.length - 1)], count(n)].filter(Boolean).join(' ');
  return clean(isShown ? `[${words}]` : ` ${words} `);
}

function cellsOf(texts: readonly Clean[]): number {
  return texts.reduce((sum, text) => sum + width(text), texts.length - 1);
}
