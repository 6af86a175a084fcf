/** A clipboard with the wrong content: a long paste changes no field, freezes nothing, and ctrl-c leaves. */
import { describe, expect, test } from 'vitest';
import { eachInItsOwnProcess } from '../support/program.ts';
import { systemsCalled } from '../support/service.ts';
import { aUserOf, type User } from '../support/user.ts';

eachInItsOwnProcess();

const [pasteBegin, pasteEnd] = ['\u001B[200~', '\u001B[201~'];

/** 200 KB. */
const clipboard = 'web-1 or '.repeat(25_000);
const tooLong = 'This field takes at most 2,000 characters. Nothing was added.';

/** Types in pieces, as a terminal passes on a long text: it holds only a few thousand unread characters. */
async function typesInPieces(user: User, text: string): Promise<void> {
  for (let at = 0; at < text.length; at += 2000) {
    user.types(text.slice(at, at + 2000));
    await user.terminal.passes(1);
  }
}

describe('a paste that is too long for its field is refused whole, and ctrl-c leaves', () => {
  test('in the field of the filter', async () => {
    const { user } = await aUserOf({ systems: systemsCalled('web', 9) });
    user.presses('filter the loaded systems');
    await user.rests();
    await user.types('key:l').sees('key:l');
    await typesInPieces(user, pasteBegin + clipboard + pasteEnd);
    await user.sees(tooLong, 'key:l');
    await user.rests();
    await user.types('a').sees((screen) => screen.includes('key:la') && !screen.includes(tooLong));
    // Without brackets the text comes in pieces, and the last piece alone would fit.
    await typesInPieces(user, clipboard);
    await user.sees(tooLong);
    await user.rests();
    expect(user.screen()).toContain('key:la ');
    user.pressesKey('ctrl-c', 'ctrl-c');
    expect(await user.terminal.exited).toMatchObject({ exitCode: 0 });
  });

  test('where no field is open, its text deletes nothing', async () => {
    const { service, user } = await aUserOf({ systems: systemsCalled('web', 9) });
    await typesInPieces(user, clipboard.replaceAll(' ', 'd'));
    // Without brackets, a letter that arrives alone looks typed: it can open a review, which takes no text so early.
    await user.sees((screen) => /Pasted text does not work as keys|Typed too early: ignored/.test(screen));
    user.pressesKey('ctrl-c', 'ctrl-c');
    expect(await user.terminal.exited).toMatchObject({ exitCode: 0 });
    expect(service.sent('DELETE')).toEqual([]);
  });
});
