/** The address of a server for its own machine; what listens at all addresses is reached at loopback. */
export function ownUrl(host: string, port: number | undefined): string {
  const name = /^(?:0\.0\.0\.0|::)$/.test(host) ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
