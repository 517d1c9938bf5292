import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { afterEach, beforeEach, expect, test } from 'vitest';
import rules from './imports/rules.mjs';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'imports-'));
});

afterEach(() => rmSync(root, { recursive: true }));

/** The names of the rules that a project of these files breaks. */
async function brokenRules(files: Readonly<Record<string, string>>): Promise<string[]> {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  const { forbidden = [], options } = rules;
  const { output } = await cruise(['packages'], { ...options, baseDir: root, validate: true, ruleSet: { forbidden } });
  if (typeof output === 'string') throw new Error(`The imports could not be read: ${output}`);
  return [...new Set(output.summary.violations.map(({ rule }) => rule.name))].sort();
}

const value = 'export const value = 1;\n';
const importing = (path: string) => `import { value } from '${path}';\n\nexport const other = value;\n`;

test.each<[what: string, rule: string, files: Record<string, string>]>([
  [
    'a folder that imports one before it',
    'scrape-of-local-imports-only-what-comes-after-it',
    {
      'packages/local/src/scrape/scrape-task.ts': importing('../routes/scrape.js'),
      'packages/local/src/routes/scrape.ts': value,
    },
  ],
  [
    'a file of a folder that is not its face',
    'search-of-local-is-imported-by-its-face',
    {
      'packages/local/src/scrape/scrape-task.ts': importing('../search/query.js'),
      'packages/local/src/search/query.ts': value,
    },
  ],
  [
    'a folder without a place in the order',
    'every-folder-of-local-is-a-layer',
    { 'packages/local/src/app/server.ts': importing('../attic/box.js'), 'packages/local/src/attic/box.ts': value },
  ],
  [
    'a folder that imports a file beside it',
    'no-folder-of-local-imports-what-stands-beside-it',
    { 'packages/local/src/scrape/scrape-task.ts': importing('../clock.js'), 'packages/local/src/clock.ts': value },
  ],
  [
    'files that import each other',
    'no-cycle-of-files',
    {
      'packages/sdk/src/a.ts': importing('./b.js'),
      'packages/sdk/src/b.ts': "import './a.js';\n\nexport const value = 1;\n",
    },
  ],
  [
    'folders that import each other',
    'no-cycle-of-folders',
    {
      'packages/sdk/src/jobs/a.ts': importing('../pages/b.js'),
      'packages/sdk/src/pages/b.ts': value,
      'packages/sdk/src/pages/c.ts': importing('../jobs/d.js'),
      'packages/sdk/src/jobs/d.ts': value,
    },
  ],
  [
    'an SDK that imports the service',
    'sdk-and-msw-import-the-client-alone',
    {
      'packages/sdk/src/a.ts':
        "import { createLocalServer } from '@trawl/local';\n\nexport const value = createLocalServer;\n",
    },
  ],
  [
    'a service that imports the SDK',
    'local-imports-what-it-is-built-from',
    { 'packages/local/src/a.ts': importing('../../sdk/src/b.js'), 'packages/sdk/src/b.ts': value },
  ],
  [
    'a converter whose HTML knows its formats',
    'html-of-convert-imports-only-what-comes-after-it',
    {
      'packages/convert/src/html/html.ts': importing('../formats/format-table.js'),
      'packages/convert/src/formats/format-table.ts': value,
    },
  ],
  [
    'a client that imports the SDK',
    'client-convert-and-spec-diff-import-no-other-package',
    { 'packages/client/src/a.ts': importing('../../sdk/src/b.js'), 'packages/sdk/src/b.ts': value },
  ],
  [
    'a package that imports the files of another beside its exports',
    'packages-that-are-built-in-are-imported-by-their-names',
    {
      'packages/local/src/a.ts': importing('../../web/src/address-policy.js'),
      'packages/web/src/address-policy.ts': value,
    },
  ],
  [
    'a command line that imports the client',
    'cli-imports-the-sdk-and-starts-the-service',
    { 'packages/cli/src/a.ts': importing('../../client/src/b.js'), 'packages/client/src/b.ts': value },
  ],
  [
    'tools that import the service',
    'tools-import-the-sdk-and-base',
    { 'packages/tools/src/a.ts': importing('../../local/src/b.js'), 'packages/local/src/b.ts': value },
  ],
  [
    'a package that imports a script',
    'packages-import-no-scripts-and-no-tests',
    { 'packages/client/src/a.ts': importing('../../../scripts/b.js'), 'scripts/b.ts': value },
  ],
])('%s breaks a rule', async (_, rule, files) => {
  expect(await brokenRules(files)).toEqual([rule]);
});

test('imports that go down are fine, and the client may be imported by all', async () => {
  const files = {
    'packages/local/src/http/app.ts': importing('../scrape/scrape-task.js'),
    'packages/local/src/scrape/scrape-task.ts':
      "import type { Document } from '@trawl/client';\n\nexport const value: Document = {};\n",
    'packages/sdk/src/a.ts': "import type { Document } from '@trawl/client';\n\nexport const value: Document = {};\n",
  };
  expect(await brokenRules(files)).toEqual([]);
});
