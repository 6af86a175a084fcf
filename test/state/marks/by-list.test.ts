import { describe, expect, test } from 'vitest';
import { meantBy, namesIn } from '../../../src/state/marks/by-list.ts';
import { aStateOf, aSystem, idsOf } from '../../support/make.ts';
import { play } from '../play.ts';

const systems = [
  aSystem({ systemId: 'A1', hostname: 'web-01' }),
  aSystem({ systemId: 'B2', hostname: 'Twin' }),
  aSystem({ systemId: 'C3', hostname: 'twin' }),
  aSystem({ systemId: 'D4', hostname: null }),
];

test('a list has one name a line; comments, blank lines, further columns and repetitions do not count', () => {
  expect(namesIn('# old\r\nweb-01\r\n\r\n  db-02;2024-01-01\nweb-01\nA1, x\n,x')).toEqual(['web-01', 'db-02', 'A1']);
});

describe('a name means', () => {
  test('the system with this id, or with this whole host name', () => {
    const meant = meantBy(['WEB-01', 'D4', 'web', 'B2'], systems);
    expect(meant.systems.map(({ systemId }) => systemId)).toEqual(['A1', 'D4', 'B2']);
    expect(meant.notFound).toEqual(['web']);
  });

  test('none where several have it', () => {
    expect(meantBy(['twin'], systems)).toEqual({ systems: [], notFound: [], ambiguous: ['twin'] });
  });
});

describe('a list from an editor', () => {
  const state = aStateOf(systems);

  test('is asked for with what it may hold', () => {
    const { effects } = play(state, { kind: 'markListOpened' });
    expect(effects).toEqual([
      { kind: 'editText', name: 'systems', text: expect.stringMatching(/^\n# One system a line/) as string },
    ]);
  });

  test('marks what is meant, and says what is not', () => {
    const text = ['A1', 'nobody', 'twin', 'x1', 'x2', 'x3'].join('\n');
    const { state: after } = play(state, { kind: 'markListEdited', text });
    expect(idsOf(after.marks.marked)).toEqual(['A1']);
    expect(after.notice).toEqual({
      kind: 'warning',
      text: 'Marked: 1 of 6 in the list; not here: nobody, x1, x2 and 1 more; of several systems: twin.',
    });
    expect(play(after, { kind: 'markingUndone' }).state.marks.marked.size).toBe(0);
  });

  test('that is empty changes nothing', () => {
    const { state: after } = play(state, { kind: 'markListEdited', text: '# nothing\n' });
    expect(after.marks.marked).toBe(state.marks.marked);
    expect(after.notice).toMatchObject({ text: 'The list was empty: nothing was marked.' });
  });
});
