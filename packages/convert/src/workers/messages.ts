import { DefaultDeserializer, DefaultSerializer } from 'node:v8';

// Hooks that Node.js documents, and its types leave out.
declare module 'v8' {
  interface DefaultSerializer {
    _writeHostObject(view: NodeJS.ArrayBufferView): void;
  }
  interface DefaultDeserializer {
    _readHostObject(): unknown;
  }
}

/** From this many bytes on, the bytes of a value are not copied into its message. */
const LARGE_BYTES = 64 * 1024;

/** What stands before bytes in a message. */
const COPIED = 0;
const APART = 1;

/** Bytes of the length at the end of a message. */
const LENGTH_BYTES = 4;

/**
 * Writes a value as the parts of a message, which `readMessage` reads when they are joined. Large bytes are parts of their
 * own, in the memory of the value: a page waits for its worker, and is sent, in the same memory.
 */
export function writeMessage(value: unknown): Uint8Array[] {
  const writer = new MessageWriter();
  writer.writeHeader();
  writer.writeValue(value);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(writer.bytesApart);
  writer.writeRawBytes(length);
  return [...writer.apart, writer.releaseBuffer()];
}

/** Joins the parts of a message in memory of its own, which can be transferred to another thread. */
export function joinMessage(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const [first] = parts;
  if (first && parts.length === 1 && isWholeBuffer(first)) return first;
  const message = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    message.set(part, end);
    end += part.length;
  }
  return message;
}

function isWholeBuffer(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer && bytes.length === bytes.buffer.byteLength;
}

/** Reads the value of a message. Its bytes are views of the message. */
export function readMessage<Value>(message: Uint8Array<ArrayBuffer>): Value {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.length);
  const end = bytes.length - LENGTH_BYTES;
  const reader = new MessageReader(bytes, bytes.readUInt32LE(end), end);
  reader.readHeader();
  return reader.readValue();
}

class MessageWriter extends DefaultSerializer {
  readonly apart: Uint8Array[] = [];
  bytesApart = 0;

  override _writeHostObject(view: NodeJS.ArrayBufferView): void {
    if (!(view instanceof Uint8Array) || view.length < LARGE_BYTES) {
      this.writeUint32(COPIED);
      super._writeHostObject(view);
      return;
    }
    this.writeUint32(APART);
    this.writeUint32(this.bytesApart);
    this.writeUint32(view.length);
    this.apart.push(view);
    this.bytesApart += view.length;
  }
}

class MessageReader extends DefaultDeserializer {
  readonly #message: Buffer<ArrayBuffer>;

  constructor(message: Buffer<ArrayBuffer>, start: number, end: number) {
    super(message.subarray(start, end));
    this.#message = message;
  }

  override _readHostObject(): unknown {
    if (this.readUint32() === COPIED) return super._readHostObject();
    const [start, length] = [this.readUint32(), this.readUint32()];
    const { buffer, byteOffset } = this.#message;
    return new Uint8Array(buffer, byteOffset + start, length);
  }
}
