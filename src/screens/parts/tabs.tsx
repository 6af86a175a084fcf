/** The groups of a list in one line, each under its digit: `[1 needs attention 4]  2 kept 47`. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { type Clean, clean } from '../text/clean.ts';
import { count } from '../text/quantities.ts';
import { useTones } from './root-context.ts';

interface Tab {
  readonly name: string;
  readonly count: number;
  readonly isShown: boolean;
}

interface TabsProps {
  readonly tabs: readonly Tab[];
}

export function Tabs({ tabs }: TabsProps): ReactNode {
  const tones = useTones();
  return (
    <Text wrap="truncate">
      {tabs.map((tab, at) => (
        <Text key={at} {...(tab.isShown ? { bold: true, ...tones.plain } : tones.accent)}>
          {at === 0 ? '' : ' '}
          {wordsOf(tab, at)}
        </Text>
      ))}
    </Text>
  );
}

function wordsOf({ name, count: n, isShown }: Tab, at: number): Clean {
  const words = `${at + 1} ${name} ${count(n)}`;
  return clean(isShown ? `[${words}]` : ` ${words} `);
}
