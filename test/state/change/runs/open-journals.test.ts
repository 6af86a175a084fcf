import { rmSync } from 'node:fs';
import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { noCounts } from '../../../../src/state/change/outcome.ts';
import { runJournals, type RunJournals } from '../../../../src/state/change/runs/open-journals.ts';
import type { Problem } from '../../../../src/api/problem.ts';
import type { Ports } from '../../../../src/state/root/services.ts';
import { aSystem, now } from '../../../support/make.ts';
import { aSmallDisk, canMount, fillBut } from '../../../support/small-disk.ts';
import { decodeRecord } from '../../../../src/state/change/runs/effects.ts';
import { aFolder } from '../../../support/folder.ts';

const header = {
  mode: 'run',
  does: 'delete',
  orgId: 'N1',
  orgName: 'Northwind',
  baseUrl: 'https://x',
  days: 90,
  items: 1,
} as const;
const plan = [aSystem({ systemId: 'S0', hostname: 'old', tags: ['till'] })];
const end = {
  stop: null,
  checked: null,
  counts: { ...noCounts, done: 1 },
};

function opening(run: number): Parameters<RunJournals['open']>[0] {
  return { kind: 'openJournal', run, header, plan };
}

function closing(run: number): Parameters<RunJournals['close']>[0] {
  return { run, end };
}

let folder = '';
beforeEach(() => {
  folder = aFolder();
});

/** As a program that ends does: its files are let go, and say nothing of an end. */
async function letGo(journals: RunJournals, run: number): Promise<void> {
  journals.close({ run, end: null });
  await journals.closed();
}

const holds: Ports['lockOrganisation'] = () => Promise.resolve({ kind: 'held', release: () => undefined });

const isFree: Ports['findLock'] = () => Promise.resolve({ kind: 'free' });

function someJournals(runs = folder, lockOrganisation = holds, findLock = isFree): RunJournals {
  const changesFolder = () => Promise.resolve(runs);
  return runJournals({ version: '1.0.0', changesFolder, now: () => now, lockOrganisation, findLock }, decodeRecord);
}

async function pathOf(journals: RunJournals, run: number): Promise<string> {
  const action = await journals.open(opening(run));
  if (action.kind !== 'journalOpened') throw new Error(action.kind);
  return action.path;
}

test('a record nested deeper than can be written is recorded as far as it is kept', async () => {
  const journals = someJournals();
  const path = await pathOf(journals, 7);
  const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
  const record = { systemId: 'S0', hostname: 'old', site: 'A', customDns: deep, more: deep };
  expect(await journals.recordIntent({ run: 7, systemId: 'S0', record: record })).toMatchObject({
    kind: 'intentRecorded',
  });
  await letGo(journals, 7);
  expect(await readFile(path, 'utf8')).toMatch(/"kind":"intent".*"hostname":"old".*"site":"A"/);
});

test('the record of a run is on the disk when its journal is closed', async () => {
  const journals = someJournals();
  const path = await pathOf(journals, 7);
  expect(await journals.recordIntent({ run: 7, systemId: 'S0', record: { os: 'x' } })).toEqual({
    kind: 'intentRecorded',
    run: 7,
    systemId: 'S0',
  });
  void journals.recordOutcome(7, 'S0', { kind: 'done' }, null);
  journals.close(closing(7));
  await journals.closed();
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  const at = new Date(now).toISOString();
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { kind: 'change', format: 1, version: '1.0.0', at, ...header, pid: process.pid, computer: hostname() },
    {
      kind: 'plan',
      orgId: 'N1',
      systems: [expect.objectContaining({ systemId: 'S0', hostname: 'old', tags: [{ tag: 'till' }] })],
    },
    { kind: 'intent', at, id: 'S0', was: { os: 'x' } },
    { kind: 'result', at, id: 'S0', outcome: { kind: 'done' } },
    { kind: 'end', at, ...end },
  ]);
});

