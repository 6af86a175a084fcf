/** One rule says what is a secret, and all ways by which an answer or a call leaves rollcall obey it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decodeSystem } from '../../../src/api/decode.ts';
import type { Json } from '../../../src/api/exact-json.ts';
import { runJson, systemsJson } from '../../../src/app/commands/reports.ts';
import { terminalText } from '../../../src/app/commands/api/sending.ts';
import { planOf } from '../../../src/app/commands/api/plan.ts';
import { readWords } from '../../../src/app/commands/api/words.ts';
import { actionEntry } from '../../../src/app/session-log.ts';
import { systemFields } from '../../../src/screens/fleet/system-facts.ts';
import { answerTexts, withTable } from '../../../src/state/explorer/answer/feature.ts';
import { makeUnpaged } from '../../../src/state/explorer/answer/model.ts';
import { buildCall } from '../../../src/api/calls/build-call.ts';
import { curlOf } from '../../../src/state/explorer/curl.ts';
import { recordOf } from '../../../src/state/change/journal/requests.ts';
import { decodeRecord } from '../../../src/state/change/runs/effects.ts';
import { runJournals } from '../../../src/state/change/runs/open-journals.ts';
import { copyTexts } from '../../../src/state/fleet/export.ts';
import { safeRecord } from '../../../src/state/fleet/systems/fields.ts';
import { sendable } from '../../../src/state/removal/review/opening.ts';
import { undoOf } from '../../../src/state/change/undo.ts';
import { startRun } from '../../../src/state/removal/deletion/public.ts';
import { recordedFields } from '../../../src/state/removal/deletion/effects.ts';
import { type ReviewContent, reviewedChange, reviewText } from '../../../src/state/removal/review-file/format.ts';
import { sentTexts } from '../../../src/state/change/request/requests.ts';
import { aServer } from '../../api/http.ts';
import { aReading, type Reading } from '../../state/explorer/answer/reading.ts';
import { anEdit } from '../../support/edits.ts';
import { aFolder } from '../../support/folder.ts';
import { aNewRun, aReviewOf, aStateOf, aSystem, now, refused } from '../../support/make.ts';
import { painterOf } from '../looks.tsx';

const secret = 'q7Zp2Lx9';

/** Rows with the secret in them, in every form that says that it is one. */
const secrets: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  'a field that is called so': { token: secret },
  'a short one': { pwd: secret },
  'a passphrase with blanks': { passphrase: `${secret} correct horse` },
  'an API key': { 'x-api-key': secret },
  'a list of them': { recovery_codes: [`${secret}1`, `${secret}2`] },
  'a name and its value': { name: 'token', value: secret },
  'a name and its value in other words': { key: 'client_secret', content: secret },
  'a header and its values': { header: 'Authorization', values: [`Bearer ${secret}`] },
  'a kind and its data': { type: 'password', data: secret },
  'a value within a field that is called so': { password: { value: secret, changed: 'never' } },
  'a pair deep inside': { settings: [{ pairs: [{ name: 'dbPassword', value: secret }] }] },
  'an authorization': { authorization: `Basic ${secret}` },
  'a bearer': { note: `Bearer ${secret}` },
  'a line of a header': { line: `Authorization: Bearer ${secret}` },
  'a line of another header': { line: `X-Api-Key: ${secret}` },
  'a cookie': { 'Set-Cookie': `session=${secret}; Path=/` },
  'a connection string': { database: `Server=db;User=anna;Password=${secret};Encrypt=yes` },
  'an address with a token': { address: `https://api.example/a?access_token=${secret}&b=1` },
  'an address with a password': { address: `https://anna:${secret}@api.example/a` },
  'a web token': { note: `eyJhbGciOi.eyJzdWIi.${secret}` },
  'a private key': { pem: `-----BEGIN PRIVATE KEY-----\n${secret}\n-----END PRIVATE KEY-----` },
};

/** Rows that only look like it. */
const plain: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  'a count': { tokenCount: 5, maxTokens: 4000 },
  'what an enrolment key is called': { enrolmentKeyDescription: secret },
  'a public key': { publicKey: secret, public_key: secret },
  'an order': { sortKey: secret, PageToken: secret, nextPageToken: secret },
  'a place': { postal_code: secret, countryCode: secret, zipCode: secret },
  'a status': { statusCode: secret, errorCode: secret },
  'a policy': { passwordPolicy: secret, tokenType: secret, keyId: secret },
  'whether there is one': { hasPassword: 'yes, since q7Zp2Lx9', requiresToken: secret },
  'a name and its value': { name: 'colour', value: secret },
  'words that end alike': { monkey: secret, barcode: secret, keyboard: secret },
  sentences: { note: `The password was changed by ${secret}.`, scheme: 'Bearer authentication' },
  'a time': { at: '2026-04-06T12:32:00Z', note: `${secret}: started` },
};

