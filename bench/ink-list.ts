/** The simplest list that Ink draws: twenty lines and a cursor. */
import { createElement, useState } from 'react';
import { render, Text, useInput } from 'ink';

const lines = 20;

function List() {
  const [cursor, move] = useState(0);
  useInput((key) => {
    move((row) => Math.max(0, Math.min(lines - 1, row + (key === 'j' ? 1 : -1))));
  });
  const rows = Array.from({ length: lines }, (_, row) => `${row === cursor ? '▌' : ' '} line ${row} of the list`);
  return createElement(Text, null, rows.join('\n'));
}

render(createElement(List), { maxFps: 60, alternateScreen: true, incrementalRendering: true });
