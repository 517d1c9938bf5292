import type { JsonObject } from '../json.js';

/** How the responses of two operations belong together. */
interface ResponsePairs {
  /** The responses that are compared by their keys, or came or went. */
  byKey: { before: JsonObject; after: JsonObject };
  /** Responses of two keys of which one stands for the other: `404` is part of `4XX`. */
  ofRanges: { before: string; after: string }[];
  /** Keys that are not there any more, and those that say of the same statuses now what comes back. */
  restated: RestatedResponse[];
}

interface RestatedResponse {
  before: string;
  after: readonly string[];
  /** Whether each key of now stands for a part of the statuses of before. */
  areParts: boolean;
}

export function responsePairs(before: JsonObject, after: JsonObject): ResponsePairs {
  const gone = statusesOf(before).filter((status) => !(status in after));
  const come = statusesOf(after).filter((status) => !(status in before));
  const ofRanges: ResponsePairs['ofRanges'] = [];
  const restated: RestatedResponse[] = [];
  for (const status of gone) {
    const range = rangeOf(status, after);
    const parts = come.filter((each) => rangeOf(each, before) === status);
    if (range !== undefined) {
      ofRanges.push({ before: status, after: range });
      restated.push({ before: status, after: [range], areParts: false });
    } else if (parts.length > 0) restated.push({ before: status, after: parts, areParts: true });
  }
  for (const status of come) {
    const range = rangeOf(status, before);
    if (range !== undefined) ofRanges.push({ before: range, after: status });
  }
  const byKey = {
    before: without(before, new Set(restated.map((each) => each.before))),
    after: without(after, new Set(restated.flatMap((each) => each.after).filter((status) => come.includes(status)))),
  };
  return { byKey, ofRanges, restated };
}

/** The key that stands for a status, or a range of them, which is not named: that of its range, or the default. */
function rangeOf(status: string, responses: JsonObject): string | undefined {
  if (status === 'default') return undefined;
  const range = `${status.charAt(0)}XX`;
  if (status !== range && range in responses) return range;
  // The default stands for successes only where no other response does.
  const isCovered = isFailure(status) || !statusesOf(responses).some(isSuccess);
  return isCovered && 'default' in responses ? 'default' : undefined;
}

function statusesOf(responses: JsonObject): string[] {
  return Object.keys(responses).filter((key) => !key.startsWith('x-'));
}

function isSuccess(status: string): boolean {
  return status !== 'default' && !isFailure(status);
}

function isFailure(status: string): boolean {
  return /^[45]/.test(status);
}

function without(responses: JsonObject, statuses: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(responses).filter(([status]) => !statuses.has(status)));
}
