/** What may import what, for dependency-cruiser: `npm run lint:imports`. */
import { layers } from './layers.mjs';

/** @param {readonly string[]} values */
const anyOf = (values) => `(?:${values.join('|')})`;

/**
 * @param {string} name
 * @param {import('dependency-cruiser').IRegularForbiddenRuleType['from']} from
 * @param {import('dependency-cruiser').IRegularForbiddenRuleType['to']} to
 */
const forbid = (name, from, to) => ({ name, severity: /** @type {const} */ ('error'), from, to });

/**
 * The rules for the folders of one package.
 *
 * @param {string} name
 * @param {import('./layers.mjs').Layers} folders
 */
function rulesOf(name, folders) {
  const source = `^packages/${name}/src`;
  const names = Object.keys(folders);
  const ofFolders = Object.entries(folders).flatMap(([folder, { face }], index) => {
    const higherFolders = names.slice(0, index);
    const inside = `${source}/${folder}/`;
    return [
      ...(higherFolders.length === 0
        ? []
        : [
            forbid(
              `${folder}-of-${name}-imports-only-what-comes-after-it`,
              { path: inside },
              { path: `${source}/${anyOf(higherFolders)}/` },
            ),
          ]),
      ...(face.includes('*')
        ? []
        : [
            forbid(
              `${folder}-of-${name}-is-imported-by-its-face`,
              { path: `${source}/`, pathNot: inside },
              { path: inside, pathNot: `${inside}${anyOf(face)}\\.ts$` },
            ),
          ]),
    ];
  });
  // A new folder gets a line in layers.mjs.
  const everyFolder = forbid(
    `every-folder-of-${name}-is-a-layer`,
    {},
    { path: `${source}/[^/]+/`, pathNot: `${source}/${anyOf(names)}/` },
  );
  return [...ofFolders, everyFolder];
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    forbid('no-cycle-of-files', {}, { circular: true }),
    {
      ...forbid(
        'no-cycle-of-folders',
        { path: '^(?:packages/[^/]+/src|scripts)/[^/]+' },
        { circular: true, path: '^(?:packages/[^/]+/src|scripts)/[^/]+' },
      ),
      scope: 'folder',
    },
    ...Object.entries(layers).flatMap(([name, folders]) => rulesOf(name, folders)),
    // Beside the folders stand the entries of the package alone.
    forbid(
      'no-folder-of-local-imports-what-stands-beside-it',
      { path: '^packages/local/src/[^/]+/' },
      { path: '^packages/local/src/[^/]+$' },
    ),
    forbid(
      'client-convert-and-spec-diff-import-no-other-package',
      { path: '^packages/(client|convert|spec-diff|codemod-from-firecrawl)/src/' },
      { path: '^(?:packages/(?!$1/)|@trawl/)' },
    ),
    forbid(
      'sdk-and-msw-import-the-client-alone',
      { path: '^packages/(sdk|msw)/src/' },
      { path: '^(?:packages|@trawl)/(?!$1/|client(?:/|$))' },
    ),
    forbid(
      'base-imports-no-other-package',
      { path: '^packages/base/src/' },
      { path: '^(?:packages|@trawl)/(?!base/)' },
    ),
    forbid(
      'web-imports-base-alone',
      { path: '^packages/web/src/' },
      { path: '^(?:packages|@trawl)/(?!web/|base(?:/|$))' },
    ),
    forbid(
      'browser-imports-web-base-and-what-is-published-below-it',
      { path: '^packages/browser/src/' },
      { path: '^(?:packages|@trawl)/(?!browser/|(?:client|convert|base|web)(?:/|$))' },
    ),
    forbid(
      'local-imports-what-it-is-built-from',
      { path: '^packages/local/src/' },
      { path: '^(?:packages|@trawl)/(?!local/|(?:client|convert|base|browser|web)(?:/|$))' },
    ),
    // So their `exports` say what others may import.
    forbid(
      'packages-that-are-built-in-are-imported-by-their-names',
      { path: '^packages/([^/]+)/src/' },
      { path: '^packages/(?:base|browser|web)/', pathNot: '^packages/$1/', dependencyTypes: ['local'] },
    ),
    forbid(
      'cli-imports-the-sdk-and-starts-the-service',
      { path: '^packages/cli/src/' },
      { path: '^(?:packages|@trawl)/(?!cli/|(?:sdk|tools|local|base)(?:/|$))' },
    ),
    forbid(
      'tools-import-the-sdk-and-base',
      { path: '^packages/tools/src/' },
      { path: '^(?:packages|@trawl)/(?!tools/|(?:sdk|base)(?:/|$))' },
    ),
    forbid(
      'packages-import-no-scripts-and-no-tests',
      { path: '^packages/[^/]+/src/' },
      { path: '^(?:scripts|test|bench|packages/[^/]+/test)/' },
    ),
    forbid('scripts-import-no-tests', { path: '^scripts/' }, { path: '^(?:test|bench)/' }),
    forbid('nothing-imports-the-benches', { path: '^(?:openapi|packages|test)/' }, { path: '^bench/' }),
  ],
  options: {
    doNotFollow: { path: ['node_modules', '/dist/'] },
    exclude: { path: ['\\.test(-d)?\\.ts$'] },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