async function answered(body: Json, type = 'application/json'): Promise<Reading> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const { baseUrl } = await aServer((response) => response.setHeader('content-type', type).end(text));
  const reading = aReading(baseUrl, '/org/N1/settings');
  await reading.sees(({ content }) => content !== null);
  return reading;
}

function drawn({ state }: Reading): string {
  return painterOf(state)({ columns: 200, rows: 50 });
}

function copied({ state }: Reading): string {
  return JSON.stringify(answerTexts(state()).map(({ lines }) => lines));
}

const toFiles = [{ kind: 'answerExported', withSecrets: false }, { kind: 'answerBodyShown' }] as const;

/** All that leaves rollcall of an answer with this row. */
async function leftBy(row: Readonly<Record<string, Json>>): Promise<Readonly<Record<string, string>>> {
  const table = await answered([{ id: 7, ...row }]);
  const [tableDrawn, tableCopied] = [drawn(table), copied(table)];
  table.press(...toFiles, { kind: 'listFilterOpened' }, { kind: 'textEdited', text: secret });
  const isFound = drawn(table).includes('1 shown by filter');
  const tree = await answered({ id: 7, ...row, one: { more: [row] } });
  const treeCopied = copied(tree);
  tree.press(...toFiles);
  const text = JSON.stringify({ id: 7, one: row });
  const response = { status: 200, contentType: 'application/json', bytes: new TextEncoder().encode(text), text, ms: 1 };
  const action = { kind: 'answerArrived', id: 1, page: makeUnpaged('https://api.example/a', response) } as const;
  return {
    'the table': tableDrawn,
    'the copy menu of a table': tableCopied,
    'the filter of a table': isFound ? secret : '',
    'the files of a table': JSON.stringify(table.exports),
    'the pager of a table': table.shown.join('\n'),
    'the text': drawn(tree),
    'the copy menu of a text': treeCopied,
    'the files of a text': JSON.stringify(tree.exports),
    'the pager of a text': tree.shown.join('\n'),
    'rollcall api on a terminal': JSON.stringify(terminalText({ contentType: 'application/json', text }, false)),
    'the log': JSON.stringify(actionEntry(action, (text) => text)),
  };
}

test('a column that the definition calls secret is hidden in a table, whatever it is called', async () => {
  const reading = await answered([{ id: 7, slot: '4711' }]);
  expect(drawn(reading)).toContain('4711');
  const isSlot = ({ field }: { readonly field: string }): boolean => field === 'slot';
  const state = withTable(reading.state(), ({ shown }) => {
    return { shown: { ...shown, columns: shown.columns.map((one) => ({ ...one, isSecret: isSlot(one) })) } };
  });
  expect(painterOf(() => state)({ columns: 200, rows: 50 })).not.toContain('4711');
});

/** All that leaves rollcall of a call with this body, but for the request itself. */
function leftByCall(body: Json): Readonly<Record<string, string>> {
  const baseUrl = 'https://api.example';
  const words = readWords(['POST', '/settings'], baseUrl);
  if (!words.ok) throw new Error(words.message);
  const planned = planOf({ baseUrl, words: words.words, known: null, input: body });
  const built = planned.ok ? buildCall({ ...planned.plan, orgId: null }) : null;
  if (built?.ok !== true) throw new Error('There is no call.');
  const call = built.value;
  const about = { mode: 'run', profile: 'default', baseUrl, orgName: null } as const;
  const { header, was, sent } = recordOf(call, about, '', body);
  return {
    curl: curlOf(call),
    'the request that is shown': JSON.stringify(sentTexts(call, '1.0.0')),
    'its record': JSON.stringify({ header, was, sent }),
  };
}

/** A secret by its place in a form alone. */
const typed = 'W8typed0';

/** The program's own records of a system with these fields, and of a run that changes it. */
async function leftBySystem(row: Readonly<Record<string, Json>>): Promise<Readonly<Record<string, string>>> {
  const record = { systemId: 'S0', hostname: 'old', ...row };
  const read = decodeSystem(record);
  if (!read.ok) throw new Error(read.path);
  const system = { ...read.value };
  const state = aStateOf([system]);
  const edit = { ...anEdit({ body: row }), bodies: new Map([[system.systemId, row]]), secrets: [typed] };
  const review = aReviewOf([system]);
  const signature = { by: 'anna', at: new Date(now).toISOString() };
  const content: ReviewContent = {
    ...{ kind: 'change', ...signature, baseUrl: 'https://x', orgId: 'N1', orgName: 'N', days: 90 },
    systems: [{ system, by: 'hand', isIncluded: false }],
    change: reviewedChange(edit),
  };
  const run = { ...aNewRun(review), settled: [{ system, outcome: { kind: 'done' } }] } as const;
  const [, ...effects] = startRun(state, { ...run, edit });
  const folder = aFolder();
  const port = {
    ...{ version: '1.0.0', changesFolder: () => Promise.resolve(folder), now: () => now },
    lockOrganisation: () => Promise.resolve({ kind: 'held', release: () => undefined } as const),
    findLock: () => Promise.resolve({ kind: 'free' } as const),
  };
  const journals = runJournals(port, decodeRecord);
  for (const effect of effects) if (effect.kind === 'openJournal') await journals.open(effect);
  const { systemId } = system;
  const about = { systemId, record: { ...record, note: typed }, sent: recordedFields(row, 'delete system') };
  await journals.recordIntent({ run: state.nextId, ...about });
  const problem = { ...refused(400, { detail: `not ${typed}` }), ...row };
  await journals.recordOutcome(state.nextId, systemId, { kind: 'refused', problem }, null);
  journals.close({ run: state.nextId, end: null });
  await journals.closed();
  const by = { days: 90, now, isVerified: true };
  return {
    'its details': systemFields(system, now)
      .map(({ value }) => value)
      .join('\n'),
    'its copy': JSON.stringify(copyTexts(state)),
    'rollcall systems --json': systemsJson([system], by),
    'the export of a run': runJson(run),
    'the review for a second person': reviewText(content, {}, '1.0.0'),
    'the records of a run': readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join(''),
  };
}

