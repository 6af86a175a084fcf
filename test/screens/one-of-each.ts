/** The gallery's states, by what is on the screen and over it. */
import { gallery } from './gallery.ts';
import type { States } from './looks.tsx';

/** `first`: one state of each screen, prompt and whatever lies over a screen. */
export function oneOfEach(): { readonly first: States; readonly others: States } {
  const seen = new Set<string>();
  const isFirst = Map.groupBy(Object.entries(gallery), ([, make]) => {
    const { screen, overlay, prompt } = make();
    const what = [screen.kind, overlay?.kind, prompt?.kind].join();
    return !seen.has(what) && seen.add(what).has(what);
  });
  return { first: isFirst.get(true) ?? [], others: isFirst.get(false) ?? [] };
}
