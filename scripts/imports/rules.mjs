/** What may import what, for dependency-cruiser: `npm run lint:imports`. */
import { layers } from './layers.mjs';

const local = '^packages/local/src';
const folders = Object.keys(layers);

/** @param {readonly string[]} values */
const anyOf = (values) => `(?:${values.join('|')})`;

/**
 * @param {string} name
 * @param {import('dependency-cruiser').IRegularForbiddenRuleType['from']} from
 * @param {import('dependency-cruiser').IRegularForbiddenRuleType['to']} to
 */
const forbidden = (name, from, to) => ({ name, severity: /** @type {const} */ ('error'), from, to });

const ofLayers = Object.entries(layers).flatMap(([folder, { face }], index) => {
  const above = folders.slice(0, index);
  const inside = `${local}/${folder}/`;
  return [
    ...(above.length === 0
      ? []
      : [
          forbidden(
            `${folder}-imports-only-what-comes-after-it`,
            { path: inside },
            { path: `${local}/${anyOf(above)}/` },
          ),
        ]),
    ...(face.includes('*')
      ? []
      : [
          forbidden(
            `${folder}-is-imported-by-its-face`,
            { path: `${local}/`, pathNot: inside },
            { path: inside, pathNot: `${inside}${anyOf(face)}\\.ts$` },
          ),
        ]),
  ];
});

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    forbidden('no-cycle-of-files', {}, { circular: true }),
    {
      ...forbidden(
        'no-cycle-of-folders',
        { path: '^(?:packages/[^/]+/src|scripts)/[^/]+' },
        { circular: true, path: '^(?:packages/[^/]+/src|scripts)/[^/]+' },
      ),
      scope: 'folder',
    },
    // A new folder of @trawl/local gets a line in layers.mjs.
    forbidden('every-folder-is-a-layer', {}, { path: `${local}/[^/]+/`, pathNot: `${local}/${anyOf(folders)}/` }),
    ...ofLayers,
    forbidden(
      'client-and-spec-diff-import-no-other-package',
      { path: '^packages/(client|spec-diff)/src/' },
      { path: '^(?:packages/(?!$1/)|@trawl/)' },
    ),
    forbidden(
      'sdk-and-local-import-the-client-alone',
      { path: '^packages/(sdk|local)/src/' },
      { path: '^(?:packages|@trawl)/(?!$1/|client(?:/|$))' },
    ),
    forbidden(
      'cli-imports-the-sdk-and-starts-the-service',
      { path: '^packages/cli/src/' },
      { path: '^(?:packages|@trawl)/(?!cli/|(?:sdk|tools|local)(?:/|$))' },
    ),
    forbidden(
      'tools-import-the-sdk-alone',
      { path: '^packages/tools/src/' },
      { path: '^(?:packages|@trawl)/(?!tools/|sdk(?:/|$))' },
    ),
    forbidden(
      'packages-import-no-scripts-and-no-tests',
      { path: '^packages/[^/]+/src/' },
      { path: '^(?:scripts|test|bench|packages/[^/]+/test)/' },
    ),
    forbidden('scripts-import-no-tests', { path: '^scripts/' }, { path: '^(?:test|bench)/' }),
    forbidden('nothing-imports-the-benches', { path: '^(?:openapi|packages|test)/' }, { path: '^bench/' }),
  ],
  options: {
    doNotFollow: { path: ['node_modules', '/dist/'] },
    exclude: { path: ['\\.test(-d)?\\.ts$'] },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
