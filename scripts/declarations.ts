/** How the packages are built with their declarations: the part of `tsdown.config.ts` that they share. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withDocCommentsOnOwnLines } from './declarations/own-lines.js';
import { withUsedImports } from './declarations/used-imports.js';

/**
 * Makes them with the compiler that takes a tenth of the time of the others: a value for `dts`. The files of `tsconfig` must
 * be below the package, because it writes the declarations of all others beside their source.
 */
export const latestCompiler = {
  tsgo: { path: fileURLToPath(new URL('../node_modules/typescript-7/bin/tsc', import.meta.url)) },
};

/**
 * Puts their doc comments where editors look for them, and leaves out imports that nothing needs, after a package was built: a
 * hook for `build:done`. For the comments, newer versions of the bundler need no such step, but a newer Node.js than we do.
 */
export function tidyDeclarations({ options: { outDir } }: { options: { outDir: string } }): void {
  for (const name of readdirSync(outDir).filter((file) => /\.d\.c?ts$/.test(file))) {
    const file = join(outDir, name);
    writeFileSync(file, withUsedImports(withDocCommentsOnOwnLines(readFileSync(file, 'utf8'))));
  }
}
