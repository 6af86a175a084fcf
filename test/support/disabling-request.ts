/** The request that disables a system, by the keys that a person presses. */
import { row, type User } from './user.ts';

/** Shows the request that disables the only system, and answers its phrase. */
export async function asksToDisable(user: User): Promise<string> {
  await opensDisable(user);
  const screen = await user.pressesKey('s', 'enter').sees(/To send it, type: {2}\S/, 'Now, read', /^│ > /m);
  return /To send it, type: {2}(.*?) *│/.exec(screen)?.[1] ?? '';
}

/** Opens the form of the operation that disables the only system. */
export async function opensDisable(user: User): Promise<void> {
  await user.opens('Northwind');
  await user.presses('every operation of the service').sees('› Operations on ', row('PUT', '!', 'isable'));
  user.presses('filter the operations');
  await user.types('path:*/disable').sees('1 of', row('▌', 'PUT', '!'));
  user.pressesKey('enter');
  await user.rests();
  await user.pressesKey('enter').sees(/PUT .*\/disable/, 's go to Send');
}
