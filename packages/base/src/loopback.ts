/** Whether only programs of this machine reach a server that listens at this address, which may have the brackets of a URL. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|::1|\[::1\])$/i.test(host);
}

/** The host of a URL, with an IPv6 address as `isLoopback` takes it. */
export function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[|\]$/g, '');
}
