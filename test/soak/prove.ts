/** Runs the proof over many texts. */
import { hasUnknownWidth } from './unknown-widths.ts';
import { anEmulator, faultsOf, textsPerFrame } from './proof.tsx';

/**
 * Faults, at most ten. Every screen is drawn once in `wholeEvery` frames of the list; texts with characters
 * whose width the emulator does not know are left out.
 */
export async function faultsAmong(
  texts: Iterable<string>,
  wholeEvery: number,
): Promise<{ proved: number; faults: string[] }> {
  const emulated = anEmulator();
  const faults: string[] = [];
  let frame: string[] = [];
  let frames = 0;
  let proved = 0;
  const draw = async (): Promise<void> => {
    faults.push(...(await faultsOf(frame, emulated, frames++ % wholeEvery === 0)));
    proved += frame.length;
    frame = [];
  };
  for (const text of texts) {
    if (hasUnknownWidth(text)) continue;
    frame.push(text);
    if (frame.length === textsPerFrame) await draw();
    if (faults.length >= 10) break;
  }
  if (frame.length > 0) await draw();
  emulated.emulator.dispose();
  return { proved, faults };
}
