/** Properties of any values, as tests or as steps of one; options come before the check. */
import fc from 'fast-check';
import { test } from 'vitest';

/** As in fast-check. */
const defaultRuns = 100;

type Arbitraries<Values extends unknown[]> = { readonly [Key in keyof Values]: fc.Arbitrary<Values[Key]> };
/** Nothing, or a verdict. A promise is neither: such a check would pass before it was made. */
type Verdict = boolean | ReturnType<() => void>;
type Options<Values> = fc.Parameters<Values>;
type Check<Values extends unknown[], Answer> = (...values: Values) => Answer;
type Rest<Values extends unknown[], Answer> =
  [check: Check<Values, Answer>] | [options: Options<Values>, check: Check<Values, Answer>];

/** The part of the runs that is made (`vitest.config.ts`). */
const share = Number(process.env['PROPERTY_SHARE'] ?? 1);

function parted<Values extends unknown[], Answer>(rest: Rest<Values, Answer>) {
  const [options, check] = rest.length === 1 ? [{}, rest[0]] : rest;
  return { options: { ...options, numRuns: Math.ceil((options.numRuns ?? defaultRuns) * share) }, check };
}

/** A test: the check holds, or answers true, for any values of these kinds. */
export function property<Values extends [unknown, ...unknown[]]>(
  name: string,
  arbitraries: Arbitraries<Values>,
  ...rest: Rest<Values, Verdict>
): void {
  test(name, () => {
    holds(arbitraries, ...rest);
  });
}

/** The same, for a check that takes time. */
export function asyncProperty<Values extends [unknown, ...unknown[]]>(
  name: string,
  arbitraries: Arbitraries<Values>,
  ...rest: Rest<Values, Promise<Verdict>>
): void {
  const { options, check } = parted(rest);
  test(name, () => fc.assert(fc.asyncProperty(...arbitraries, check), options));
}

/** The same within a test. */
export function holds<Values extends [unknown, ...unknown[]]>(
  arbitraries: Arbitraries<Values>,
  ...rest: Rest<Values, Verdict>
): void {
  const { options, check } = parted(rest);
  fc.assert(fc.property(...arbitraries, check), options);
}
