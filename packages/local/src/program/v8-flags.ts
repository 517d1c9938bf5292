import { setFlagsFromString } from 'node:v8';

/**
 * These flags limit the memory of the program where a crawl hardly notices it. They apply to the whole process, so only the
 * command line sets them: a program that embeds the service chooses its own.
 *
 * `--optimize-for-size` is not among them. It leaves so little room for new objects that the garbage collector interrupts
 * the conversion of a page more than once, which costs 15 to 27 % of the CPU of a crawl.
 */
const FLAGS = [
  // The optimizing compiler takes tens of megabytes for the one large function of SQLite.
  '--no-wasm-tier-up',
  '--no-wasm-dynamic-tiering',
  // Room for new objects: the workers that convert pages start with all that their limits allow, and no thread gets more.
  '--min-semi-space-size=4',
  '--semi-space-growth-factor=1',
  // So little room is collected faster by one thread than handed out to several.
  '--no-parallel-scavenge',
  // Old objects are collected when they have grown by so many percent.
  '--heap-growing-percent=40',
];

/** Sets the flags. Call it before you load the service. */
export function preferLowMemory(): void {
  for (const flag of FLAGS) setFlagsFromString(flag);
}
