export type { ToolResult } from './call-tool.js';
export type { FieldSchema, InputSchema } from './input-schema.js';
export type { ToolOptions } from './policy.js';
export type { ToolImage } from './tool.js';
export { createToolset, type ToolCallOptions, type ToolDescription, type Toolset } from './toolset.js';
