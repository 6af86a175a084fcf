/** How does somebody sign in by hand? */
import type { Service } from '../../src/demo/service.ts';
import type { User } from '../support/user.ts';

/** As the first time: the address is asked for as well as the token. The service has one organisation. */
export async function signsIn(user: User, { baseUrl, token }: Service): Promise<void> {
  await user.sees('service address');
  user.types(baseUrl);
  user.presses('use this address');
  await user.sees('access token');
  user.types(token);
  user.presses('sign in with this token');
  await user.opens('Northwind');
}
