/** Every entry of the packages whose declarations need no others to be right: those of `ai` are not, for old compilers. */
export * as client from '@trawl/client';
export * as requests from '@trawl/client/request';
export * as convert from '@trawl/convert';
export * as convertInBrowsers from '@trawl/convert/browser';
export * as detect from '@trawl/convert/detect';
export * as schema from '@trawl/convert/schema';
export * as workers from '@trawl/convert/workers';
export * as local from '@trawl/local';
export * as sdk from '@trawl/sdk';
export * as tools from '@trawl/tools';
export * as mcp from '@trawl/tools/mcp';
export * as program from '@trawl/tools/program';
