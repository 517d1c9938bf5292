import type { JSONRPCMessage } from '@modelcontextprotocol/server';

/**
 * The message as the protocol defines it. Some clients send the arguments of a call as null or as an empty text where there
 * are none, or as the text of the object.
 */
export function readableMessage(message: unknown): JSONRPCMessage {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: Readonly<Record<string, unknown>> };
  if (method !== 'tools/call' || typeof params !== 'object' || params === null) return message as JSONRPCMessage;
  const { arguments: args, ...rest } = params;
  if (args === undefined || (typeof args === 'object' && args !== null)) return message as JSONRPCMessage;
  const object = typeof args === 'string' ? objectIn(args) : undefined;
  if (args !== null && args !== '' && object === undefined) return message as JSONRPCMessage;
  return {
    ...(message as JSONRPCMessage),
    params: { ...rest, ...(object && { arguments: object }) },
  } as JSONRPCMessage;
}

/** The object that a text is in JSON; undefined if it is none. */
function objectIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
