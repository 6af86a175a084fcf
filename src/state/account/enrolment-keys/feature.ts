/** Creates enrolment keys, and lists known ones. */
import type { EnrolmentKey } from '../../../api/organisations.ts';
import type { None, Tagged } from '../../kernel/declare.ts';
import { type WholeNumber, wholeNumber } from '../../../api/exact-json.ts';
import type { Problem } from '../../../api/problem.ts';
import type { RecordAbout } from '../../change/journal/requests.ts';
import { type ListPosition, type ListView, wholeView, atTop } from '../../kernel/list-view.ts';
import type { System } from '../../../api/system.ts';
import { type Listing, systemsRead } from '../../fleet/list/listing.ts';
import { cursorOf, defineList, viewIn } from '../../fleet/lists.ts';
import { keepLast } from '../../kernel/store.ts';
import { fold, holdsHidden } from '../../kernel/spelling.ts';
import { hasUnknownAge, isStale } from '../../fleet/staleness/staleness.ts';
import type { State, Action, Screen } from '../../root/state.ts';
import { readFilter } from '../../fleet/filter/filter.ts';
import { moveCursor, showList } from '../../fleet/list/feature.ts';
import { type Feature, type Of, andThen, onScreen, withNotice, type Step } from '../../root/feature.ts';
import { recordAbout } from '../../change/request/requests.ts';
import { askNewToken } from '../../session/backoff/update.ts';
import { enrolmentKeysEffects } from './effects.ts';

/** The stages of creating a key. `askedAt`: when enter was pressed. */
export type KeyCreation = Tagged<{
  describing: { typed: string; message: string | null; problem: Problem | null; askedAt: number | null };
  creating: { typed: string; attempt: number; askedAt: number };
  /**
   * The answer is shown once and stored nowhere else. `isWarned`: you were warned that the secret is lost when you
   * leave the screen.
   */
  created: {
    typed: string;
    key: EnrolmentKey;
    isRevealed: boolean;
    wasRevealed: boolean;
    isCopied: boolean;
    isWarned: boolean;
  };
}>;

export const describing: KeyCreation = { kind: 'describing', typed: '', message: null, problem: null, askedAt: null };

/** A key that was created here; its secret is not kept. */
interface MadeKey {
  /** Null when the answer contains none. */
  readonly id: WholeNumber | null;
  readonly description: string;
}

interface EnrolmentKeysState {
  /** Newest first. */
  readonly made: readonly MadeKey[];
  readonly view: ListView;
}

export interface EnrolmentKeysFeature {
  readonly state: EnrolmentKeysState;
  readonly action: Tagged<{
    newKeyOpened: None;
    /** A request of the explorer that sets only a description. */
    newKeyFilled: { description: string };
    keyDescribed: None;
    keyCreated: { attempt: number; key: EnrolmentKey };
    /** Nothing was sent, because the change could not be recorded or must wait: `message` is the sentence. */
    keyNotSent: { attempt: number; message: string };
    keyCreationFailed: { attempt: number; problem: Problem };
    secretToggled: None;
    secretCopied: None;
    keysSeenOpened: None;
    /** Opens the list of systems, filtered by the key under the cursor. */
    keySystemsShown: None;
  }>;
  readonly effect: Tagged<{
    createEnrolmentKey: { attempt: number; orgId: string; description: string; about: RecordAbout };
  }>;
  readonly screen: Tagged<{
    /** `isFromKeys`: opened from the list of keys, so esc returns to it. */
    newKey: { creation: KeyCreation; isFromKeys?: boolean };
    keysSeen: { list: ListPosition };
  }>;
  readonly field: 'keyDescription';
}

declare module '../../root/state.ts' {
  interface Features {
    readonly enrolmentKeys: EnrolmentKeysFeature;
  }
}

// The known enrolment keys: those of the loaded systems, the new one, and the one under the cursor.

export interface KeySeen {
  /** Null for systems whose key is missing or unreadable. */
  readonly id: WholeNumber | null;
  readonly description: string | null;
  readonly systems: number;
  readonly stale: number;
  /** Systems of unreadable age, which may be stale as well. */
  readonly unknown: number;
}

/** Stands for the key of systems whose key cannot be read. */
const unreadKey = Symbol('unreadable');

/** Counts systems, and the stale ones among them, by enrolment key; keys with the most systems come first. */
export function keysSeen(systems: Iterable<System>, days: number, now: number): readonly KeySeen[] {
  const keys = new Map<WholeNumber | typeof unreadKey | null, { -readonly [K in keyof KeySeen]: KeySeen[K] }>();
  for (const system of systems) {
    const { enrolmentKeyId: id, unread } = system;
    const isUnread = unread.includes('enrolmentKeyId');
    const description = isUnread ? '(unreadable)' : system.enrolmentKeyDescription;
    const named = isUnread ? unreadKey : id;
    const key = keys.get(named) ?? { id, description, systems: 0, stale: 0, unknown: 0 };
    key.systems++;
    if (isStale(system, days, now)) key.stale++;
    if (hasUnknownAge(system)) key.unknown++;
    keys.set(named, key);
  }
  return [...keys.values()].sort((a, b) => b.systems - a.systems);
}

