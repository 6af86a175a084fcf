/** Reads `--fault`: the fault of the demo's service, and its place. */
import { didYouMean } from '../../state/kernel/spelling.ts';
import { type DemoFault, demoFaults } from '../cli/startup.ts';

export type FaultAsked =
  /** `words`: with its place, `503@deletion`. */
  | { readonly kind: 'fault'; readonly words: string }
  | { readonly kind: 'list'; readonly text: string }
  | { readonly kind: 'refused'; readonly sentence: string };

/** The service itself lists its faults: the program knows none of them. */
export async function faultAsked(typed: string): Promise<FaultAsked> {
  return faultAmong(await demoFaults(), typed);
}

export function faultAmong(faults: readonly DemoFault[], typed: string): FaultAsked {
  if (typed === 'list') return { kind: 'list', text: listOf(faults) };
  const [name = '', place] = typed.split('@');
  const found = faults.find(({ fault }) => fault === name);
  if (found === undefined) {
    const names = faults.map(({ fault }) => fault);
    const remedy = meant(didYouMean(name, names)) ?? 'rollcall --demo --fault list shows all.';
    return { kind: 'refused', sentence: `Unknown fault "${shown(name)}". ${remedy}` };
  }
  const { fault, places } = found;
  const chosen = place ?? places[0] ?? '';
  if (places.includes(chosen)) return { kind: 'fault', words: `${fault}@${chosen}` };
  const near = didYouMean(chosen, places);
  const remedy = meant(near === null ? null : `${fault}@${near}`) ?? `The places of ${fault}: ${places.join(', ')}.`;
  return { kind: 'refused', sentence: `Unknown place "${shown(chosen)}". ${remedy}` };
}

function meant(word: string | null): string | null {
  return word === null ? null : `Did you mean ${word}?`;
}

/** Without anything a terminal would act on. */
function shown(word: string): string {
  return word.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 40);
}

/** One fault a line, with its places; the usual one comes first. */
function listOf(faults: readonly DemoFault[]): string {
  const widest = Math.max(...faults.map(({ fault }) => fault.length));
  const lines = faults.map(({ fault, places }) => `${fault.padEnd(widest)}  ${places.join(' ')}`);
  return [
    'rollcall --demo --fault NAME starts the demo with one of these faults, and',
    '--fault NAME@PLACE chooses where it happens. Without it: at the first place.',
    '',
    ...lines,
    '',
  ].join('\n');
}
