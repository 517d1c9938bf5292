type Decoder = InstanceType<typeof TextDecoder>;

/** Turns the bytes of a sitemap into text, in chunks. */
export interface SitemapDecoder {
  /** The text so far; nothing until enough has come to know the encoding. */
  write(piece: Uint8Array): string;
  end(): string;
}

/** Bytes in which a file of XML declares its encoding. */
const DECLARATION_BYTES = 256;

/** Decodes by the byte order mark or the XML declaration, and else as UTF-8. */
export function createSitemapDecoder(): SitemapDecoder {
  let decoder: Decoder | undefined;
  let beginning: Uint8Array = new Uint8Array();

  function begin(): string {
    decoder = new TextDecoder(encodingOf(beginning));
    return decoder.decode(beginning, { stream: true });
  }

  return {
    write(piece) {
      if (decoder) return decoder.decode(piece, { stream: true });
      beginning = Buffer.concat([beginning, piece]);
      return beginning.length < DECLARATION_BYTES && !beginning.includes(0x3e) ? '' : begin();
    },
    end() {
      const text = decoder ? '' : begin();
      return text + (decoder?.decode() ?? '');
    },
  };
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const text = Buffer.from(bytes.subarray(0, DECLARATION_BYTES)).toString('latin1');
  const [, declared = 'utf-8'] = /^[^<]*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(text) ?? [];
  try {
    return new TextDecoder(declared).encoding.replace(/^utf-16.*/, 'utf-8');
  } catch {
    return 'utf-8';
  }
}
