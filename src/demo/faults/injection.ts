/** Injects one fault into a running service, by its words: `503@deletion`. */

import type { Intercept } from '../service.ts';
import { type InjectedFault, injectedFaults, wordFor } from './faults.ts';
import { isAt, type Place } from './places.ts';

/** The words for a fault, for the starter of the service: the usual place comes first. */
export interface FaultWords {
  readonly fault: string;
  readonly places: readonly string[];
}

export function faultWords(): readonly FaultWords[] {
  return injectedFaults.map((fault) => ({ fault: wordFor(fault.name), places: placesOf(fault).map(wordFor) }));
}

/** A list whose first page fails shows the fault at once; the other places stay open to be tried. */
function placesOf({ at }: InjectedFault): readonly Place[] {
  return [...at].sort((one, other) => Number(other === 'first page') - Number(one === 'first page'));
}

/** Undefined where there is no such fault, or not in this place. */
export function interceptionOf(words: string): Intercept | undefined {
  const [name = '', placeWord] = words.split('@');
  const fault = injectedFaults.find((one) => wordFor(one.name) === name);
  if (fault === undefined) return undefined;
  const places = placesOf(fault);
  const place = placeWord === undefined ? places[0] : places.find((one) => wordFor(one) === placeWord);
  if (place === undefined) return undefined;
  return (request) => (isAt(place, request) ? fault.misbehaves : undefined);
}
