/**
 * rollcall's own memory, `state.json`. Losing it costs only convenience, because your decisions are in the settings.
 */
import { join } from 'node:path';
import * as z from 'zod/mini';
import { sortKinds } from '../../state/fleet/list/listing.ts';
import { nameFor, requireOwnFolder, isNone, jsonIn, judgeOwnFile, readOwnFile } from './own-file.ts';
import { whileLocked } from './lock.ts';
import {
  type KeptVisit,
  snapshotWithout,
  type VisitComparison,
  visitAgain,
  visitSeen,
  type VisitSnapshot,
} from '../../state/fleet/changes.ts';
import { safeJson } from '../../state/kernel/spelling.ts';
import { moveAside, replaceFile } from './atomic-write.ts';

const whole = z.int().check(z.nonnegative());

const listView = z.object({
  filter: z.string(),
  sort: z.object({ by: z.enum(sortKinds), reversed: z.boolean() }),
  days: z.nullable(z.int().check(z.minimum(1))),
  isWide: z.boolean(),
  paneCells: z.optional(whole),
  systemId: z.nullable(z.string()),
});

/** A value that is not understood costs itself alone, and calls `onLost`. Loose objects keep keys of other versions. */
function makeShape(onLost: () => undefined) {
  const keepOr = <One extends z.ZodMiniType>(one: One) => z.catch(z.optional(one), onLost);
  const byName = <One extends z.ZodMiniType>(one: One) =>
    z.pipe(
      z.record(z.string(), keepOr(one)),
      z.transform((all) => {
        const understood = Object.entries(all).filter(([, value]) => value !== undefined);
        return Object.fromEntries(understood) as Readonly<Record<string, z.output<One>>>;
      }),
    );
  const each = <One extends z.ZodMiniType>(one: One) =>
    z.pipe(
      z.array(keepOr(one)),
      z.transform((all) => all.filter((value) => value !== undefined) as readonly z.output<One>[]),
    );
  const keptCount = z.object({
    ...{ systems: whole, stale: whole, days: whole, unknown: whole, at: whole },
    isIncomplete: z.boolean(),
    visits: keepOr(each(z.object({ at: whole, stale: whole }))),
  });
  const profile = z.looseObject({
    /** Organisation ids by base URL. */
    lastOrganisations: keepOr(byName(z.string())),
    /** Counts of organisations by base URL and organisation id. */
    counts: keepOr(byName(byName(keptCount))),
    /** Columns of the table in their order, by base URL and organisation id, separated by a space. */
    columns: keepOr(byName(z.readonly(z.array(z.string())))),
    /** The last view of each list, by base URL and organisation id; the latest at the end. */
    lists: keepOr(byName(listView)),
  });
  return z.looseObject({ profiles: keepOr(byName(profile)) });
}

type RememberedFile = Readonly<z.infer<ReturnType<typeof makeShape>>>;

export type Remembered = NonNullable<RememberedFile['profiles']>[string];

type Change = (before: RememberedFile) => RememberedFile;

const name = 'state';

const rules = { maxBytes: 1_000_000 };

export type RememberedStore = ReturnType<typeof openRemembered>;

export function openRemembered(folder: string | null) {
  const path = folder === null ? null : join(folder, `${name}.json`);
  const { value, problem, use } = rememberAt(path);
  let file = value;
  let unsaved: readonly Change[] = use === 'clear' ? [(before) => before] : [];
  let saving = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const save = async (haste?: AbortSignal): Promise<void> => {
    const changes = unsaved;
    if (folder === null || path === null || use === 'leave' || changes.length === 0) return;
    try {
      const { changeByConf } = await import('./conf-file.ts');
      requireOwnFolder(folder);
      const change = (): void => {
        if (judgeOwnFile(path, rules).kind === 'refused') return;
        changeByConf(folder, name, fileOrThrow, (before) => changes.reduce((changed, one) => one(changed), before));
      };
      await whileLocked(path, change, haste);
      unsaved = unsaved.slice(changes.length);
    } catch {
      // The value stays in memory, and is saved with the next change.
    }
  };
  const saveNow = (haste?: AbortSignal): Promise<void> => {
    clearTimeout(timer);
    saving = saving.then(() => save(haste));
    return saving;
  };
  const saveSoon = (): void => {
    clearTimeout(timer);
    // Delays the save until the first table is drawn, and batches a burst of changes.
    timer = setTimeout(() => void saveNow(), 1000).unref();
  };
  if (unsaved.length > 0) saveSoon();

  return {
    problem,
    get profileNames(): readonly string[] {
      return Object.keys(file.profiles ?? {});
    },
    of: (profile: string): Remembered => profileIn(file, profile),
    change(profile: string, changeOne: (before: Remembered) => Remembered) {
      const change: Change = (before) => ({
        ...before,
        profiles: { ...before.profiles, [profile]: changeOne(profileIn(before, profile)) },
      });
      file = change(file);
      unsaved = [...unsaved, change];
      saveSoon();
    },
    /** Resolves when everything is saved or has failed. */
    saved: saveNow,
  };
}