/** Keys that were created here, then those of the loaded systems, with the most systems first. */
export function keyRows({ list: { listing }, staleness: { days }, now, enrolmentKeys: { made } }: State) {
  return rowsOf(listing, days, now, made);
}

const rowsOf = keepLast((listing: Listing, days: number, now: number, keys: readonly MadeKey[]) => {
  const seen = keysSeen(systemsRead(listing), days, now);
  const made = keys.map((key): KeySeen => {
    return seen.find((row) => isSameKey(row, key)) ?? { ...key, systems: 0, stale: 0, unknown: 0 };
  });
  return [...made, ...seen.filter((row) => !made.includes(row))];
});

export const keyList = defineList<KeySeen>({
  rows: keyRows,
  key: ({ id, description }) => id ?? description,
  columns: [
    {
      ...{ id: 'description', texts: ({ description }) => description ?? '' },
      sortedBy: ({ description }) => description && fold(description),
    },
    { id: 'systems', sortedBy: ({ systems }) => systems, isFalling: true },
    { id: 'stale', sortedBy: ({ stale, unknown }) => stale + unknown, isFalling: true },
    { id: 'id', texts: ({ id }) => String(id ?? '') },
  ],
  view: viewIn('enrolmentKeys'),
  at: cursorOf('keysSeen'),
});

/** Compares ids, or descriptions when one of the two has no id. */
function isSameKey(one: KeySeen, other: MadeKey): boolean {
  if (one.id !== null && other.id !== null) return one.id === other.id;
  return one.description === other.description;
}

/** The key's id, under either of its two names; null when the answer has none. */
function keyIdIn({ fields }: EnrolmentKey): WholeNumber | null {
  const named = ['id', 'enrolmentKeyId'].map((wanted) => fields.find(({ name }) => name === wanted)?.value);
  return named.map(wholeNumber).find((value) => value !== undefined) ?? null;
}

// The key that is being created.

/** While a key is being created: its answer and its secret arrive only once. */
export function isKeyUnderWay({ screen }: State): boolean {
  return screen.kind === 'newKey' && screen.creation.kind === 'creating';
}

/** Was the secret neither revealed nor copied? Leaving the screen would lose it. */
export function isSecretUnseen(creation: KeyCreation): boolean {
  if (creation.kind !== 'created' || creation.wasRevealed || creation.isCopied) return false;
  return secretOf(creation.key) !== null;
}

/** The field that most likely holds the secret: by its name, otherwise the longest text without a space. */
export function secretOf(key: EnrolmentKey): { readonly name: string; readonly value: string } | null {
  const texts = key.fields.flatMap(({ name, value }) => (typeof value === 'string' ? [{ name, value }] : []));
  const named = texts.find(({ name, value }) => value !== '' && looksSecretByName(name));
  if (named !== undefined) return named;
  const long = texts.filter(({ name, value }) => value.length >= 20 && !/\s/.test(value) && !isPlain(name, value));
  return long.sort((a, b) => b.value.length - a.value.length)[0] ?? null;
}

function looksSecretByName(name: string): boolean {
  return /(key|secret|token|password|code|credential)$/i.test(name);
}

/** Times, addresses and identifiers are long words, but not secrets. */
function isPlain(name: string, value: string): boolean {
  return /(id|url|description|name)$/i.test(name) || /^\d{4}-\d{2}-\d{2}T/.test(value) || /^https?:\/\//.test(value);
}

export function keyAtCursor(state: State): KeySeen | undefined {
  return keyList.current(state);
}

const notPlain = 'Not copied: the secret holds control or invisible characters. v shows it.';

/** The creation on the screen at the given stage; null otherwise. */
function creationAt<K extends KeyCreation['kind']>({ screen }: State, kind: K): Of<KeyCreation, K> | null {
  return screen.kind === 'newKey' && screen.creation.kind === kind ? (screen.creation as Of<KeyCreation, K>) : null;
}

/** The creation of this attempt; null for the answer to an earlier attempt. */
function creationOf(state: State, attempt: number): Of<KeyCreation, 'creating'> | null {
  const creation = creationAt(state, 'creating');
  return creation?.attempt === attempt ? creation : null;
}

function withCreation(state: State, creation: KeyCreation): State {
  const isFromKeys = state.screen.kind === 'newKey' && state.screen.isFromKeys === true;
  return { ...state, screen: { kind: 'newKey', creation, isFromKeys } };
}

