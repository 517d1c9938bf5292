/** The operations that run code count their `timeout` in seconds; we count in milliseconds. */
export const millisecondsOf = (timeout: number | undefined): number | undefined => timeout && timeout * 1000;
