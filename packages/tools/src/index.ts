export { callTool, type ToolResult } from './call-tool.js';
export { createPageStore, type PageStore } from './pages/page-store.js';
export { createPolicy, type Policy, type ToolOptions } from './policy.js';
export type { InputSchema, Tool, ToolContext } from './tool.js';
export { toolsFor } from './tools/index.js';
