/**
 * Puts the doc comments of the declarations in `dist` where editors look for them; the last step of building a package,
 * which runs it in its folder. Newer versions of the bundler need no such step, but a newer Node.js than we do.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withDocsApart } from './doc-comments/apart.js';

for (const name of readdirSync('dist').filter((file) => /\.d\.c?ts$/.test(file))) {
  const file = join('dist', name);
  writeFileSync(file, withDocsApart(readFileSync(file, 'utf8')));
}
