/** Answers of a real service: lists in pages, forms of answers, secrets, exports, and the operations for a row. */
import { describe, expect, test } from 'vitest';
import { type Json, parseExactly } from '../../../../src/api/exact-json.ts';
import { exportOf } from '../../../../src/state/explorer/answer/answer-lines.ts';
import { rowsShown } from '../../../../src/state/explorer/answer/model.ts';
import { aServer, sendJson } from '../../../api/http.ts';
import { strangeLinks } from '../../../support/strange-links.ts';
import { aReading, type Reading } from './reading.ts';

const path = '/org/N1/enrolment-keys';

/** A list of `count` rows, in pages of 50, as the service pages it. */
function aList(count: number, change: (page: number, body: Record<string, unknown>) => unknown = (_, body) => body) {
  const lastPage = Math.max(0, Math.ceil(count / 50) - 1);
  return aServer((response, { url }) => {
    const page = Number(new URL(url, 'http://x').searchParams.get('page') ?? 0);
    const items = Array.from({ length: Math.min(50, count - page * 50) }, (_, at) => {
      const id = page * 50 + at;
      return { id, description: `key ${id}`, key: `ek-4711-${String(id).padStart(6, '0')}`, keyId: id };
    });
    const next = page < lastPage ? `${path}?page=${page + 1}` : null;
    const metadata = { total: count, lastPage, nextPage: next === null ? null : page + 1, prevPage: page || null };
    sendJson(response, change(page, { items, metadata, links: { next } }));
  });
}

describe('a list in pages', () => {
  test('follows no link that leads elsewhere', async () => {
    const stranger = await aServer((response) => response.end('no'));
    const links = strangeLinks({
      list: 'https://api.example/org/N1/enrolment-keys',
      stranger: new URL(stranger.baseUrl).host,
    });
    for (const link of [
      ...links,
      `${path}?page=1&search=other`,
      `${path}/?id=1`,
      '/org/N2/enrolment-keys?page=1',
      path,
    ]) {
      const { baseUrl, requests } = await aList(60, (page, body) => ({
        ...body,
        links: { next: page === 0 ? link : null },
      }));
      const reading = aReading(baseUrl, `${path}?search=lab`);
      const { content } = await reading.sees((answer) => answer.content !== null);
      const next = content?.kind === 'table' ? content.paging.next : null;
      if (next?.kind === 'page') {
        // Other spellings of a link to the same list.
        expect(new URL(next.url).origin).toBe(baseUrl);
        expect(new URL(next.url).pathname.replace(/\/$/, '')).toBe(path);
      } else if (link === undefined) {
        // A service may leave out null fields; here it counts more rows than it lists.
        expect(next).toEqual({ kind: 'untrusted', link: '', reason: 'not named' });
      } else expect([JSON.stringify(link), next?.kind]).toEqual([JSON.stringify(link), 'untrusted']);
      expect(requests.length).toBeLessThanOrEqual(2);
    }
    expect(stranger.connections()).toBe(0);
  }, 60_000);
});

describe('an envelope', () => {
  test('of problem details with another status is a refusal of the HTTP status', async () => {
    const { baseUrl } = await aServer((response) => {
      sendJson(response, { title: 'Bad', status: 404, errors: { page: ['too large'] } }, 400);
    });
    const reading = aReading(baseUrl, path);
    const { problem } = await reading.sees((answer) => answer.problem !== null);
    expect(problem).toMatchObject({ kind: 'refused', status: 400, errors: { page: ['too large'] } });
    expect(reading.state().answer.refused).toMatchObject({ operation: 'GET /org/{orgId}/enrolment-keys' });
  });
});

