import { setFlagsFromString } from 'node:v8';

/**
 * These flags prefer low memory to speed. The optimizing compiler alone takes tens of megabytes for the one large function
 * of SQLite, and a crawl is hardly faster with it. Flags apply to the whole process, so only the command line sets them: a
 * program that embeds the service chooses its own.
 */
const FLAGS = ['--optimize-for-size', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

/** Sets the flags. Call it before you load the service. */
export function preferLowMemory(): void {
  for (const flag of FLAGS) setFlagsFromString(flag);
}
