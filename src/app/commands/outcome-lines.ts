/** Tells the outcomes of a deletion in lines, for the end of a session, the clipboard, and a command. */
import { outcomeWord, reasonFor } from '../../screens/removal/deletion/outcome-wording.ts';
import { clean } from '../../screens/text/clean.ts';
import { nameOf } from '../../screens/text/field-text.ts';
import type { Settled } from '../../state/change/run.ts';
import type { RunKind } from '../../state/change/run-kinds.ts';

/** One line for each system, safe for a terminal: `refused  kiosk-12  K3F9Q  409 …`. */
export function outcomeLines(settled: readonly Settled[], does: RunKind): string {
  return settled
    .map(({ system, outcome }) => {
      const reason = reasonFor(outcome, does);
      const parts = [
        outcomeWord(outcome.kind),
        nameOf(system),
        clean(system.systemId),
        ...(reason === '' ? [] : [reason]),
      ];
      return `${parts.join('  ')}\n`;
    })
    .join('');
}