test('fields that are to be set are on the disk before they are sent, and an outcome with the time of the service', async () => {
  const journals = someJournals();
  const path = await pathOf(journals, 7);
  const sent = { description: 'new' };
  await journals.recordIntent({ run: 7, systemId: 'S0', record: {}, sent });
  await journals.recordOutcome(7, 'S0', { kind: 'done' }, null, now + 1000);
  await letGo(journals, 7);
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n').slice(2);
  const at = new Date(now).toISOString();
  const serviceAt = new Date(now + 1000).toISOString();
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { kind: 'intent', at, id: 'S0', was: {}, sent },
    { kind: 'result', at, id: 'S0', outcome: { kind: 'done' }, serviceAt },
  ]);
});

test('two runs in one second have a file each', async () => {
  const journals = someJournals();
  expect(await pathOf(journals, 1)).not.toBe(await pathOf(journals, 2));
  journals.close(closing(1));
  journals.close(closing(2));
  await journals.closed();
});

test('a folder that cannot be made is said', async () => {
  const journals = someJournals('/dev/null/runs');
  expect(await journals.open(opening(7))).toEqual({ kind: 'journalFailed', run: 7, code: 'ENOTDIR', now });
});

test('where an organisation’s lock cannot even be tried, the run does not start, and says why', async () => {
  const fault = Object.assign(new Error('no such user'), { code: 'ERR_SYSTEM_ERROR' });
  const journals = someJournals(folder, () => Promise.reject(fault));
  const failed = { kind: 'lockFailed', run: 7, orgId: 'N1', does: 'delete', code: 'ERR_SYSTEM_ERROR' };
  expect(await journals.open(opening(7))).toEqual(failed);
});

test('nothing counts as recorded where no journal is open, or is open any more', async () => {
  const journals = someJournals();
  const failed = { kind: 'intentFailed', run: 7, systemId: 'S0', code: 'not open', now };
  expect(await journals.recordIntent({ run: 7, systemId: 'S0', record: {} })).toEqual(failed);
  await pathOf(journals, 7);
  journals.close(closing(7));
  expect(await journals.recordIntent({ run: 7, systemId: 'S0', record: {} })).toEqual(failed);
  await journals.closed();
});

test.runIf(canMount)(
  'an outcome that did not fit on the disk leaves the run open, though its end would fit',
  async () => {
    const disk = aFolder();
    aSmallDisk(disk, 64);
    const journals = someJournals(disk);
    const path = await pathOf(journals, 7);
    await journals.recordIntent({ run: 7, systemId: 'S0', record: {} });
    fillBut(disk, 0);
    const problem: Problem = { operation: 'delete system', kind: 'wrongShape', path: 'x'.repeat(5000) };
    const outcome = { kind: 'unknown', problem } as const;
    expect(await journals.recordOutcome(7, 'S0', outcome, null)).toMatchObject({ code: 'ENOSPC' });
    await rm(join(disk, 'filling'));
    journals.close(closing(7));
    await journals.closed();
    expect(await readFile(path, 'utf8')).not.toContain('"kind":"end"');
    const asked = { kind: 'findCutOff', run: 9, baseUrl: 'https://x', orgId: 'N1' } as const;
    const later = someJournals(disk);
    expect(await later.findLeft(asked)).toMatchObject([{ kind: 'cutOffFound', path }]);
    await letGo(later, 9);
  },
);

describe('a run that was cut off', () => {
  test('is found with all that is known of it, and its file is continued', async () => {
    const journals = someJournals();
    const path = await pathOf(journals, 1);
    await journals.recordIntent({ run: 1, systemId: 'S0', record: {} });
    await letGo(journals, 1);
    const later = someJournals();
    const asked = { kind: 'findCutOff', run: 9, baseUrl: 'https://x', orgId: 'N1' } as const;
    const found = await later.findLeft(asked);
    expect(found).toMatchObject([{ kind: 'cutOffFound', run: 9, path, record: { planned: plan, end: null } }]);
    expect(await later.recordOutcome(9, 'S0', { kind: 'already', isGone: true }, null)).toBeNull();
    later.close({ run: 9, end });
    await later.closed();
    expect(await someJournals().findLeft(asked)).toEqual([]);
  });

  test.each([
    [{ baseUrl: 'https://X:443/', orgId: 'N1' }, ['cutOffFound']],
    [{ baseUrl: 'https://elsewhere', orgId: 'N1' }, ['cutOffElsewhere']],
    [{ baseUrl: 'https://x', orgId: 'T1' }, []],
  ])('is found in its organisation alone, and settled at its service alone: %j', async (about, kinds) => {
    const journals = someJournals();
    await pathOf(journals, 1);
    await letGo(journals, 1);
    const later = someJournals();
    const found = await later.findLeft({ kind: 'findCutOff', run: 9, ...about });
    expect(found.map(({ kind }) => kind)).toEqual(kinds);
    await letGo(later, 9);
  });
});

