import { ConfigurationError } from '../errors/errors.js';

/**
 * Runs code that is loaded when it is first needed. Such code imports nothing that the client needs from the start, so that
 * bundlers keep it in a file of its own: what it throws becomes a ConfigurationError here.
 */
export async function loaded<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const { message, cause } = error as Error;
    throw new ConfigurationError(message, { cause });
  }
}
