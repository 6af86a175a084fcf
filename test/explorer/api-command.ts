/** The command of `rollcall api` in this process, for any number of starts; a service judges its requests. */
import process from 'node:process';
import { onTestFinished, vi } from 'vitest';
import { apiCommand } from '../../src/app/commands/api/api.ts';
import { readFlags } from '../../src/app/cli/flags.ts';
import { usualDocument } from '../support/documents/usual.ts';
import { anyChangesAt } from '../support/documents/any-changes.ts';
import { aServer, type HttpServer, sendJson, token } from '../api/http.ts';
import { aHome, type Home } from '../support/program.ts';

export interface ApiCommand {
  readonly home: Home;
  readonly server: HttpServer;
  /** Its exit code, and its text on standard error. */
  readonly run: (...words: readonly string[]) => Promise<{ readonly code: number; readonly message: string }>;
  /** The requests that change something. */
  readonly changes: () => readonly string[];
}

/**
 * `profile`: as in the settings file; `organisations`: settings of each organisation, by id; `answer`: of changes;
 * `paths`: changes at these are described, too.
 */
export async function anApiCommand(
  profile: object = {},
  organisations: Readonly<Record<string, object>> = {},
  answer: Parameters<typeof aServer>[0] = (response) => response.writeHead(204).end(),
  paths: readonly string[] = [],
): Promise<ApiCommand> {
  const usual = usualDocument() as { readonly paths: object };
  const more = paths.length === 0 ? {} : { servers: [], paths: { ...usual.paths, ...anyChangesAt(paths) } };
  const document = JSON.stringify({ ...usual, ...more });
  const server = await aServer((response, request) => {
    const { url } = request;
    if (url.startsWith('/swagger')) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(document);
    } else if (url === '/account/orgs') {
      sendJson(response, { orgs: [{ orgId: 'N1', orgName: 'Northwind', role: 'Owner' }] });
    } else answer(response, request);
  });
  const home = aHome();
  for (const [name, value] of Object.entries(home.env)) vi.stubEnv(name, value);
  const ofEach = Object.entries(organisations).map(([id, settings]) => [`${server.baseUrl} ${id}`, settings]);
  const stored = { baseUrl: server.baseUrl, organisations: Object.fromEntries(ofEach) as object, ...profile };
  home.keepsSettings({ version: 1, profiles: { default: stored } });
  const said: string[] = [];
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  onTestFinished(() => {
    spy.mockRestore();
    vi.unstubAllEnvs();
  });
  const environment = {
    ...{ baseUrl: server.baseUrl, token, isTlsUnchecked: false, address: null, isScreenReader: false },
  };
  return {
    home,
    server,
    async run(...words) {
      const read = readFlags(['api', ...words]);
      if (!read.ok) throw new Error(read.sentence);
      const from = said.length;
      const code = await apiCommand(read.flags, environment);
      return { code, message: said.slice(from).join('') };
    },
    changes: () =>
      server.requests
        .filter(({ method }) => method !== 'GET' && method !== 'HEAD')
        .map(({ method, url, body }) => `${method} ${url}${body === '' ? '' : ` ${body}`}`),
  };
}