test.each(['https://x', 'https://elsewhere'])(
  'files that are not understood are told beside a run that was cut off, where the service is %s',
  async (where) => {
    const journals = someJournals();
    await pathOf(journals, 1);
    await letGo(journals, 1);
    await writeFile(join(folder, '2026-11-20T09-00-00.jsonl'), '{"kind":"change","format":9,"orgId":"N1"}\n');
    const later = someJournals();
    const found = await later.findLeft({ kind: 'findCutOff', run: 9, baseUrl: where, orgId: 'N1' });
    expect(found.map(({ kind }) => kind)).toEqual([
      where === 'https://x' ? 'cutOffFound' : 'cutOffElsewhere',
      'unreadRecordsFound',
    ]);
    await letGo(later, 9);
  },
);

test('files that are not understood are told where no run was cut off, too', async () => {
  const file = join(folder, '2026-11-20T09-00-00.jsonl');
  await writeFile(file, '{"kind":"change","format":9,"orgId":"N1"}\n');
  const found = await someJournals().findLeft({ kind: 'findCutOff', run: 9, baseUrl: 'https://x', orgId: 'N1' });
  expect(found).toMatchObject([{ kind: 'unreadRecordsFound', orgId: 'N1', files: [{ path: file }] }]);
});

describe('an organisation is locked', () => {
  /** A lock that is really one: held by one at a time. */
  function aLock() {
    let isHeld = false;
    const lockOrganisation: Ports['lockOrganisation'] = () => {
      if (isHeld) return Promise.resolve({ kind: 'taken', holder: null });
      isHeld = true;
      const release = (): void => {
        expect(isHeld).toBe(true);
        isHeld = false;
      };
      return Promise.resolve({ kind: 'held', release });
    };
    return { lockOrganisation, isHeld: () => isHeld };
  }

  const asked = { kind: 'findCutOff', run: 9, baseUrl: 'https://x', orgId: 'N1' } as const;

  async function cutOff(): Promise<string> {
    const journals = someJournals();
    const path = await pathOf(journals, 1);
    await letGo(journals, 1);
    return path;
  }

  test('by another session: that is told, and where no lock can be had, why; its file is left alone', async () => {
    const path = await cutOff();
    const before = await readFile(path, 'utf8');
    expect(before).not.toContain('"kind":"end"');
    const holder = { pid: 7, since: now, user: null };
    const taken = someJournals(folder, () => Promise.resolve({ kind: 'taken', holder }));
    expect(await taken.findLeft(asked)).toEqual([{ kind: 'otherSessionFound', orgId: 'N1', does: 'delete', holder }]);
    expect(await taken.open(opening(7))).toEqual({ kind: 'runRefused', run: 7, does: 'delete', holder });
    const failing = someJournals(folder, () => Promise.resolve({ kind: 'failed', code: 'EROFS' }));
    const failed = { kind: 'lockFailed', orgId: 'N1', does: 'delete', code: 'EROFS' };
    expect(await failing.findLeft(asked)).toEqual([{ ...failed, run: 9 }]);
    expect(await failing.open(opening(7))).toEqual({ ...failed, run: 7 });
    expect([await readdir(folder), await readFile(path, 'utf8')]).toEqual([[basename(path)], before]);
  });

  test('what keeps this session from it is told at its opening, also without a run that was cut off', async () => {
    const holder = { pid: 7, since: now, user: 'anna' };
    const taken = someJournals(folder, holds, () => Promise.resolve({ kind: 'taken', holder }));
    expect(await taken.findLeft(asked)).toEqual([{ kind: 'otherSessionFound', orgId: 'N1', does: null, holder }]);
    const fault = { kind: 'failed', code: 'EOPNOTSUPP' } as const;
    const failing = someJournals(folder, holds, () => Promise.resolve(fault));
    expect(await failing.findLeft(asked)).toEqual([{ kind: 'lockFaultFound', orgId: 'N1', code: 'EOPNOTSUPP' }]);
    // The work of the other session is known from a run that was cut off, and said once.
    await cutOff();
    const elsewhere = { kind: 'taken', holder } as const;
    const twice = someJournals(
      folder,
      () => Promise.resolve(elsewhere),
      () => Promise.resolve(elsewhere),
    );
    expect(await twice.findLeft(asked)).toEqual([{ kind: 'otherSessionFound', orgId: 'N1', does: 'delete', holder }]);
    const both = await someJournals(
      folder,
      () => Promise.resolve(fault),
      () => Promise.resolve(fault),
    ).findLeft(asked);
    expect(both.map(({ kind }) => kind)).toEqual(['lockFaultFound', 'lockFailed']);
  });

  test('until the last line of its run is written, and no longer', async () => {
    const { lockOrganisation, isHeld } = aLock();
    const journals = someJournals(folder, lockOrganisation);
    const path = await pathOf(journals, 7);
    expect(isHeld()).toBe(true);
    expect(await someJournals(folder, lockOrganisation).open(opening(8))).toMatchObject({ kind: 'runRefused' });
    journals.close(closing(7));
    expect(isHeld()).toBe(true);
    await journals.closed();
    expect(isHeld()).toBe(false);
    expect(await readFile(path, 'utf8')).toContain('"kind":"end"');
  });

  test('never for a preview, which sends nothing', async () => {
    const { lockOrganisation, isHeld } = aLock();
    const journals = someJournals(folder, lockOrganisation);
    const opened = await journals.open({ ...opening(7), header: { ...header, mode: 'preview' } });
    expect([opened.kind, isHeld()]).toEqual(['journalOpened', false]);
    await letGo(journals, 7);
  });

  test('no longer where its records cannot be opened', async () => {
    const { lockOrganisation, isHeld } = aLock();
    const journals = someJournals('/dev/null/runs', lockOrganisation);
    expect(await journals.open(opening(7))).toMatchObject({ kind: 'journalFailed' });
    expect(isHeld()).toBe(false);
  });

  test('no longer where another session has ended the run that was cut off', async () => {
    const path = await cutOff();
    const { lockOrganisation, isHeld } = aLock();
    const journals = someJournals(folder, async (...about) => {
      await appendFile(path, `${JSON.stringify({ kind: 'end', at: new Date(now).toISOString(), ...end })}\n`);
      return lockOrganisation(...about);
    });
    expect(await journals.findLeft(asked)).toEqual([]);
    expect(isHeld()).toBe(false);
  });

  test('no longer where the run that was cut off is of another service by then', async () => {
    const path = await cutOff();
    const { lockOrganisation, isHeld } = aLock();
    const journals = someJournals(folder, async (...about) => {
      await writeFile(path, (await readFile(path, 'utf8')).replaceAll('https://x', 'https://elsewhere'));
      return lockOrganisation(...about);
    });
    expect(await journals.findLeft(asked)).toEqual([]);
    expect(isHeld()).toBe(false);
  });

  test('while a run that was cut off is settled; no longer where its file cannot be continued', async () => {
    const path = await cutOff();
    const { lockOrganisation, isHeld } = aLock();
    const journals = someJournals(folder, lockOrganisation);
    expect(await journals.findLeft(asked)).toMatchObject([{ kind: 'cutOffFound' }]);
    journals.close({ run: 9, end: null });
    // Not before the file is closed.
    expect(isHeld()).toBe(true);
    await journals.closed();
    expect(isHeld()).toBe(false);
    // Somebody removes the file once it was read.
    const changesFolder = () => Promise.resolve(folder);
    const ports = { version: '1.0.0', changesFolder, now: () => now, lockOrganisation, findLock: isFree };
    const removing = runJournals(ports, (record) => {
      rmSync(path, { force: true });
      return decodeRecord(record);
    });
    expect(await removing.findLeft(asked)).toMatchObject([{ kind: 'cutOffFound', record: { planned: plan } }]);
    expect(isHeld()).toBe(false);
    expect(await removing.recordOutcome(9, 'S0', { kind: 'done' }, null)).toMatchObject({ code: 'not open' });
  });
});
