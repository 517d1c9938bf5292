import { asList, isNumber, type Json, type JsonObject } from '../json.js';
import type { Strictness } from '../keywords/strictness.js';

/** Two keywords that bound the same end of a range. */
const PAIRS = [
  { inclusive: 'minimum', exclusive: 'exclusiveMinimum', sign: 1 },
  { inclusive: 'maximum', exclusive: 'exclusiveMaximum', sign: -1 },
];

/** A bound that is said by another keyword than before. */
export interface MovedBound {
  before: string;
  after: string;
  /** The strictness is undefined if both bounds mean the same. */
  strictness: Strictness | undefined;
}

/** The bounds that are inclusive on one side and exclusive on the other: they are one change and not two. */
export function movedBounds(before: JsonObject, after: JsonObject): MovedBound[] {
  if (!PAIRS.some(({ exclusive }) => exclusive in before || exclusive in after)) return [];
  return PAIRS.flatMap(({ inclusive, exclusive, sign }) => {
    const [own, other] = [boundIn(before, inclusive, exclusive), boundIn(after, inclusive, exclusive)];
    if (!own || !other || own.keyword === other.keyword) return [];
    return [{ before: own.keyword, after: other.keyword, strictness: strictnessOf(own, other, exclusive, sign) }];
  });
}

type Range = Readonly<Record<string, number | bigint>>;

/** The values of whole numbers of a format. */
const RANGES: Readonly<Record<string, Range>> = {
  int32: { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  int64: { minimum: -(2n ** 63n), maximum: 2n ** 63n - 1n },
};

/** Whether a bound or a format, which one side lacks, is said there by the format, or by both bounds. */
export function isSaidByFormat(keyword: string, before: JsonObject, after: JsonObject): boolean {
  const [having, lacking] = keyword in before ? [before, after] : [after, before];
  if (keyword in lacking) return false;
  if (keyword !== 'format') return isBound(having[keyword], rangeOf(lacking)?.[keyword]);
  const range = rangeOf(having);
  return range !== undefined && Object.entries(range).every(([bound, value]) => isBound(lacking[bound], value));
}

function rangeOf({ type, format }: JsonObject): Range | undefined {
  const types = asList(type).filter((each) => each !== 'null');
  return types.join() === 'integer' ? RANGES[String(format)] : undefined;
}

/** Programs that write contracts may have rounded a bound of 64 bits to a double. */
function isBound(value: Json | undefined, bound: number | bigint | undefined): boolean {
  if (!isNumber(value) || bound === undefined) return false;
  return typeof value === 'bigint'
    ? value === BigInt(bound) || value === BigInt(Number(bound))
    : value === Number(bound);
}

interface Bound {
  keyword: string;
  value: number | bigint;
}

/** The only keyword of a pair that a schema has. */
function boundIn(schema: JsonObject, inclusive: string, exclusive: string): Bound | undefined {
  const [bound, ...others] = [inclusive, exclusive].flatMap((keyword) => {
    const value = schema[keyword];
    return isNumber(value) ? [{ keyword, value }] : [];
  });
  return others.length === 0 ? bound : undefined;
}

function strictnessOf(before: Bound, after: Bound, exclusive: string, sign: number): Strictness {
  if (before.value !== after.value) return after.value > before.value === sign > 0 ? 'stricter' : 'looser';
  return after.keyword === exclusive ? 'stricter' : 'looser';
}
