/** A paste never confirms a deletion: not without bracketed paste, nor with an end marker inside it. */
import { expect, test } from 'vitest';
import { aCrowd, staleSystems, type StoryService, systemsCalled } from '../support/service.ts';
import { asked, aUserOf, type User } from '../support/user.ts';

const [pasteBegin, pasteEnd] = ['\u001B[200~', '\u001B[201~'];
const notPasted = 'Type the phrase. Pasted text does not count.';

/** A person in the review of three stale systems, with the keys of the review in force. */
async function aReviewer(): Promise<{ service: StoryService; user: User }> {
  const { service, user } = await aUserOf({ systems: [...staleSystems(3), ...aCrowd()] });
  await user.reviewsStale(3, asked('delete 3'));
  return { service, user };
}

const together = 'Enter arrived together with text. Press enter again.';
const atOnce = 'The phrase arrived all at once. Check it, then press enter again.';

test.each([
  ['of another text', 'remove 3\r'],
  ['with an end of its own', `${pasteBegin}x${pasteEnd}delete 3\r${pasteEnd}`],
])('a paste %s types nothing, in the field or before it', async (_, pasted) => {
  const { service, user } = await aReviewer();
  await user.types(pasted).sees(/pasted text does not (?:count|work)/i);
  await user.sees(asked('delete 3'));
  await user.presses('go to the field of the phrase').sees(/^│ > +(?:│|Not the phrase)/m);
  await user.rests();
  if (pasted.startsWith(pasteBegin)) {
    await user.types(pasted).sees(notPasted, /^│ > +(?:│|Not the phrase)/m);
    await user.rests();
  }
  await user.pressesKey('enter').sees('Not the phrase. Nothing was deleted.');
  expect(service.sent('DELETE')).toEqual([]);
  expect(service.sent('POST')).toEqual([]);
});

test('the phrase pasted without brackets, with its enter, in its field, waits for an enter of its own', async () => {
  const { service, user } = await aReviewer();
  user.presses('go to the field of the phrase');
  await user.rests();
  await user.types('delete 3\r').sees(together, '> delete 3');
  // The end of a paste on a bad line is not an enter of its own.
  await user.types('\r').sees('> delete 3', /Press enter again|then press enter again/);
  expect(service.sent('DELETE')).toEqual([]);
  await user.rests();
  await user.pressesKey('enter').sees('3 systems deleted');
});

test('over a line that stalls, a phrase is typed in reads of any length, and enter counts once it was seen', async () => {
  const { service, user } = await aReviewer();
  await user.types('delete 3').sees('> delete 3');
  await user.rests();
  await user.pressesKey('enter').sees(atOnce, '> delete 3');
  await user.rests();
  expect(service.sent('DELETE')).toEqual([]);
  await user.pressesKey('enter').sees('3 systems deleted');
});

test('an enter that comes in one read with the end of the phrase is pressed once more', async () => {
  const { service, user } = await aReviewer();
  await user.typesPhrase('delete ');
  await user.types('3\r').sees('> delete 3', together);
  await user.rests();
  expect(service.sent('DELETE')).toEqual([]);
  await user.pressesKey('enter').sees('3 systems deleted');
});

test('a paste without brackets creates no key, with what opens its form and in the form', async () => {
  const { service, user } = await aReviewer();
  await user.pressesKey('esc').sees('s mark stale', '3 marked');
  user.types('nlaptops\r');
  await user.sees('New enrolment key', 'laptops', 'Enter arrived together with text. Press enter again.');
  await user.types('2\r').sees('laptops2', 'Press enter again.');
  await user.rests();
  expect(service.sent('POST')).toEqual([]);
  await user.pressesKey('enter').sees('Enrolment key created');
  expect(service.sent('POST')).toHaveLength(1);
});

test('a text that is too long for its field is left out whole, with brackets or without, and as keys it does nothing', async () => {
  const { user } = await aUserOf({ systems: systemsCalled('web', 2) });
  const long = 'web or '.repeat(400);
  const tooLong = 'This field takes at most 2,000 characters. Nothing was added.';
  await user.sees('web-1');
  await user.types(long).sees('Pasted text does not work as keys.');
  await user.rests();
  user.presses('filter the loaded systems');
  await user.rests();
  await user.types('key:l').sees('key:l');
  await user.rests();
  await user.types(pasteBegin + long + pasteEnd).sees(tooLong, 'key:l');
  await user.rests();
  await user.types('a').sees('key:la', (screen) => !screen.includes(tooLong));
  await user.rests();
  user.types(long.slice(0, 1900)).types(long.slice(0, 1900)).types('rest');
  await user.sees(tooLong, /^filter: key:la +2 of 2/m);
});
