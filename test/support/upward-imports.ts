/** Imports that point up from a lower wing to a higher one. The list only shrinks. */
export const upward: ReadonlySet<string> = new Set([
  'src/state/change/runs/update.ts → src/state/account/settings/public.ts',
  'src/state/change/runs/update.ts → src/state/account/sign-in/public.ts',
  'src/state/change/runs/update.ts → src/state/removal/deletion/public.ts',
  'src/state/change/runs/update.ts → src/state/removal/review/public.ts',
]);
