/** The code that only programs with schemas need. It is loaded with the first schema: see `loaded`. */
export { toJsonSchema } from './json-schema.js';
export { runSchema } from './run-schema.js';