describe('an answer', () => {
  const rows = [{ id: 1 }, { id: 2 }];

  test.each<[string, string, string, unknown]>([
    ['orgs', 'application/json', JSON.stringify({ orgs: rows }), { kind: 'table', field: 'orgs', beside: {} }],
    ['users', 'application/json', JSON.stringify({ users: rows, quota: 5 }), { kind: 'table', beside: { quota: 5 } }],
    ['a bare list', 'application/json', JSON.stringify(rows), { kind: 'table', field: null }],
    ['two lists', 'application/json', JSON.stringify({ a: rows, b: rows }), { kind: 'json' }],
    [
      'an empty envelope',
      'application/json',
      '{"items":[],"links":{"next":null}}',
      { kind: 'table', shown: { rows: [] } },
    ],
    ['a scalar', 'application/json', '42', { kind: 'json', value: 42 }],
    ['null', 'application/json', 'null', { kind: 'json', value: null }],
    ['nothing', 'application/json', '', { kind: 'nothing' }],
    ['CSV', 'text/csv; charset=utf-8', 'a,b\r\n1,2\r\n', { kind: 'text', format: 'text/csv' }],
    ['HTML', 'text/html', '<b>no</b>', { kind: 'text', text: '<b>no</b>' }],
    ['text in JSON', 'application/json', '{"a":', { kind: 'text', text: '{"a":' }],
    ['without a type', '', '{"a":1}', { kind: 'json' }],
    ['a picture', 'image/png', '\u0089PNG\0', { kind: 'binary', format: 'image/png' }],
    ['text with a zero', 'text/plain', 'a\0b', { kind: 'binary' }],
  ])('that is %s', async (_, type, body, expected) => {
    const { baseUrl } = await aServer((response) => {
      if (type !== '') response.setHeader('content-type', type);
      response.end(body);
    });
    const { content } = await aReading(baseUrl, path).sees((answer) => answer.content !== null);
    expect(content).toMatchObject(expected as object);
  });

  test('of 204 has nothing in it', async () => {
    const { baseUrl } = await aServer((response) => response.writeHead(204).end());
    expect(await aReading(baseUrl, path).shows('nothing')).toEqual({ kind: 'nothing' });
  });

  test('that never ends is not followed, and its connection is closed', async () => {
    const closed = Promise.withResolvers<undefined>();
    const { baseUrl } = await aServer((response) => {
      response.on('close', () => {
        closed.resolve(undefined);
      });
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
    });
    expect(await aReading(baseUrl, path).shows('eventStream')).toEqual({ kind: 'eventStream' });
    await closed.promise;
  });

  test('of 16 MiB is shown, and one byte more can only be written', async () => {
    const text = (bytes: number): string => `"${'x'.repeat(bytes - 2)}"`;
    const most = 16 * 1024 * 1024;
    const { baseUrl } = await aServer((response, { url }) => {
      response.setHeader('content-type', 'application/json').end(text(url.endsWith('more') ? most + 1 : most));
    });
    expect((await aReading(baseUrl, '/org/N1/all').shows('json')).value).toHaveLength(most - 2);
    expect(await aReading(baseUrl, '/org/N1/more').shows('tooLarge')).toMatchObject({ format: 'application/json' });
  });

  test('that is too large is written once a person says so, as it arrives, and esc stops it', async () => {
    const piece = Buffer.alloc(1024 * 1024, 'x');
    const { baseUrl, requests } = await aServer((response) => {
      response.setHeader('content-type', 'application/zip');
      for (let at = 0; at < 17; at += 1) response.write(piece);
      // The third response never ends.
      if (requests.length < 3) response.end();
    });
    const reading = aReading(baseUrl, '/org/N1/all');
    await reading.shows('tooLarge');
    reading.press({ kind: 'answerExportOpened' });
    expect(requests).toHaveLength(1);
    reading.press({ kind: 'answerDownloaded' });
    await reading.sees(({ written }) => (written ?? 0) > 0);
    await reading.sees(({ written }) => written === null);
    expect(reading.written.reduce((sum, bytes) => sum + bytes, 0)).toBe(17 * 1024 * 1024);
    expect([reading.closed, requests.length]).toEqual([[true], 2]);
    expect(reading.state().notice).toMatchObject({ text: 'Written: 17,825,792 bytes to file.zip' });

    reading.press({ kind: 'answerDownloaded' });
    await reading.sees(({ written }) => (written ?? 0) > 1_000_000);
    reading.press({ kind: 'wentBack' });
    await expect.poll(() => reading.closed).toEqual([true, false]);
    expect(reading.state().notice).toMatchObject({ text: 'Stopped. The file was removed.' });
  });

  test('of a change is never asked for', async () => {
    const { baseUrl, requests } = await aList(1);
    const reading = aReading(baseUrl, path);
    await reading.shows('table');
    const answer = [...reading.state().answer.answers.values()][0] ?? expect.fail();
    reading.press({ kind: 'callSent', call: { ...answer.call, method: 'DELETE' }, operation: answer.operation });
    expect(reading.state().notice).toMatchObject({
      text: 'rollcall does not send DELETE from here. Nothing was sent.',
    });
    expect(requests).toHaveLength(1);
  });
});

/** One row with every kind of value. */
const rowText =
  '{"id":9223372036854775807,"description":"=HYPERLINK(1)","key":"ek-4711-0815","ratio":0.1,"small":-0,"tags":["a"],"token":"short"}';
const row: Json = parseExactly(rowText);

async function aRow(): Promise<Reading> {
  const body = `[${rowText}]`;
  const { baseUrl } = await aServer((response) => response.setHeader('content-type', 'application/json').end(body));
  const reading = aReading(baseUrl, path);
  await reading.shows('table');
  return reading;
}