/** Leaves the creation of a key; asks once before an unsaved secret is lost. */
function backFromKey(state: State, { creation, isFromKeys }: Of<Screen, 'newKey'>): Step | Action {
  if (creation.kind === 'creating') return [state];
  if (creation.kind === 'created' && isSecretUnseen(creation) && !creation.isWarned)
    return [withCreation(state, { ...creation, isWarned: true })];
  return isFromKeys === true ? { kind: 'keysSeenOpened' } : [onScreen(state, { kind: 'systems' })];
}

export const enrolmentKeys: Feature<'enrolmentKeys'> = {
  slice: {
    initial: { made: [], view: wholeView },
    lasts: 'organisation',
  },
  update: {
    newKeyOpened(state) {
      const isFromKeys = state.screen.kind === 'keysSeen';
      return [onScreen(state, { kind: 'newKey', creation: describing, isFromKeys })];
    },
    newKeyFilled(state, { description: typed }) {
      const next = onScreen(state, { kind: 'newKey', creation: { ...describing, typed } });
      return [withNotice(next, 'A key with a description alone is created here: enter creates it.')];
    },
    keyDescribed(state) {
      const creation = creationAt(state, 'describing');
      if (creation === null || state.organisation === null) return [state];
      const typed = creation.typed.trim();
      if (typed === '') {
        const message = 'Type a description: it identifies the key.';
        return [withCreation(state, { ...creation, message })];
      }
      const { nextId: attempt, now: askedAt, organisation } = state;
      const about = recordAbout(state, organisation);
      return [
        { ...withCreation(state, { kind: 'creating', typed, attempt, askedAt }), nextId: attempt + 1 },
        { kind: 'createEnrolmentKey', attempt, orgId: organisation.orgId, description: typed, about },
      ];
    },
    keyNotSent(state, { attempt, message }) {
      const creation = creationOf(state, attempt);
      if (creation === null) return [state];
      const { typed } = creation;
      return [withCreation(state, { kind: 'describing', typed, message, problem: null, askedAt: null })];
    },
    keyCreated(state, { attempt, key }) {
      const creation = creationOf(state, attempt);
      if (creation === null) return [state];
      const unseen = { isRevealed: false, wasRevealed: false, isCopied: false, isWarned: false };
      const { typed } = creation;
      const made = [{ id: keyIdIn(key), description: typed.trim() }, ...state.enrolmentKeys.made];
      const enrolmentKeys = { ...state.enrolmentKeys, made };
      return [withCreation({ ...state, enrolmentKeys }, { kind: 'created', typed, key, ...unseen })];
    },
    keyCreationFailed(state, { attempt, problem }) {
      const creation = creationOf(state, attempt);
      if (creation === null) return [state];
      const { typed, askedAt } = creation;
      const next = withCreation(state, { kind: 'describing', typed, message: null, problem, askedAt });
      const isTokenRefused = problem.kind === 'refused' && problem.status === 401;
      return [isTokenRefused && !next.program.isLeaving ? askNewToken(next, problem) : next];
    },
    secretToggled(state) {
      const creation = creationAt(state, 'created');
      if (creation === null) return [state];
      const isRevealed = !creation.isRevealed;
      return [withCreation(state, { ...creation, isRevealed, wasRevealed: true, isWarned: false })];
    },
    secretCopied(state) {
      const creation = creationAt(state, 'created');
      const secret = creation && secretOf(creation.key);
      if (creation === null || secret === null) return [state];
      // Control characters would act in a shell, and replacing them would change the secret.
      if (holdsHidden(secret.value)) return [{ ...state, notice: { kind: 'warning', text: notPlain } }];
      return [
        withCreation(state, { ...creation, isCopied: true, isWarned: false }),
        { kind: 'copyText', text: secret.value },
      ];
    },
    keySystemsShown(state) {
      const key = keyAtCursor(state);
      if (key === undefined) return [state];
      const text = key.id === null ? '-key:*' : `key:=${key.id}`;
      const shown = showList(onScreen(state, { kind: 'systems' }), { filter: readFilter(text) });
      return andThen(moveCursor(shown, 'first'), (next) => [
        withNotice(next, 'esc shows all systems, K the keys again.'),
      ]);
    },
    keysSeenOpened: (state) => [onScreen(state, { kind: 'keysSeen', list: atTop })],
  },
  effects: enrolmentKeysEffects,
  pending(state) {
    const creation = creationAt(state, 'creating');
    return creation && `key ${creation.attempt}`;
  },
  holdsExit: isKeyUnderWay,
  screens: {
    newKey: {
      back: backFromKey,
      field(state, { creation }) {
        if (creation.kind !== 'describing') return null;
        const edit = (typed: string): Step => [withCreation(state, { ...describing, typed })];
        return { name: 'keyDescription', text: creation.typed, edited: edit, confirms: 'enter' };
      },
    },
    keysSeen: {
      back: (state) => [keyList.unfiltered(state) ?? onScreen(state, { kind: 'systems' })],
      list: keyList.list,
    },
  },
};
