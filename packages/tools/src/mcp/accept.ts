/** The types of answers that a client takes. */
export interface AcceptedTypes {
  readonly json: boolean;
  readonly eventStream: boolean;
}

/** Reads the header `Accept`: without one, or with wildcards, a client takes whatever fits them. */
export function acceptedTypes(header: string | undefined): AcceptedTypes {
  const ranges = rangesOf(header?.trim() ? header : '*/*');
  return { json: takes(ranges, 'application/json'), eventStream: takes(ranges, 'text/event-stream') };
}

/** The header that the transports of the protocol ask for. */
export const BOTH_TYPES = 'application/json, text/event-stream';

/** Whether each range of media types is accepted. A weight of 0 refuses it. */
const rangesOf = (header: string): ReadonlyMap<string, boolean> =>
  new Map(
    header.split(',').map((part) => {
      const [range = '', ...parameters] = part.toLowerCase().split(';');
      const isRefused = parameters.some((parameter) => /^\s*q\s*=\s*0(?:\.0*)?\s*$/.test(parameter));
      return [range.trim(), !isRefused];
    }),
  );

/** The most specific range that fits a type decides. */
function takes(ranges: ReadonlyMap<string, boolean>, type: string): boolean {
  const [kind] = type.split('/');
  return [type, `${kind}/*`, '*/*'].map((range) => ranges.get(range)).find((isTaken) => isTaken !== undefined) ?? false;
}