interface ByName<One> {
  readonly profiles?: Readonly<Record<string, One>> | undefined;
}

/** Safe for a profile named `constructor`. */
export function profileIn<One>({ profiles = {} }: ByName<One>, name: string): One | Readonly<Record<string, never>> {
  return (Object.hasOwn(profiles, name) ? profiles[name] : undefined) ?? {};
}

/** `clear`: the file, or a part, is damaged; `leave`: other users can access it. */
function rememberAt(path: string | null) {
  const as = (use: 'change' | 'clear' | 'leave', problem: string | null = null, value: RememberedFile = {}) => {
    return { value, problem, use };
  };
  const file = path === null ? null : readOwnFile(path, rules);
  if (file === null || file.kind === 'missing') return as('change');
  // Another notice reports a fault of the folder.
  if (file.kind === 'refused' && file.why === 'folder') return as('leave');
  if (file.kind === 'refused') return as('leave', 'Last organisation and columns are not saved: check state.json.');
  const { read, isPart } = fileIn(file.bytes);
  if (read === undefined) return as('clear', 'Last organisation and columns are forgotten: state.json was damaged.');
  if (isPart) return as('clear', 'A part of state.json was damaged: it is forgotten, and the rest stays.', read);
  return as('change', null, read);
}

/** `isPart`: a part is lost. */
function fileIn(bytes: Buffer): { readonly read: RememberedFile | undefined; readonly isPart: boolean } {
  let isPart = false;
  const shape = makeShape(() => {
    isPart = true;
    return undefined;
  });
  return { read: shape.safeParse(jsonIn(bytes)).data, isPart };
}

function fileOrThrow(text: string): RememberedFile {
  const { read } = fileIn(Buffer.from(text));
  if (read === undefined) throw new SyntaxError('this is not what rollcall remembers');
  return read;
}

// The snapshot of the last visit to each organisation, in a file with mode 0600.

const snapshotShape = z.object({
  at: z.number(),
  systems: z.array(z.string()),
  connected: z.array(z.string()),
  names: z.array(z.string()),
  away: z.optional(z.array(z.string())),
});
const keptShape = z.extend(snapshotShape, { unseen: z.optional(snapshotShape) });

/** Saves this snapshot, and keeps the previous one until you have seen its changes. Renames an unreadable file. */
export function compareWithLastVisit(
  folder: string,
  baseUrl: string,
  orgId: string,
  snapshot: VisitSnapshot,
): VisitComparison {
  const path = snapshotPath(folder, baseUrl, orgId);
  const before = readSnapshot(path);
  const aside = before === 'unreadable' && moveAside(path) !== null ? ', and kept aside' : '';
  const next = before === 'unreadable' || before === null ? null : visitAgain(before, snapshot);
  saveSnapshot(path, next?.kept ?? snapshot);
  if (before !== 'unreadable') return { changes: next?.changes ?? null, problem: null };
  return { changes: null, problem: `No changes shown: your last visit's record is damaged${aside}.` };
}

/**
 * Removes systems that you just deleted or disabled from the snapshot, so that the next visit does not report them as
 * gone.
 */
export function leaveOutOfLastVisit(folder: string, baseUrl: string, orgId: string, gone: ReadonlySet<string>): void {
  changeKept(folder, baseUrl, orgId, (before) => snapshotWithout(before, gone));
}

/** Records that you saw the changes, so that the next visit does not repeat them. */
export function lastVisitSeen(folder: string, baseUrl: string, orgId: string): void {
  changeKept(folder, baseUrl, orgId, visitSeen);
}

function changeKept(folder: string, baseUrl: string, orgId: string, change: (kept: KeptVisit) => KeptVisit): void {
  const path = snapshotPath(folder, baseUrl, orgId);
  const before = readSnapshot(path);
  if (before !== null && before !== 'unreadable') saveSnapshot(path, change(before));
}

function snapshotPath(folder: string, baseUrl: string, orgId: string): string {
  return join(folder, 'seen', `${nameFor(`${baseUrl}\n${orgId}`)}.json`);
}

function readSnapshot(path: string): KeptVisit | 'unreadable' | null {
  const file = readOwnFile(path, { maxBytes: 100_000_000 });
  if (isNone(file)) return null;
  const snapshot = file.kind === 'read' ? keptShape.safeParse(jsonIn(file.bytes)) : null;
  return snapshot?.success === true ? snapshot.data : 'unreadable';
}

function saveSnapshot(path: string, snapshot: KeptVisit): void {
  try {
    replaceFile(path, safeJson(snapshot, 0));
  } catch {
    // The only loss: the next visit compares with an older snapshot, or with none.
  }
}
