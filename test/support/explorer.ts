/** Helpers for the explorer of operations: a served definition, a listener that must get no request, and keys. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Answer } from '../../src/demo/answer.ts';
import type { Intercept } from '../../src/demo/service.ts';
import type { User } from './user.ts';

/** The service serves this document as its definition; `otherwise` answers the other requests, or leaves them to it. */
export function describedBy(document: string, otherwise: Intercept = () => undefined): Intercept {
  const body = Buffer.from(document);
  const answer: Answer = { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body };
  return (request) => (request.path === '/swagger/v1/swagger.json' ? answer : otherwise(request));
}

/** An address that a definition may name, and that nothing may request. */
export interface Elsewhere {
  readonly address: string;
  /** Count of the connections to it. */
  readonly connections: () => number;
  readonly close: () => void;
}

/** A listener on loopback that closes and counts every connection. */
export async function anElsewhere(): Promise<Elsewhere> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, connections: () => connections, close: () => server.close() };
}

/** The list of all operations, not only of the ones for a row of another list. */
export const everyOperation = /› Operations(?: {2,}.*|\s*)\n.*\d operations/;

/** Opens the list of the operations from the list of systems. */
export async function opensOperations(user: User): Promise<string> {
  user.presses('every operation of the service');
  await user.sees(/› Operations on \S+/, /r retries|no operation|this row|\d operations?/);
  return user.presses('every operation of the service').sees(everyOperation);
}

/** Sets the field at the cursor of a form. */
export async function setsField(user: User, value: string): Promise<void> {
  await user.presses('set this field').sees('esc cancel');
  user.pressesKey('ctrl-u');
  user.types(value);
  await user.presses('set the field').sees((screen) => !screen.includes('esc cancel'));
}

/** Shows the request that disables the only system, and answers its phrase. */
export async function asksToDisable(user: User): Promise<string> {
  await opensDisable(user);
  const screen = await user.pressesKey('s', 'enter').sees(/To send it, type: {2}\S/, 'Now, read', /^│ > /m);
  return /To send it, type: {2}(.*?) *│/.exec(screen)?.[1] ?? '';
}

/** Opens the form of the operation that disables the only system. */
export async function opensDisable(user: User): Promise<void> {
  await user.opens('Northwind');
  await user.presses('every operation of the service').sees('› Operations on ', /PUT.*!.*isable/);
  user.presses('filter the operations');
  await user.types('path:*/disable').sees('1 of', /▌.*PUT.*!/);
  user.pressesKey('enter');
  await user.rests();
  await user.pressesKey('enter').sees(/PUT .*\/disable/, 's go to Send');
}
