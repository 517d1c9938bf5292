export { createTrawlClient } from '@trawl/client';
export { prepareRequest } from '@trawl/client/request';
export * from '@trawl/convert/browser';
export { documentKind } from '@trawl/convert/detect';
export { createLocalServer } from '@trawl/local';
export { createToolset } from '@trawl/tools';
export { serveMcp } from '@trawl/tools/mcp';
export * from '@trawl/tools/program';
