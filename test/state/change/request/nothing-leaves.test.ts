/** Where changes are forbidden, no byte of one leaves: every change of the usual document, judged by the service's log. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Json } from '../../../../src/api/exact-json.ts';
import type { DefinedOperation } from '../../../../src/api/openapi/definition.ts';
import { partsOf } from '../../../../src/state/explorer/form/shapes.ts';
import { nothingSet } from '../../../../src/state/explorer/form/values.ts';
import { orgPlaceholder } from '../../../../src/api/openapi/path-form.ts';
import { parameterKey } from '../../../../src/api/calls/call.ts';
import { usualDocument } from '../../../support/documents/usual.ts';
import { anExplorer, type ExplorerStore, type Forbidding } from '../../../support/explorer-store.ts';
import { aService, systemsCalled } from '../../../support/service.ts';

const document = JSON.stringify(usualDocument());

function changesOf({ state }: ExplorerStore): readonly DefinedOperation[] {
  const operations = state().definition.definition?.operations ?? [];
  return operations.filter(({ method, unusable }) => method !== 'GET' && method !== 'HEAD' && unusable === null);
}

/** Opens its form, sets what has to be set, and asks for its request. */
async function asks(store: ExplorerStore, operation: DefinedOperation): Promise<void> {
  store.dispatch({ kind: 'operationOpened', operation, known: {} });
  const { definition } = store.state().definition;
  if (definition === null) throw new Error('There is no definition.');
  const { parameters, body } = partsOf(definition, operation);
  const organisation = orgPlaceholder(operation.path);
  const set = parameters
    .filter(({ isRequired, unusable, name }) => isRequired && unusable === null && name !== organisation)
    .map((one): [string, Json] => [parameterKey(one), 'ID-web-1']);
  const values = { ...nothingSet, parameters: new Map(set), body: body === null ? undefined : { note: 'x', more: 1 } };
  const texts = { unsavedText: new Map(), invalidJson: new Map() };
  const form = { past: [], future: [], otherVariants: new Map(), ...texts, idempotency: null };
  const forms = new Map([[operation.id, { ...form, values }]]);
  // Not by keys: what is asked here is what leaves, and not how a form is filled in.
  store.changes((state) => ({ ...state, operationForm: { ...state.operationForm, forms } }));
  store.dispatch({ kind: 'operationSendRequested' });
  // Its request comes with an effect.
  await setImmediate();
}

const often = { interval: 2 };

/** Types its phrase and confirms it; answers how it ended. */
async function confirms(store: ExplorerStore): Promise<string> {
  const current = () => store.state().request.current;
  const phrase = current()?.judged.phrase ?? '';
  store.dispatch({ kind: 'timerEnded', timer: 'armRequest' });
  await expect.poll(() => current()?.target.kind, often).not.toBe('reading');
  store.dispatch({ kind: 'textEdited', text: phrase });
  store.dispatch({ kind: 'requestConfirmed' });
  await expect.poll(() => current()?.stage.kind, often).toMatch(/^(?:withheld|done|refused|unknown)$/);
  return current()?.stage.kind ?? '';
}

function recordsOf({ folder }: ExplorerStore): string {
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');
}

function leavesAll(store: ExplorerStore): void {
  for (let left = 10; left > 0 && store.state().screen.kind !== 'systems'; left--) store.dispatch({ kind: 'wentBack' });
}

const modes: readonly Exclude<Forbidding, null>[] = ['preview', 'read-only', 'profile', 'organisation'];

test.each(modes)('every change of the usual document, forbidden by %s: the client withholds it', async (mode) => {
  const service = await aService({ systems: systemsCalled('web', 3) });
  const store = anExplorer(service, document, mode, 'do not know');
  const ends: Record<string, number> = {};
  for (const operation of changesOf(store)) {
    // An organisation forbids what names it.
    if (mode === 'organisation' && !operation.path.startsWith('/org/{orgId}')) continue;
    await asks(store, operation);
    const { screen, request } = store.state();
    const isAsked = screen.kind === 'request' && request.current?.operation.id === operation.id;
    const end = isAsked ? await confirms(store) : 'taken over';
    ends[end] = (ends[end] ?? 0) + 1;
    leavesAll(store);
  }
  expect(Object.keys(ends).sort()).toEqual(['taken over', 'withheld']);
  expect(ends['withheld']).toBeGreaterThan(35);
  expect(ends['taken over']).toBeLessThan(5);
  expect(service.requests.filter(({ method }) => method !== 'GET' && method !== 'HEAD')).toEqual([]);
  // Each has its record, which says that nothing left.
  const withheld = (): number => recordsOf(store).match(/"outcome":"withheld"/g)?.length ?? 0;
  await expect.poll(withheld, often).toBe(ends['withheld'] ?? 0);
  const text = recordsOf(store);
  expect(text).not.toContain(service.token);
});

test.each(modes)('every change of the usual document in %s, as the screens know it', async (mode) => {
  const service = await aService({ systems: systemsCalled('web', 3) });
  const store = anExplorer(service, document, mode, 'know');
  const said = new Set<string>();
  for (const operation of changesOf(store)) {
    if (mode === 'organisation' && !operation.path.startsWith('/org/{orgId}')) continue;
    await asks(store, operation);
    const { screen, request, notice } = store.state();
    const isAsked = screen.kind === 'request' && request.current?.operation.id === operation.id;
    // A preview goes through everything, with its phrase.
    expect(isAsked && mode !== 'preview', operation.id).toBe(false);
    if (isAsked) expect(await confirms(store)).toBe('withheld');
    else if (notice !== null && 'text' in notice) said.add(notice.text);
    leavesAll(store);
  }
  const what = mode === 'organisation' ? 'organisation' : 'session';
  if (mode === 'preview') {
    const text = recordsOf(store);
    expect(text.match(/"mode":"preview"/g)?.length).toBeGreaterThan(35);
    expect(text).not.toContain('"mode":"sent"');
  } else expect([...said]).toEqual([`This ${what} is read-only: nothing is sent. y copies a curl that sends it.`]);
  expect(service.requests.filter(({ method }) => method !== 'GET' && method !== 'HEAD')).toEqual([]);
});
