/** Starts, watches and stops a whole service. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

import { newToken } from './access.ts';
import type { Answer } from './answer.ts';
import type { Fleet, SystemRecord } from './fleet/fleet.ts';
import { type Organisation, organisationsOf } from './organisations.ts';
import { receive, type ReceivedRequest } from './request.ts';
import { answerTo } from './routes.ts';

export interface ServiceOptions {
  readonly fleet: Fleet;
  /** Port of 127.0.0.1; 0, the default, takes any free one. */
  readonly port?: number;
  /** Milliseconds until each answer; 40 by default. */
  readonly latencyMs?: number;
  /** The token that is accepted; a new random one by default. */
  readonly token?: string;
  /** Accepts every token of the documented form. */
  readonly anyToken?: boolean;
  /** Its address for clients, in its links; its own address by default. */
  readonly address?: string;
  readonly intercept?: Intercept;
  /** Its clock, in milliseconds since 1970; that of the computer by default. */
  readonly now?: () => number;
}

/**
 * Sees every request before the service does. It may answer in the service's place, close the connection without a
 * word (`drop`), take the connection over, or leave the request to the service (undefined); a promise holds the request
 * until it settles.
 */
export type Intercept = (request: ReceivedRequest) => Interception | Promise<Interception>;

export type Interception = Answer | 'drop' | TakeOver | undefined;

/** Answers in any way a connection allows. `answer`, if called, carries the request out and reports the result. */
export type TakeOver = (exchange: { readonly response: ServerResponse; readonly answer: () => Answer }) => void;

/** A running service. Where an organisation is named, its id and its name both do; without one, all are meant. */
export interface Service {
  readonly baseUrl: string;
  readonly token: string;
  /** The last 10,000 requests, oldest first. */
  readonly requests: readonly ReceivedRequest[];
  /** The systems there are now, disabled ones included. */
  readonly systems: (organisation?: string) => readonly SystemRecord[];
  readonly hostnames: (organisation?: string) => readonly unknown[];
  /** Gives a system other values in some fields, as its owner or the system itself would. */
  readonly change: (systemId: string, fields: Readonly<Record<string, unknown>>) => void;
  /** Removes a system, as another person would. */
  readonly remove: (systemId: string) => void;
  /** Ends every connection, without a word; new ones are taken. */
  readonly disconnect: () => void;
  /** Ends every connection and stops listening. */
  readonly close: () => Promise<void>;
}

const REQUESTS_KEPT = 10_000;

/** Starts a service on the loopback address. It rejects with Node's error (`EADDRINUSE` …) where it cannot listen. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { port = 0, latencyMs = 40, token = newToken(), anyToken = false, intercept, now = () => Date.now() } = options;
  const organisations = organisationsOf(options.fleet);
  const requests: ReceivedRequest[] = [];
  let lastKeyId = 100;
  const accepts = (given: string): boolean => anyToken || given === token;

  async function attend(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await receive(incoming, now);
    if (request === undefined) return;
    requests.push(request);
    if (requests.length > REQUESTS_KEPT) requests.shift();
    // By the clock of the times in its list.
    response.setHeader('date', new Date(now()).toUTCString());
    const intercepted = await intercept?.(request);
    if (latencyMs > 0) await pause(latencyMs);
    if (intercepted === 'drop') incoming.socket.destroy();
    else {
      const call = { baseUrl: options.address ?? baseUrl, request, organisations, newKeyId: () => (lastKeyId += 1) };
      const answer = (): Answer => answerTo(call, accepts);
      if (typeof intercepted === 'function') intercepted({ response, answer });
      else send(response, intercepted ?? answer());
    }
  }

  const server = createServer((incoming, response) => void attend(incoming, response));
  // A person thinks for longer than the five seconds after which Node hangs up on a client that keeps its connection.
  server.keepAliveTimeout = 60_000;
  const baseUrl = `http://127.0.0.1:${await listen(server, port)}`;

  return {
    baseUrl,
    token,
    requests,
    systems: (name) => named(organisations, name).flatMap(({ systems }) => systems),
    hostnames: (name) => named(organisations, name).flatMap(({ systems }) => systems.map(({ hostname }) => hostname)),
    change: (systemId, fields) => {
      if (!organisations.some((organisation) => organisation.change(systemId, fields))) throw noSystem(systemId);
    },
    remove: (systemId) => {
      if (!organisations.some((organisation) => organisation.remove(systemId))) throw noSystem(systemId);
    },
    disconnect: () => {
      server.closeAllConnections();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

/** Listens on the loopback address and answers the port. */
function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** Sends an answer as it is. */
export function send(response: ServerResponse, { status, headers = {}, body }: Answer): void {
  response.statusCode = status;
  response.setHeaders(new Map(Object.entries(headers)));
  response.end(body);
}

function named(organisations: readonly Organisation[], name: string | undefined): readonly Organisation[] {
  if (name === undefined) return organisations;
  const found = organisations.find(({ orgId, orgName }) => name === orgId || name === orgName);
  if (found === undefined) throw new Error(`There is no organisation ${name}.`);
  return [found];
}

function noSystem(systemId: string): Error {
  return new Error(`There is no system ${systemId}.`);
}
