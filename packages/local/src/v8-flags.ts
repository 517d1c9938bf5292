import { setFlagsFromString } from 'node:v8';

/**
 * What a process that has nothing else to do tells its engine: that memory counts for more than speed, of which there is
 * more than enough here. The optimizing compiler alone takes tens of megabytes for the one large function of SQLite, and
 * a crawl is hardly faster for it. Flags hold for a whole process: a program that embeds the service chooses its own.
 */
const FLAGS = ['--optimize-for-size', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

/** To be called before what it is about is loaded. */
export function preferLowMemory(): void {
  for (const flag of FLAGS) setFlagsFromString(flag);
}
