/** The operations that run code count their `timeout` in seconds. */
export const secondsIn = (timeout: number | undefined): number | undefined => timeout && timeout * 1000;
