/**
 * Puts the doc comments of the declarations in `dist` where editors look for them; the last step of building a package,
 * which runs it in its folder. Newer versions of the bundler need no such step, but a newer Node.js than we do.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withDocCommentsOnOwnLines } from './doc-comments/own-lines.js';

for (const name of readdirSync('dist').filter((file) => /\.d\.c?ts$/.test(file))) {
  const file = join('dist', name);
  writeFileSync(file, withDocCommentsOnOwnLines(readFileSync(file, 'utf8')));
}
