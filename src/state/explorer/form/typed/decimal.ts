/** Numbers as they are written, compared and tested digit by digit: a double cannot hold all of them. */
import { ExactNumber, parseExactly, withoutTail } from '../../../../api/exact-json.ts';

const pattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Is the text a number as JSON has them? */
export function isNumberText(text: string): boolean {
  return pattern.test(text);
}

/** The number with exactly these digits; a plain one where it would be written in the same way. */
export function numberOf(text: string): number | ExactNumber {
  const value = parseExactly(text);
  return typeof value === 'number' && String(value) === text ? value : new ExactNumber(text);
}

interface Decimal {
  readonly sign: 1 | -1;
  /** Without zeros at either end; empty for zero. */
  readonly digits: string;
  /** The value is 0.digits × 10^exponent. */
  readonly exponent: number;
}

function decimalOf(text: string): Decimal | null {
  const [, minus = '', whole = '', part = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  if (whole === '') return null;
  const digits = (whole + part).replace(/^0+/, '');
  const zeros = (whole + part).length - digits.length;
  const trimmed = withoutTail(digits, '0');
  return { sign: minus === '' ? 1 : -1, digits: trimmed, exponent: whole.length - zeros + Number(power) };
}

/** Below 0: the first is smaller. Null where one of them is no number. */
export function compareNumbers(first: string, second: string): number | null {
  const [a, b] = [decimalOf(first), decimalOf(second)];
  if (a === null || b === null) return null;
  const [signA, signB] = [a.digits === '' ? 0 : a.sign, b.digits === '' ? 0 : b.sign];
  if (signA !== signB || signA === 0) return signA - signB;
  const by = a.exponent === b.exponent ? compareDigits(a.digits, b.digits) : a.exponent - b.exponent;
  return by * signA;
}

function compareDigits(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

export function isWholeNumber(text: string): boolean {
  const decimal = decimalOf(text);
  return decimal !== null && decimal.digits.length <= decimal.exponent;
}

/** `43,200`; only where the text is nothing but digits. */
export function groupedDigits(text: string): string {
  const [, minus = '', digits = ''] = /^(-?)(\d+)$/.exec(text) ?? [];
  if (digits === '') return text;
  const first = digits.length % 3 || 3;
  return minus + digits.slice(0, first) + digits.slice(first).replace(/\d{3}/g, ',$&');
}
