import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { findInFile, removeFromFile, storeInFile } from '../../../src/app/tokens/token-file.ts';

const account = 'https://a.example';
const token = 'aB3'.repeat(21);

let folder: string;
let path: string;

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'rollcall-')), 'rollcall');
  path = join(folder, 'tokens.json');
  onTestFinished(() => {
    rmSync(join(folder, '..'), { recursive: true });
  });
});

test('F6: a token is stored for its account, readable by its owner alone, and removed with its file', () => {
  expect(findInFile(path, account)).toEqual({ ok: true, value: null });
  expect(storeInFile(path, account, token)).toEqual({ ok: true, value: null });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(findInFile(path, account)).toEqual({ ok: true, value: token });
  expect(findInFile(path, 'https://b.example')).toEqual({ ok: true, value: null });

  storeInFile(path, 'https://b.example', token);
  expect(removeFromFile(path, account)).toEqual({ ok: true, value: null });
  expect(findInFile(path, 'https://b.example')).toEqual({ ok: true, value: token });
  removeFromFile(path, 'https://b.example');
  expect(readdirSync(folder)).toEqual([]);
  expect(removeFromFile(path, account)).toEqual({ ok: true, value: null });
});

test.each([0o640, 0o604, 0o660])('F6: a file that others can use (%o) is refused, with what mends it', (mode) => {
  storeInFile(path, account, token);
  chmodSync(path, mode);
  const refusal = {
    ok: false,
    reason: 'exposed',
    sentence: `${path} can be used by others than you: chmod 600 ${path}`,
  };
  expect(findInFile(path, account)).toEqual(refusal);
  expect(storeInFile(path, account, token)).toEqual(refusal);
  expect(removeFromFile(path, account)).toEqual(refusal);
});

test('a link is not followed', () => {
  mkdirSync(folder);
  writeFileSync(join(folder, 'elsewhere'), '{}', { mode: 0o600 });
  symlinkSync('elsewhere', path);
  expect(storeInFile(path, account, token)).toMatchObject({ ok: false, reason: 'exposed' });
  expect(readFileSync(join(folder, 'elsewhere'), 'utf8')).toBe('{}');
});

test.each([
  ['no JSON', `{"https://a.example":"${token}`],
  ['no object', '7'],
  ['no token', '{"https://a.example":"x"}'],
])('F11: what is damaged (%s) is said, and never repeated', (_, content) => {
  mkdirSync(folder);
  writeFileSync(path, content, { mode: 0o600 });
  const found = findInFile(path, account);
  expect(found).toMatchObject({ ok: false, reason: 'damaged' });
  expect(JSON.stringify(found)).not.toContain(token);
});

test('a folder that cannot be written is said with its code', () => {
  writeFileSync(folder, 'a file where the folder should be');
  expect(storeInFile(path, account, token)).toMatchObject({
    ok: false,
    reason: 'failed',
    sentence: `${path} cannot be read (ENOTDIR).`,
  });
});
