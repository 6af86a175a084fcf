/** Signs in by hand. */
import type { Service } from '../../src/demo/service.ts';
import type { StartOptions } from './program.ts';
import { aNewcomer, type User } from './user.ts';

/** A newcomer in the field of the token, who has typed the address of this service. */
export async function aNewcomerAt({ baseUrl }: Pick<Service, 'baseUrl'>, options: StartOptions = {}): Promise<User> {
  const user = aNewcomer(options);
  await givesAddress(user, baseUrl);
  await user.sees('enter sign in');
  return user;
}

/** A newcomer who has typed the token as well. */
export async function aNewcomerWithToken(service: Service, options: StartOptions = {}): Promise<User> {
  const user = await aNewcomerAt(service, options);
  await givesToken(user, service.token);
  return user;
}

export async function givesAddress(user: User, baseUrl: string): Promise<void> {
  await user.sees('service address');
  user.types(baseUrl);
  user.presses('use this address');
}

/** Types the token into its field. */
export async function givesToken(user: User, token: string): Promise<void> {
  await user.sees('enter sign in');
  await user.types(token).sees('63 of 63 characters');
  user.presses('sign in with this token');
}

/** Signs in for the first time, with a keychain for the token. The service has one organisation. */
export async function signsIn(user: User, { baseUrl, token }: Service): Promise<void> {
  await givesAddress(user, baseUrl);
  await givesToken(user, token);
  await user.opens('Northwind');
}

/** Signs in for the first time, without a keychain: stores the token in the place with this name. */
export async function signsInAndKeeps(user: User, service: Service, place: string): Promise<void> {
  await givesAddress(user, service.baseUrl);
  await givesToken(user, service.token);
  await keepsIn(user, place);
  await user.opens('Northwind');
}

/** Chooses the place for the token. */
export async function keepsIn(user: User, place: string): Promise<void> {
  await user.sees('Where should rollcall store the token?');
  await user.goesTo(place);
  await user.presses('store it there').sees((screen) => !screen.includes(`▌ ${place}`));
}

/** Leaves a field in which `q` is text, like every letter. */
export async function leaveField(user: User): Promise<void> {
  user.pressesKey('ctrl-c', 'ctrl-c');
  await user.terminal.exited;
}
