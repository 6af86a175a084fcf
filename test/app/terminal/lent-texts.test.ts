/** Texts that an editor or a pager gets in a temporary file: what is there meanwhile, and what stays. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { lendText, removeLeftTexts, removeLentTexts } from '../../../src/app/terminal/subprocess.ts';
import { aFolder, inShell } from '../../support/folder.ts';

let temporary: string;
let away: string;

beforeEach(() => {
  [temporary, away] = [aFolder(), aFolder()];
  vi.stubEnv('TMPDIR', temporary);
  onTestFinished(() => void vi.unstubAllEnvs());
});

test('a text is for its owner alone while it is lent, and gone after, with what the other program put beside it', async () => {
  const lent = lendText('body.txt', 'some text', (path) => {
    writeFileSync(`${path}.swp`, 'some text');
    return Promise.resolve([readFileSync(path, 'utf8'), statSync(path).mode & 0o777, path]);
  });
  expect(await lent).toEqual(['some text', 0o600, expect.stringContaining(temporary)]);
  const failing = lendText('body.txt', 'some text', () => Promise.reject(new Error('no editor')));
  await expect(failing).rejects.toThrow('no editor');
  expect(readdirSync(temporary)).toEqual([]);
});

test('an end of the program removes every text that is lent, and waits for nothing', async () => {
  const heard = process.listenerCount('exit');
  const ended = Promise.withResolvers<undefined>();
  const paths: string[] = [];
  const lent = ['one', 'another'].map((text) =>
    lendText('body.txt', text, (path) => {
      paths.push(path);
      return ended.promise;
    }),
  );
  await expect.poll(() => paths.length).toBe(2);
  expect(process.listeners('exit')).toContain(removeLentTexts);
  removeLentTexts();
  expect(readdirSync(temporary)).toEqual([]);
  ended.resolve(undefined);
  await Promise.all(lent);
  expect(process.listenerCount('exit')).toBe(heard);
});

test('the next start removes the texts of sessions that are gone, and nothing else', async () => {
  const { pid } = spawnSync('true');
  const [gone, earlier] = [`rollcall-text-${pid}-aB3dEf`, `rollcall-text-${process.pid}-aB3dEf`];
  const others = [`rollcall-text-${process.ppid}-aB3dEf`, `other-text-${pid}-aB3dEf`, 'rollcall-text-x'];
  for (const name of [gone, earlier, ...others]) {
    mkdirSync(join(temporary, name));
    writeFileSync(join(temporary, name, 'body.txt'), 'some text');
  }
  writeFileSync(join(away, 'kept'), '');
  const link = `rollcall-text-${pid}-l1nked`;
  symlinkSync(away, join(temporary, link));
  symlinkSync(away, join(temporary, gone, 'link'));
  writeFileSync(join(temporary, `rollcall-text-${pid}-a-file`), '');
  const isRoot = process.getuid?.() === 0;
  const theirs = `rollcall-text-${pid}-theirs`;
  if (isRoot) inShell(temporary, `mkdir ${theirs}; chown 12345 ${theirs}`);
  const stays = [...others, link, `rollcall-text-${pid}-a-file`, ...(isRoot ? [theirs] : [])];
  await lendText('body.txt', 'some text', async (path) => {
    await removeLeftTexts();
    expect(existsSync(path)).toBe(true);
    expect(readdirSync(temporary).filter((name) => name !== dirname(path).split('/').at(-1))).toEqual(stays.toSorted());
  });
  expect(readdirSync(away)).toEqual(['kept']);
  vi.stubEnv('TMPDIR', join(temporary, 'none'));
  await removeLeftTexts();
});
