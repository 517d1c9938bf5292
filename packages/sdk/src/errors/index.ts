export * from './errors.js';
export { TrawlError } from './trawl-error.js';
