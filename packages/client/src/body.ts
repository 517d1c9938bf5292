/** Bytes are sent as they are, an object that holds bytes as multipart with the rest as JSON text, all else as JSON. */
export function serializeBody(body: unknown): Blob | FormData {
  if (body instanceof FormData) return body;
  if (typeof body === 'string' || isBytes(body))
    return new Blob([body], { type: (body as Blob).type || 'application/octet-stream' });
  const parts = Object.entries(body as object);
  if (!parts.some(([, part]) => isBytes(part))) return new Blob([JSON.stringify(body)], { type: 'application/json' });
  const form = new FormData();
  for (const [name, part] of parts) {
    if (isBytes(part)) form.append(name, part instanceof Blob ? part : new Blob([part]));
    else if (part !== undefined) form.append(name, JSON.stringify(part));
  }
  return form;
}

function isBytes(value: unknown): value is Blob | ArrayBuffer | Uint8Array<ArrayBuffer> {
  return value instanceof Blob || value instanceof ArrayBuffer || ArrayBuffer.isView(value);
}
