/** What only programs with schemas need. Loaded with the first schema: see `loaded`. */
export { toJsonSchema } from './json-schema.js';
export { runSchema } from './run-schema.js';
