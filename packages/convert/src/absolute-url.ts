/**
 * The absolute form of a URL, or undefined when it is none. `URL.canParse` of Node.js 20 and 22 calls a host such as
 * `bücher.example` invalid after some thousand calls.
 */
export function absoluteUrl(reference: string, base?: string): string | undefined {
  return plainUrl(reference, base) ?? parsedUrl(reference, base);
}

function parsedUrl(reference: string, base: string | undefined): string | undefined {
  try {
    return new URL(reference, base).href;
  } catch {
    return undefined;
  }
}

/** An absolute address that is written as `URL` writes it. */
const PLAIN =
  /^https?:\/\/(?:[a-z\d-]+\.)+[a-z]{2,}\/[\w/.~!$&()*+,;=:@%-]*(?:\?[\w/.~!$&()*+,;=:@%?-]*)?(?:#[\w/.~!$&()*+,;=:@%?-]*)?$/;

/** A path from the root of a site. */
const PLAIN_PATH = /^\/(?!\/)[\w/.~!$&()*+,;=:@%-]*(?:\?[\w/.~!$&()*+,;=:@%?-]*)?(?:#[\w/.~!$&()*+,;=:@%?-]*)?$/;

const PLAIN_FRAGMENT = /^#[\w/.~!$&()*+,;=:@%?-]*$/;

/** Steps such as `..`, which `URL` resolves, in letters or in numbers; and hosts in Punycode, which it checks. */
const NEEDS_PARSER = /(?:^|\/)(?:\.|%2e)|xn--/i;

/** The base of the last call: all links of a page have the same. */
let last: { readonly base: string; readonly origin: string; readonly page: string } | undefined;

/**
 * The absolute form of an address that is already written in the only way that `URL` writes it. Most links of most pages are,
 * and to parse them takes a quarter of a conversion.
 */
function plainUrl(reference: string, base: string | undefined): string | undefined {
  if (PLAIN.test(reference)) return NEEDS_PARSER.test(reference) ? undefined : reference;
  const isPath = PLAIN_PATH.test(reference);
  if (base === undefined || !(isPath || PLAIN_FRAGMENT.test(reference)) || (isPath && NEEDS_PARSER.test(reference))) {
    return undefined;
  }
  if (last?.base !== base) {
    const href = parsedUrl(base, undefined);
    const [, origin] = /^(https?:\/\/[^/]+)\//.exec(href ?? '') ?? [];
    if (href === undefined || origin === undefined) return undefined;
    last = { base, origin, page: href.replace(/#.*$/s, '') };
  }
  return isPath ? last.origin + reference : last.page + reference;
}
