import { describe, expect, test } from 'vitest';
import { maxBodyBytes } from '../../../src/api/http/response.ts';
import { withoutSecrets } from '../../../src/api/secrets.ts';
import { stepsOf } from '../../support/steps.ts';
import { functions, signs } from '../../support/text-functions.ts';

/** Signs before and behind decide how far a pattern looks. */
const around = [
  ['', 'a'],
  ['a', 'a'],
  ['"', ''],
  ['key=', ''],
  ['Zq7', '%'],
] as const;

// First: once patterns are counted, every pattern of the process is many times slower.
describe('200 kB', () => {
  // A pattern that begins again at each sign would take hours.
  test.each(Object.entries(functions))('are taken by %s, whatever sign it is of', (_, run) => {
    for (const sign of signs) expect(() => run(sign.repeat(Math.ceil(200_000 / sign.length)))).not.toThrow();
  });
});

describe('a text of twice the length', () => {
  test.each(Object.entries(functions))('takes %s twice the steps, whatever sign it is of', (_, run) => {
    for (const sign of signs) {
      for (const [before, behind] of around) {
        const [once, twice] = [200, 400].map((length) => {
          const text = before + sign.repeat(Math.ceil(length / sign.length)) + behind;
          return stepsOf(() => run(text));
        });
        const found = `${sign}: ${JSON.stringify([once, twice])}`;
        expect((twice?.steps ?? 0) < 2.5 * (once?.steps ?? 0) + 1000, found).toBe(true);
        // The places that a pattern has to come back to are on a stack, which has an end.
        expect((twice?.depth ?? 0) <= (once?.depth ?? 0) + 50, found).toBe(true);
      }
    }
  });
});

test('a cell as large as an answer may be is masked', () => {
  const cell = 'a'.repeat(maxBodyBytes);
  expect(withoutSecrets(`password,b\n"${cell}",x\n`, 'text/csv')).toBe('password,b\n•••,x\n');
  expect(withoutSecrets(`{"password":"${cell}","b":"x"}`, 'application/json')).toBe('{"password":"•••","b":"x"}');
  expect(withoutSecrets(`password="${cell}" b`, 'text/plain')).toBe('password="•••" b');
});

describe('steps', () => {
  test('of a pattern that begins again at each sign grow with its square', () => {
    const [once, twice] = [400, 800].map((length) => stepsOf(() => `${'-'.repeat(length)}a`.search(/-+$/)).steps);
    expect((twice ?? 0) / (once ?? 1)).toBeGreaterThan(3.9);
  });

  test('of a loop of alternatives are remembered, each', () => {
    expect(stepsOf(() => /"(?:[^"]|"")*"/.test(`"${'a'.repeat(400)}"`)).depth).toBeGreaterThan(400);
  });
});
