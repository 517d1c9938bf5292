export { type CompiledSchema, compileSchema, type Validation } from './extraction/compile-schema.js';
