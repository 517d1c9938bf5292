/** A response to a request for a page, as far as it tells who answered. */
export interface WallResponse {
  readonly status: number;
  /** They are unknown for a page that a browser has shown. */
  readonly headers?: Pick<Headers, 'get'> | undefined;
  readonly body: Uint8Array;
}

/** Statuses with which sites turn away who asks, whatever it asks for. */
const REFUSING_STATUSES: ReadonlySet<number> = new Set([403, 429]);

/** Headers with which a bot wall says that it has answered in place of the site, and their values where others mean less. */
const WALL_HEADERS: readonly (readonly [name: string, values: RegExp])[] = [
  // https://developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response/
  ['cf-mitigated', /^challenge$/],
  // https://docs.aws.amazon.com/waf/latest/developerguide/waf-captcha-and-challenge.html
  ['x-amzn-waf-action', /^(?:challenge|captcha)$/],
  // https://vercel.com/docs/vercel-firewall
  ['x-vercel-mitigated', /^(?:challenge|deny)$/],
  ['x-sucuri-block', /./],
];

/** A longer page is one of the site, even where it loads the scripts of a wall beside its content. */
const MAX_WALL_BYTES = 20_000;

/** Where the scripts and frames come from of which the page of a wall consists. */
const WALL_RESOURCES =
  /\b(?:src|href)\s*=\s*["']?[^"'\s>]*(?:\/_Incapsula_Resource\b|\/cdn-cgi\/challenge-platform\/[^"'\s>]*\/orchestrate\/|captcha-delivery\.com\/|\/_sec\/cp_challenge\/|\bcaptcha\.px-cloud\.net\/|\.awswaf\.com\/[^"'\s>]*\/challenge\.js)/i;

/**
 * Whether a site or the bot wall before it has refused whoever asked, so that somebody at another address may be shown the
 * page. A login (401), a page that is gone and a site with too much to do (503) refuse everybody.
 */
export function isRefusedByWall({ status, headers, body }: WallResponse): boolean {
  if (REFUSING_STATUSES.has(status)) return true;
  if (WALL_HEADERS.some(([name, values]) => values.test(headers?.get(name) ?? ''))) return true;
  return body.length <= MAX_WALL_BYTES && WALL_RESOURCES.test(Buffer.from(body).toString('latin1'));
}
