/** Where can a token be kept, and what is each place called? */

/** `session`: nowhere beyond this session. */
export type Place = 'session' | 'keychain' | 'kernel' | 'command' | 'file';

/** As it stands after "kept in" or "the token is in". */
const placeNames: Readonly<Record<Place, string>> = {
  session: 'this session only',
  keychain: 'the keychain',
  kernel: "the kernel's keyring",
  command: 'your command',
  file: 'a file that only you can read',
};

/**
 * What became of looking for the token where the profile keeps it. `hasChosen`: somebody said once that it is kept
 * there; else it is where it would be kept.
 */
export type TokenFound =
  | { readonly kind: 'found'; readonly place: Place }
  | { readonly kind: 'none'; readonly place: Place; readonly hasChosen: boolean }
  | { readonly kind: 'failed'; readonly place: Place; readonly hasChosen: boolean; readonly sentence: string };

/** The place that should hold the token did not give it. */
export interface FailedPlace {
  readonly place: Place;
  readonly sentence: string;
}

/** What became of the token in one place when somebody signed out; `sentence` says why it could not be removed. */
export interface Forgotten {
  readonly place: Place;
  readonly sentence: string | null;
}

/** What became of keeping a token; `stillIn`: where an earlier one could not be removed. */
export type Kept =
  | { readonly ok: true; readonly place: Place; readonly stillIn: readonly Place[] }
  | { readonly ok: false; readonly place: Place; readonly sentence: string };

export function keptSentence(kept: Kept): string {
  if (!kept.ok) return `The token is kept for this session only: ${kept.sentence}`;
  const left = kept.stillIn.length === 0 ? '' : ` An earlier one is still in ${namesOf(kept.stillIn)}.`;
  switch (kept.place) {
    case 'session':
      return `The token is kept for this session only.${left}`;
    case 'command':
      return `The token comes from your command.${left}`;
    case 'keychain':
    case 'kernel':
    case 'file':
      return `The token is kept in ${placeNames[kept.place]}.${left}`;
  }
}

/** One line for each place, and what no place can do. */
export function forgottenLines(report: readonly Forgotten[]): readonly string[] {
  return [...report.map(lineOf), 'The token itself is valid until it is revoked in the portal.'];
}

function lineOf({ place, sentence }: Forgotten): string {
  if (sentence !== null) return `! ${placeNames[place]}: may still hold the token. ${sentence}`;
  switch (place) {
    case 'session':
      return '✓ this session: signed out';
    case 'command':
      return '✓ your command: not used any more; what it reads is as it was';
    case 'keychain':
    case 'kernel':
    case 'file':
      return `✓ ${placeNames[place]}: no longer holds the token`;
  }
}

function namesOf(places: readonly Place[]): string {
  return places.map((place) => placeNames[place]).join(' and ');
}
