/** `rollcall api` refuses some words without a request, and prints answers and reasons. */
import process from 'node:process';
import { expect, onTestFinished, test, vi } from 'vitest';
import { holdSignals, printResponse } from '../../../../src/app/commands/api/sending.ts';
import { anApiCommand } from '../../../explorer/api-command.ts';
import { sendJson } from '../../../api/http.ts';
import { anyPaths } from '../../../support/documents/any-changes.ts';

/** The output from now on. */
function printing(isTTY = false): string[] {
  const printed: string[] = [];
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((text, ...rest) => {
    printed.push(Buffer.from(text as Uint8Array).toString());
    for (const done of rest) if (typeof done === 'function') done();
    return true;
  });
  const before = process.stdout.isTTY;
  process.stdout.isTTY = isTTY;
  onTestFinished(() => {
    process.stdout.isTTY = before;
    out.mockRestore();
  });
  return printed;
}

test.each([
  ['--list /a', 'rollcall api --list takes no path. --filter shows some of them.'],
  ['--describe /a --input -', '--input goes with a request.'],
  ['POST /a --token-stdin --input -', '--token-stdin and --input - both read standard input.'],
  ['/a --input x', 'A GET request has no body. Write its fields as name=value.'],
  ['POST /a b=1', 'Nothing was sent. The definition has no POST /a. rollcall api --list shows all.'],
  ['POST /account/orgs', 'Nothing was sent. The definition has no POST /account/orgs. It has: GET.'],
  ['/{x} y=1', '"x" must be set.'],
  ['/org//N1', 'A part of the path must not be empty.'],
  [
    'DELETE /org//N1/keys/1 --write',
    'Nothing was sent. The definition has no DELETE /org//N1/keys/1. rollcall api --list shows all.',
  ],
])('%s is refused, and nothing is sent', async (words, message) => {
  const { run, server } = await anApiCommand();
  expect(await run(...words.split(' '))).toEqual({ code: 2, message: `rollcall: ${message}\n` });
  expect(server.requests.filter(({ url }) => !/^\/(?:swagger|account)/.test(url))).toEqual([]);
});

test.each<[object, Record<string, object>, string, string]>([
  [{ readOnly: true }, {}, '/a', 'This profile is read-only.'],
  [{}, { N1: { readOnly: true } }, '/org/N1/a', 'This organisation is read-only in its settings.'],
])('in the profile %j with %j a change is withheld, with the reason', async (profile, organisations, path, reason) => {
  const { run, changes } = await anApiCommand(profile, organisations, undefined, anyPaths);
  printing();
  expect(await run('POST', path, '--write')).toEqual({ code: 2, message: `rollcall: Nothing was sent. ${reason}\n` });
  expect(changes()).toEqual([]);
});

test.each([
  ['once, as it then is', 1, { code: 0, printed: '[{"id": 1}, {"id": 2}]', requests: 4 }],
  ['twice, with a sentence', 2, { code: 1, printed: '[{"id": 1}, {"id": 2}]', requests: 4 }],
])('a list that moves while it is read is printed %s', async (_, moves, { code, printed: lines, requests }) => {
  let asked = 0;
  const { run } = await anApiCommand({}, {}, (response, { url }) => {
    asked += Number(url.startsWith('/list'));
    const isSecond = url.includes('page');
    // The total falls between the two pages of a list that moves.
    const total = isSecond || asked > 2 * moves ? 2 : 3;
    sendJson(response, { total, items: [{ id: isSecond ? 2 : 1 }], next: isSecond ? null : '/list?page=1' });
  });
  const printed = printing();
  const ended = await run('/list', '--paginate');
  expect(ended.code).toBe(code);
  expect(ended.message).toBe(
    code === 0
      ? ''
      : 'rollcall: The list changed while it was loaded: 2 of 2 rows were read. Rows may be missing here.\n',
  );
  expect(printed.join('').replaceAll('\n', ' ').replace('[ ', '[').replace(' ] ', ']')).toBe(lines);
  expect(asked).toBe(requests);
});

test('the parameter of the definition reads a list to its end, also where it was written in the address', async () => {
  const answer: Parameters<typeof anApiCommand>[2] = (response, { url }) => {
    const page = Number(new URL(url, 'http://a').searchParams.get('page') ?? 0);
    sendJson(response, { items: [{ id: page }], total: 3 });
  };
  const { run, server } = await anApiCommand({}, {}, answer, anyPaths);
  const printed = printing();
  const ends = async (...words: string[]) => [await run(...words), printed.splice(0).join('').match(/\d/g)?.join('')];
  const done = { code: 0, message: '' };
  expect(await ends('/org/N1/systems', '--paginate')).toEqual([done, '012']);
  expect(await ends('/org/N1/systems?page=1&per_page=1', '--lines')).toEqual([done, '12']);
  expect((await ends('/org/N1/systems', 'page=2', '--lines'))[1]).toBe('2');
  expect((await run('/other', '--lines')).code).toBe(1);
  expect(server.requests.filter(({ url }) => url.startsWith('/swagger'))).toHaveLength(1);
});