function waysWith(ways: Readonly<Record<string, string>>, isMeant: (text: string) => boolean): readonly string[] {
  return Object.entries(ways).flatMap(([name, text]) => (isMeant(text) ? [name] : []));
}

test.each(Object.entries(secrets))('a secret leaves by no way: %s', async (_, row) => {
  const ways = { ...(await leftBy(row)), ...leftByCall(row) };
  expect(waysWith(ways, (text) => text.includes(secret))).toEqual([]);
});

test.each(Object.entries(plain))('a value that is no secret is shown: %s', async (_, row) => {
  const ways = { ...(await leftBy(row)), ...leftByCall(row) };
  const own = /Bearer ••• {2}\(your access token\)/;
  expect(waysWith(ways, (text) => /••|SECRET/.test(text.replace(own, '')))).toEqual([]);
});

test.each(Object.entries(secrets))('a secret of a system is in nothing that is written of it: %s', async (_, row) => {
  const ways = await leftBySystem(row);
  expect(waysWith(ways, (text) => text.includes(secret) || text.includes(typed))).toEqual([]);
});

test.each(Object.entries(plain))('a field of a system that is no secret is written: %s', async (_, row) => {
  expect(
    waysWith(await leftBySystem(row), (text) => text.replaceAll(/"(?:note|detail)":"•••"/g, '').includes('••')),
  ).toEqual([]);
});

test('a secret that a record lacks is not sent in its place', () => {
  const set = { sent: recordedFields({ pwd: secret }, 'delete system'), before: safeRecord({ pwd: 'older' }, 'S0') };
  const edit = { ...anEdit(), plan: null };
  const undo = undoOf({ kind: 'change', edit, settled: [{ system: aSystem(), outcome: { kind: 'done' }, set }] });
  expect(sendable(aStateOf([]), undo?.edit ?? null)).toBe(
    'Its record has no secrets: fill in the operation again (A).',
  );
});

test('the id of a system is written, also where it looks like a token', async () => {
  const ways = await leftBySystem({ systemId: 'S0'.padEnd(63, 'x') });
  expect(waysWith(ways, (text) => !text.includes('S0'.padEnd(63, 'x')))).toEqual([]);
});

test('a secret is shown with v, and found by no search', async () => {
  const reading = await answered([
    { id: 1, name: 'token', value: secret },
    { id: 2, name: 'colour', value: 'bluegreen' },
  ]);
  expect(drawn(reading)).toContain('1 secret hidden');
  expect(drawn(reading)).toContain('bluegreen');
  reading.press({ kind: 'answerSecretToggled' });
  expect(drawn(reading)).toContain(secret);
  const tree = await answered({ settings: { name: 'token', value: secret } });
  tree.press({ kind: 'textFindOpened' }, { kind: 'textEdited', text: secret }, { kind: 'promptAccepted' });
  expect(drawn(tree)).toContain(`Nothing has "${secret}".`);
});

test.each([
  [
    'text/plain',
    `user: anna\nAuthorization: Bearer ${secret}\npassphrase: ${secret} horse\nport=80 pwd=${secret}, x\n`,
  ],
  ['text/csv', `id,name,value\n1,token,${secret}\n2,colour,anna\n`],
  ['application/xml', `<a><user>anna</user><password>${secret}</password><port>80</port></a>`],
  ['text/yaml', `user: anna\n  client-secret: "${secret}"\nurl: https://anna:${secret}@x.example/a\nport: 80\n`],
])('only the secrets are hidden of a text that is no JSON: %s', async (type, text) => {
  const reading = await answered(text, type);
  reading.press(...toFiles);
  for (const way of [drawn(reading), copied(reading), JSON.stringify(reading.exports), reading.shown.join('')]) {
    expect(way).not.toContain(secret);
    expect(way).toContain('anna');
  }
});
