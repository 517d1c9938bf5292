import assert from 'node:assert/strict';
import type { Row } from '../row.js';

const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  declaration: true,
  module: 'nodenext',
  target: 'es2022',
  outDir: 'out',
};
const WITH_DOM = { ...STRICT, lib: ['es2022', 'dom'], types: [] };
const ON_NODE = { ...STRICT, lib: ['es2022'], types: ['node'] };

/** The compilers that the types are promised for. All declarations that the programs reach are checked, too. */
export const types: readonly Row[] = ['5.4', '5.5', '5.6', '5.7', '5.8', '5.9', '6.0', '7.0'].map((version) => ({
  name: `typescript-${version}`,
  tool: 'TypeScript',
  versionOf: 'typescript',
  projects: ['types'],
  dependencies: { typescript: `~${version}.0`, '@types/node': '^20' },
  packages: ['sdk', 'client', 'tools', 'convert', 'local'],
  async run({ project, works }) {
    const compiles = (name: string, file: string, options: object) =>
      works(name, async () => {
        project.write('tsconfig.json', JSON.stringify({ compilerOptions: options, files: [file] }));
        assert.equal(await project.execute('tsc -p .'), '');
      });
    await compiles('a library that declares what calls return', 'library.mts', WITH_DOM);
    // An option of 5.5.
    const isolated = version === '5.4' ? {} : { isolatedDeclarations: true };
    await compiles('a library that names its types, without the DOM', 'annotated.mts', { ...ON_NODE, ...isolated });
    await compiles('all entries of the packages', 'entries.mts', ON_NODE);
  },
}));