test('a list is printed as one array, or an item a line, or not at all where it is none', async () => {
  const { run } = await anApiCommand({}, {}, (response, { url }) => {
    if (url === '/list') sendJson(response, [{ a: 1, b: ['x\ny'] }, {}]);
    else if (url === '/away') response.writeHead(302, { location: 'https://b.example/' }).end();
    else sendJson(response, { title: 'No' }, Number(url.slice(1)));
  });
  const printed = printing();
  const ends = async (...words: string[]) => {
    const { code, message } = await run(...words);
    return [code, message.replace('rollcall: ', ''), printed.splice(0).join('')];
  };
  const items = ['{"a": 1, "b": ["x\\ny"]}', '{}'];
  expect(await ends('/list', '--paginate')).toEqual([0, '', `[\n${items.join(',\n')}\n]\n`]);
  expect(await ends('/list', '--lines')).toEqual([0, '', `${items.join('\n')}\n`]);
  const noList = 'The answer is not a list. Leave out --paginate and --lines.\n';
  for (const flag of ['--lines', '--paginate']) expect(await ends('/200', flag)).toEqual([1, noList, '']);
  expect(await ends('/401', '--lines')).toEqual([4, 'GET /401: 401 "No". The token is not accepted.\n', '']);
  expect((await ends('/away'))[0]).toBe(3);
  // 4: this request is refused; 5: the service failed, and the same may succeed later.
  for (const [status, code] of [
    [404, 4],
    [501, 4],
    [500, 5],
    [503, 5],
  ]) {
    expect([status, (await ends(`/${status}`))[0]]).toEqual([status, code]);
  }
});

test('on a terminal a secret is shown once it is made, and an answer that is no text is not', async () => {
  const printed = printing(true);
  const said: string[] = [];
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  onTestFinished(() => {
    spy.mockRestore();
  });
  const print = (method: string, contentType: string, text: string) =>
    printResponse(method, {
      status: 200,
      headers: new Headers(),
      contentType,
      bytes: new TextEncoder().encode(text),
      text,
      ms: 1,
    });
  for (const method of ['POST', 'GET']) await print(method, 'application/json', '{"secret":"abcdefgh"}');
  expect(printed.map((text) => text.includes('"abcdefgh"'))).toEqual([true, false]);
  expect(await print('GET', 'text/plain', 'a\r\nb\u001b\n')).toBe(0);
  expect(printed.at(-1)).toBe('a\nb␛\n');
  expect(await print('GET', 'image/png', 'x\0')).toBe(1);
  expect(said).toEqual(['rollcall: The answer is not text (image/png). Send it to a file with > FILE.\n']);
});

test('a text that does not fit its field is refused before it is written, and told where nothing is sent', async () => {
  const { run, changes } = await anApiCommand();
  printing();
  const words = ['POST', '/org/N1/invites', 'emailAddress=a@b.c'];
  const misfit = '"role" does not fit: not one of its values. role:=JSON sends it as it is.';
  expect(await run(...words, 'role=Admin', '--write')).toEqual({ code: 2, message: `rollcall: ${misfit}\n` });
  const shown = await run(...words, 'role=Admin', '--dry-run');
  expect([shown.code, shown.message]).toEqual([0, expect.stringContaining(misfit)]);
  expect(changes()).toEqual([]);
  expect(await run(...words, 'role:="Admin"', '--write')).toMatchObject({ code: 0 });
  expect(changes()).toHaveLength(1);
});

test('a signal during a change is noted, and a second one or five seconds end the wait', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const before = process.listenerCount('SIGHUP');
  const ends = async (act: () => unknown): Promise<readonly unknown[]> => {
    const signals = holdSignals();
    let isOver = false;
    void signals.over.then(() => (isOver = true));
    await act();
    await vi.advanceTimersByTimeAsync(0);
    signals.release();
    const seen = [signals.came(), isOver, process.listenerCount('SIGHUP') - before];
    await vi.advanceTimersByTimeAsync(10_000);
    return [...seen, isOver];
  };
  const send = (name: 'SIGHUP' | 'SIGQUIT') => process.emit(name, name);
  expect(await ends(() => undefined)).toEqual([null, false, 0, false]);
  expect(await ends(() => [send('SIGHUP'), send('SIGQUIT')])).toEqual(['SIGHUP', true, 0, true]);
  const after = (ms: number) => ends(() => (send('SIGQUIT'), vi.advanceTimersByTimeAsync(ms)));
  expect(await after(4999)).toEqual(['SIGQUIT', false, 0, false]);
  expect(await after(5000)).toEqual(['SIGQUIT', true, 0, true]);
});
