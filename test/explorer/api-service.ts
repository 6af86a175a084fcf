/** A service on loopback for `rollcall api`: the test gives its answers, and it keeps every request byte for byte. */
import { type AddressInfo, createServer } from 'node:net';
import { onTestFinished } from 'vitest';
import { anyChangesAt, anyPaths } from '../support/documents/any-changes.ts';
import { aHome, type Home, runWithInput } from '../support/program.ts';

/** A token that is easy to find in any output. */
export const token = `${'canary'.repeat(10)}Aa0`;

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

type Given = Answer | null | 'silence';

export interface ApiService {
  readonly baseUrl: string;
  /** Each complete request, byte for byte, oldest first. */
  readonly raw: readonly string[];
  /** The first line of each request: `GET /account/orgs HTTP/1.1`. */
  readonly lines: () => readonly string[];
}

const organisations = [
  { orgId: 'N1', orgName: 'Northwind', role: 'Owner' },
  { orgId: 'T2', orgName: 'Tailspin', role: 'Admin' },
];

/** `answer` gets the path with its query, and the method; null closes the socket; `silence` keeps it open. */
export async function anApiService(
  answer: (path: string, method: string) => Given | Promise<Given>,
): Promise<ApiService> {
  const raw: string[] = [];
  const server = createServer((socket) => {
    let pending = '';
    socket.setEncoding('latin1').on('error', () => undefined);
    socket.on('data', (piece: string) => {
      pending += piece;
      for (let end = endOf(pending); end > 0 && end <= pending.length; end = endOf(pending)) {
        const request = pending.slice(0, end);
        pending = pending.slice(end);
        raw.push(request);
        const [method = '', path = ''] = request.split(' ');
        void Promise.resolve(answer(path, method)).then((answered) => {
          const given = path === '/account/orgs' ? (answered ?? json({ orgs: organisations })) : answered;
          if (given === null) socket.destroy();
          else if (given !== 'silence') socket.write(bytesOf(given, method === 'HEAD'));
        });
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const lines = (): readonly string[] => raw.map((request) => request.slice(0, request.indexOf('\r\n')));
  return { baseUrl: `http://127.0.0.1:${port}`, raw, lines };
}

/** End of the first request, with its body; 0 while its head is incomplete. */
function endOf(pending: string): number {
  const head = pending.indexOf('\r\n\r\n') + 4;
  if (head < 4) return 0;
  return head + Number(/\r\ncontent-length: (\d+)/i.exec(pending.slice(0, head))?.[1] ?? 0);
}

/** A service that describes any change, with two organisations: `answer` is called only for changes. */
export function aChangingService(answer: (path: string) => Given | Promise<Given>): Promise<ApiService> {
  return anApiService((path, method) => {
    if (method !== 'GET') return answer(path);
    if (path.startsWith('/swagger/')) return describingChanges;
    return path === '/account/orgs' ? null : json({}, 404);
  });
}

/** A definition of any change. */
export const describingChanges = json({ openapi: '3.0.1', paths: anyChangesAt(anyPaths) });

export function json(value: unknown, status = 200): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

function bytesOf({ status = 200, headers = {}, body = '' }: Answer, isHead: boolean): Buffer {
  const content = Buffer.from(body);
  const all = { date: new Date().toUTCString(), ...headers, 'content-length': content.length };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status} Said\r\n${head.join('')}\r\n`),
    isHead ? Buffer.of() : content,
  ]);
}

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** `rollcall api …` without a terminal, with a token. `stdin`: text on standard input. */
export async function api(
  service: { readonly baseUrl: string },
  words: readonly string[],
  { home = aHome(), stdin = '' }: { readonly home?: Home; readonly stdin?: string } = {},
): Promise<Ran> {
  const env = { ...home.env, ROLLCALL_BASE_URL: service.baseUrl, ROLLCALL_TOKEN: token };
  const { exitCode, output, complaint } = await runWithInput(stdin, env, 'api', ...words);
  return { code: exitCode, out: output, err: complaint };
}

/** Requests without the ones for the definition. */
export function requestsOf(service: ApiService): readonly string[] {
  return service.lines().filter((line) => !line.includes(' /swagger/'));
}