const toRow = { kind: 'answerRowOpened' } as const;
const copies = (at: number) =>
  [
    { kind: 'answerCopyOpened' },
    ...Array.from({ length: at }, () => ({ kind: 'moved', motion: 'down' }) as const),
    { kind: 'textCopied' },
  ] as const;

test('9223372036854775807 keeps its digits in the table, the row, the copy and the export', async () => {
  const reading = await aRow();
  reading.press(...copies(1));
  expect(reading.copied).toEqual(['9223372036854775807']);
  reading.press({ kind: 'answerExported', withSecrets: false });
  expect(JSON.stringify(reading.exports)).toContain('9223372036854775807');
  reading.press(toRow);
  expect((await reading.shows('json')).value).toMatchObject({ id: { digits: '9223372036854775807' } });
});

describe('a secret', () => {
  test('of a row is copied once it is shown, and hidden when the cursor leaves it', async () => {
    const reading = await aRow();
    const isRevealed = (): boolean => [...reading.state().answer.answers.values()].some((answer) => answer.isRevealed);
    reading.press(...copies(2));
    expect(reading.copied).toEqual([]);
    expect(reading.state().notice).toMatchObject({ text: 'Not copied: it is hidden. v shows it, then y.' });
    // All fields of the row, without the secret.
    reading.press(...copies(4));
    expect(reading.copied.at(-1)).toContain('"key": "•••"');

    reading.press({ kind: 'answerSecretToggled' }, ...copies(2));
    expect(reading.copied.at(-1)).toBe('ek-4711-0815');
    reading.press({ kind: 'moved', motion: 'down' });
    expect(isRevealed()).toBe(false);
    // Another screen over it hides the secret as well.
    reading.press({ kind: 'answerSecretToggled' });
    expect(isRevealed()).toBe(true);
    reading.press(toRow);
    expect(isRevealed()).toBe(false);
  });

  test('is in no export but one that says so in its name', async () => {
    const reading = await aRow();
    reading.press({ kind: 'answerExported', withSecrets: false }, { kind: 'answerExported', withSecrets: true });
    const [hidden, shown] = reading.exports;
    expect(JSON.stringify(hidden)).not.toContain('ek-4711-0815');
    expect(hidden?.name).toBe('enrolment-keys');
    expect(JSON.stringify(shown?.files)).toContain('ek-4711-0815');
    expect(shown?.name).toBe('enrolment-keys-with-secrets');
  });

  test('is not in the body that the pager shows, nor found by a filter', async () => {
    const reading = await aRow();
    reading.press({ kind: 'answerBodyShown' }, { kind: 'listFilterOpened' }, { kind: 'textEdited', text: '4711' });
    expect(reading.shown.join()).toContain('HYPERLINK');
    expect(reading.shown.join()).not.toContain('4711');
    const table = await reading.shows('table');
    expect(rowsShown(table.shown)).toEqual([]);
  });
});

describe('an export', () => {
  test('as JSON is what came, number by number', async () => {
    const reading = await aRow();
    reading.press({ kind: 'answerExported', withSecrets: true });
    const json = reading.exports[0]?.files.find(({ kind }) => kind === 'json');
    expect(json?.kind === 'json' ? parseExactly(json.text) : null).toEqual([row]);
  });

  test('as CSV has the columns that are shown, in their order', async () => {
    const reading = await aRow();
    reading.press({ kind: 'answerColumnsOpened' }, { kind: 'answerColumnToggled' }, { kind: 'overlayClosed' });
    reading.press({ kind: 'answerExported', withSecrets: false });
    const csv = reading.exports[0]?.files.find(({ kind }) => kind === 'csv');
    expect(csv).toMatchObject({ columns: ['id', 'ratio', 'small', 'key', 'token', 'tags'] });
    expect(csv?.kind === 'csv' && csv.rows[0]).toEqual(['9223372036854775807', '0.1', '0', '•••', '•••', '1']);
  });

  test('has its name from the operation, and never from the answer', () => {
    const about = { content: { kind: 'binary', format: '../../x', bytes: new Uint8Array() } } as const;
    const named = (template: string) => exportOf({ ...about, operation: { path: template } } as never, false)?.name;
    expect([named('/org/{orgId}/logs'), named('/{a}/{b}'), named('/x/../../etc/pass wd/{id}')]).toEqual([
      'logs',
      'answer',
      'pass-wd',
    ]);
  });
});

test('operations for a row are asked for with the path of its list and its fields', async () => {
  const reading = await aRow();
  reading.press({ kind: 'answerRowOperations' });
  // An opened row is still a row of that list.
  reading.press(toRow);
  await reading.shows('json');
  reading.press({ kind: 'answerRowOperations' });
  const expected = { kind: 'openRowOperations', row: { path: '/org/{orgId}/enrolment-keys', fields: row } };
  expect(reading.opened).toEqual([expected, expected]);
});
