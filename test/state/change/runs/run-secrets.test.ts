/** A text that was typed as a secret is in no line of a run's record, also where the service says it again. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { writtenBodies, writtenEdit } from '../../../../src/state/change/journal/written-edit.ts';
import { decodeRecord } from '../../../../src/state/change/runs/effects.ts';
import { runJournals } from '../../../../src/state/change/runs/open-journals.ts';
import { recordedFields } from '../../../../src/state/removal/deletion/effects.ts';
import { anEdit } from '../../../support/edits.ts';
import { aFolder } from '../../../support/folder.ts';
import { aRunHeader, aSystem, baseUrl, now, refused } from '../../../support/make.ts';

const secret = 'open sesame 1';
const body = { description: `it is ${secret}`, more: [secret] };
const edit = { ...anEdit({ body, parameters: { 'query note': secret } }), secrets: [secret] };
const call = { method: 'PATCH', url: baseUrl, headers: {}, body: null, orgId: 'N1', operation: 'x', secrets: [secret] };

test('neither the operation nor the fields of a system have it where they are written', () => {
  const bodies = new Map([['S0', body]]);
  for (const written of [
    writtenEdit(edit),
    [...(writtenBodies({ ...edit, bodies }) ?? [])],
    recordedFields(body, { ...call, method: 'PATCH', pageParameters: [] }),
  ]) {
    expect(JSON.stringify(written)).toContain('•••');
    expect(JSON.stringify(written)).not.toContain(secret);
  }
});

test('neither the record before it nor the refusal has it on the disk', async () => {
  const folder = aFolder();
  const journals = runJournals(
    {
      ...{ version: '1.0.0', changesFolder: () => Promise.resolve(folder), now: () => now },
      lockOrganisation: () => Promise.resolve({ kind: 'held', release: () => undefined }),
      findLock: () => Promise.resolve({ kind: 'free' }),
    },
    decodeRecord,
  );
  const plan = [aSystem({ systemId: 'S0' })];
  const opened = await journals.open({ kind: 'openJournal', run: 7, header: aRunHeader(), plan, secrets: [secret] });
  if (opened.kind !== 'journalOpened') throw new Error(opened.kind);
  const record = { systemId: 'S0', note: `was ${secret}`, description: 'plain' };
  await journals.recordIntent({ run: 7, systemId: 'S0', record, sent: { description: '•••' } });
  const problem = refused(400, { detail: `"${secret}" is too short`, errors: { note: [secret] } });
  await journals.recordOutcome(7, 'S0', { kind: 'refused', problem }, null);
  journals.close({ run: 7, end: null });
  await journals.closed();
  const text = await readFile(opened.path, 'utf8');
  expect(text).toMatch(/"was":\{"systemId":"S0","note":"•••","description":"•••"\}/);
  expect(text).toMatch(/"kind":"result".*"detail":"•••"/);
  expect(text).not.toContain(secret);
});
