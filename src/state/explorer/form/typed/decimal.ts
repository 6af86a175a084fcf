/** Numbers as text, compared and tested with all their digits: a double cannot hold all of them. */
import { ExactNumber, parseExactly, withoutTail } from '../../../../api/exact-json.ts';

const pattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Is the text a JSON number? */
export function isNumberText(text: string): boolean {
  return pattern.test(text);
}

/** The number with exactly these digits; a plain number if it is written in the same way. */
export function numberOf(text: string): number | ExactNumber {
  const value = parseExactly(text);
  return typeof value === 'number' && String(value) === text ? value : new ExactNumber(text);
}

/** The value is digits × 10^power. */
interface Decimal {
  readonly digits: bigint;
  readonly power: number;
}

function decimalOf(text: string): Decimal | null {
  const [, minus = '', whole = '', part = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,9}))?$/.exec(text) ?? [];
  return whole === '' ? null : { digits: BigInt(minus + whole + part), power: Number(power) - part.length };
}

/** Below 0: the first is smaller. Null when one of them is not a number. */
export function compareNumbers(first: string, second: string): number | null {
  const [a, b] = [decimalOf(first), decimalOf(second)];
  if (a === null || b === null) return null;
  const [signA, signB] = [signOf(a), signOf(b)];
  if (signA !== signB || signA === 0) return signA - signB;
  // Numbers of one size differ in power only as much as in digits, so no power is too large to compute.
  if (sizeOf(a) !== sizeOf(b)) return (sizeOf(a) - sizeOf(b)) * signA;
  const least = Math.min(a.power, b.power);
  const [one, other] = [a, b].map(({ digits, power }) => digits * 10n ** BigInt(power - least));
  return Number((one ?? 0n) > (other ?? 0n)) - Number((one ?? 0n) < (other ?? 0n));
}

function signOf({ digits }: Decimal): number {
  return Number(digits > 0n) - Number(digits < 0n);
}

/** Power of the first digit. */
function sizeOf({ digits, power }: Decimal): number {
  return String(digits).replace('-', '').length + power;
}

export function isWholeNumber(text: string): boolean {
  const decimal = decimalOf(text);
  if (decimal === null) return false;
  const digits = String(decimal.digits);
  return decimal.digits === 0n || digits.length - withoutTail(digits, '0').length + decimal.power >= 0;
}
