/** Files in a body: their bytes stand where their paths were typed, and a file that cannot be read stops the request. */
import { expect, test } from 'vitest';
import { type ReadFile, withFiles } from '../../../../src/state/change/request/new-thing.ts';

const boundary = '--b7';
const [logo, notes] = ['logo.png', 'notes/ä.txt'];
const body = `${boundary}\r\nname="a"\r\n\r\n@${logo}\r\n${boundary}\r\nname="b"\r\n\r\n@${notes}\r\n${boundary}--`;

function placeOf(path: string) {
  return { path, at: body.indexOf(`@${path}`), length: path.length + 1 };
}

const files = [placeOf(logo), placeOf(notes)];
const mebibyte = 1024 * 1024;

test('each file stands in the place of its path, byte for byte, and all of them may have so many bytes', () => {
  const rooms: unknown[] = [];
  const bytes = { [logo]: Buffer.from([0, 255, 13]), [notes]: Buffer.from('grün') };
  const read: ReadFile = (path, room) => {
    rooms.push([path, room]);
    // A view on more than the file itself.
    const whole = Buffer.concat([Buffer.from(boundary), bytes[path] ?? Buffer.of(), Buffer.from(boundary)]);
    return { ok: true, bytes: whole.subarray(boundary.length, whole.length - boundary.length) };
  };
  const [before = '', between = '', after = ''] = body.split(/@(?:logo\.png|notes\/ä\.txt)/);
  const expected = Buffer.concat([
    ...[Buffer.from(before), bytes[logo], Buffer.from(between), bytes[notes], Buffer.from(after)],
  ] as Buffer[]);
  const filled = withFiles({ body, files }, read);
  expect(filled.ok && filled.bytes && Buffer.from(filled.bytes).equals(expected)).toBe(true);
  expect(rooms).toEqual([
    [logo, 64 * mebibyte],
    [notes, 64 * mebibyte - 3],
  ]);
});

test('a body without files is sent as its text, and nothing is read', () => {
  const none: ReadFile = () => ({ ok: false, code: 'ENOENT' });
  expect(withFiles({ body }, none)).toEqual({ ok: true });
  expect(withFiles({ body, files: [] }, none)).toEqual({ ok: true });
  expect(withFiles({ body: null, files }, none)).toEqual({ ok: true });
});

test.each<[string, ReadFile, string]>([
  ['cannot be read', () => ({ ok: false, code: 'EACCES' }), 'EACCES'],
  ['has the boundary in it', () => ({ ok: true, bytes: Buffer.from(`x${boundary}`) }), 'boundary'],
])('a file that %s is told, and nothing is sent', (_, read, code) => {
  const failure = { kind: 'fileUnread', path: logo, code };
  expect(withFiles({ body, files }, read)).toEqual({ ok: false, failure });
});
