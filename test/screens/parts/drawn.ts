/** Renders a part of a screen as text. */
import { renderToString } from 'ink';
import { stripVTControlCharacters } from 'node:util';
import type { ReactNode } from 'react';

/** The lines a terminal of so many columns shows, without colours. */
export function drawn(node: ReactNode, columns: number): readonly string[] {
  return stripVTControlCharacters(renderToString(node, { columns })).split('\n');
}
