/** Systems that are marked from a list in an editor: one of names, or the marks that were saved. */
import { describe, expect, test } from 'vitest';
import { noMarks, withMarked } from '../../../../src/state/fleet/marks/marks.ts';
import { marksToSave } from '../../../../src/state/fleet/marks/feature.ts';
import { marks } from '../../../../src/state/fleet/marks/update.ts';
import type { Services } from '../../../../src/state/root/feature.ts';
import type { State } from '../../../../src/state/root/state.ts';
import { aListing, aState, aStateOf, aSystem, baseUrl, idsOf, now, pagesOf, systemsOf } from '../../../support/make.ts';
import { play } from '../../root/play.ts';

/** The first ten of thirty systems are loaded. */
const part = aState({ listing: aListing(pagesOf(systemsOf(30), 10).slice(0, 1)) });

/** For lists of names. */
const named = [
  aSystem({ systemId: 'A1', hostname: 'web-01' }),
  aSystem({ systemId: 'B2', hostname: 'Twin' }),
  aSystem({ systemId: 'C3', hostname: 'twin' }),
  aSystem({ systemId: 'D4', hostname: null }),
];

describe('a list from an editor', () => {
  const state = aStateOf(named);

  test('is asked for with what it may hold', () => {
    expect(play(state, { kind: 'markListOpened' }).effects).toEqual([{ kind: 'readSavedMarks', baseUrl, orgId: 'N1' }]);
    const { effects } = play(state, { kind: 'savedMarksRead', saved: null });
    const lines = [
      ...['', '# One system per line: its whole name or its id. rollcall marks each one it finds.'],
      '# A tab, a comma, a semicolon or two blanks end the name, unless a name has them.',
      ...['# Lines that begin with # are ignored.', ''],
    ];
    expect(effects).toEqual([{ kind: 'editText', name: 'systems', text: lines.join('\n') }]);
    const [ofPart] = play(part, { kind: 'savedMarksRead', saved: null }).effects;
    const text = `${lines.join('\n')}# Only the 10 loaded systems are searched.\n`;
    expect(ofPart).toEqual({ kind: 'editText', name: 'systems', text });
  });

  test('has the saved marks first where they are asked for, or why they cannot be read', () => {
    const saved = { kind: 'read', text: 'A1\tweb-01\n', count: 1, at: now } as const;
    const asked = play(state, { kind: 'savedMarksRead', saved }).state;
    expect(asked.overlay).toEqual({ kind: 'markList', saved });
    const opens = (isSaved: boolean) => play(asked, { kind: 'markListChosen', isSaved }).effects;
    expect(opens(true)).toMatchObject([{ text: expect.stringMatching(/^A1\tweb-01\n\n# One system/) as string }]);
    expect(opens(false)).toMatchObject([{ text: expect.stringMatching(/^\n# One system/) as string }]);
    const refused = play(state, { kind: 'savedMarksRead', saved: { kind: 'refused', code: 'EACCES' } });
    expect(refused.effects).toMatchObject([
      { text: expect.stringMatching(/^# The saved marks cannot be read \(EACCES\)\.\n\n# One/) as string },
    ]);
    expect(refused.state.marks.marked.size).toBe(0);
  });

  test('is saved without systems that are gone, and a failure to save is told', () => {
    const all = aStateOf(named, { marks: withMarked(noMarks, named, { by: 'hand' }) });
    const { listing } = all.list;
    const scan = listing.scan && { ...listing.scan, gone: new Set(['B2']) };
    const left: State = { ...all, list: { ...all.list, listing: { ...listing, scan } } };
    expect(marksToSave(left).map(({ systemId }) => systemId)).toEqual(['A1', 'C3', 'D4']);
    const failed = {
      kind: 'marksSaved',
      orgName: 'Contoso',
      count: 2,
      saved: { kind: 'failed', code: 'ENOSPC' },
    } as const;
    expect(play(state, failed).state.notice).toEqual({
      kind: 'warning',
      text: 'Could not save 2 marks of Contoso (ENOSPC). They last for this session.',
    });
  });

  test('is told as it was saved, or why it was not edited, and then nothing is marked', async () => {
    const answerTo = (edited: object): unknown => {
      const editText = (...of: readonly string[]) => Promise.resolve({ ...edited, of });
      const services = { ports: { editText } } as unknown as Services;
      return marks.effects.editText({ kind: 'editText', name: 'systems', text: '\n' }, services);
    };
    expect(await answerTo({ ok: true, text: 'A1' })).toEqual({ kind: 'markListEdited', text: 'A1' });
    const failed = { kind: 'editingFailed', message: 'no editor was found' } as const;
    expect(await answerTo({ ok: false, message: failed.message })).toEqual(failed);
    expect(play(state, failed).state).toMatchObject({
      ...{ marks: state.marks, notice: { kind: 'warning', text: 'Nothing was marked: no editor was found.' } },
    });
  });

  test('marks what is meant, and says what is not', () => {
    const text = ['A1', 'nobody', 'twin', 'x1', 'x2', 'x3', 'web-01, D4'].join('\n');
    const { state: after } = play(state, { kind: 'markListEdited', text });
    expect(idsOf(after.marks.marked)).toEqual(['A1']);
    expect(after.notice).toEqual({
      kind: 'warning',
      text: '1 of 7 listed names marked; not found: nobody, x1, x2 and 1 more; ambiguous: twin; several names on one line: web-01, D4.',
    });
    expect(play(after, { kind: 'markingUndone' }).state.marks.marked.size).toBe(0);
    const unknown = play(state, { kind: 'markListEdited', text: 'web-01, web-99' }).state;
    expect(unknown.notice).toEqual({ kind: 'warning', text: '1 of 2 listed names marked; not found: web-99.' });
  });

  test('that is empty changes nothing', () => {
    const { state: after } = play(state, { kind: 'markListEdited', text: '# nothing\n' });
    expect(after.marks.marked).toBe(state.marks.marked);
    expect(after.notice).toMatchObject({ text: 'The list was empty. Nothing was marked.' });
  });
});
