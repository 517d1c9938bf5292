/** In single quotes a POSIX shell changes nothing; a single quote itself leaves them for a moment. */
export const shellQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A value as a word of a command line for a person, in quotes unless it is plain. */
export const shellWord = (text: string): string => (/^[\w./:@,+-]+$/.test(text) ? text : shellQuote(text));
