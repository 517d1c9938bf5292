export { type McpHttpOptions, type McpHttpServer, serveMcp } from './mcp/http.js';
export { createMcpServer } from './mcp/server.js';
export type { ToolOptions } from './policy.js';
