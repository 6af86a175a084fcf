/** The request that disables a system, by the keys that a person presses. */
import { row, type User } from './user.ts';

/** Shows the request that disables the only system, and answers its phrase. */
export async function asksToDisable(user: User): Promise<string> {
  await opensDisable(user);
  user.pressesKey('s', 'enter');
  const screen = await user.sees(/To send it, type: {2}\S/, 'Now, read', /^│ > /m);
  return /To send it, type: {2}(.*?) *│/.exec(screen)?.[1] ?? '';
}

/** Opens the form of the operation that disables the only system. */
export async function opensDisable(user: User): Promise<void> {
  await user.opens('Northwind');
  user.presses('every operation of the service');
  await user.sees('› Operations on ', row('PUT', '!', 'isable'));
  user.presses('filter the operations');
  user.types('path:*/disable');
  await user.sees('1 of', row('▌', 'PUT', '!'));
  user.pressesKey('enter');
  await user.rests();
  user.pressesKey('enter');
  await user.sees(/PUT .*\/disable/, 's go to Send');
}
