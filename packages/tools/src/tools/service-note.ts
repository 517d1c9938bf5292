const MAX_LENGTH = 300;

/** What the service said about its answer, as the first lines of a result; empty if it said nothing. */
export const serviceNote = (warning: unknown): string =>
  typeof warning === 'string' && warning !== '' ? `Note of the service: ${warning.slice(0, MAX_LENGTH)}\n\n` : '';
