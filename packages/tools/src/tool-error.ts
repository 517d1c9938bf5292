/** The call cannot be made. The message tells the model what to do instead. */
export class ToolError extends Error {
  override name = 'ToolError';
}
