/**
 * The whole number of a literal such as `9007199254740993`, `-1` or `0xFF`: a bigint where a double may stand for another
 * number, too.
 */
export function exactInteger(literal: string): number | bigint {
  const sign = literal.startsWith('-') ? -1 : 1;
  const digits = literal.replace(/^[-+]/, '');
  const value = Number(digits);
  return Number.isSafeInteger(value) ? sign * value : BigInt(sign) * BigInt(digits);
}
