const DEFAULT_PORTS: Readonly<Record<string, number>> = {
  'https:': 443,
  'wss:': 443,
  'postgres:': 5432,
  'postgresql:': 5432,
};

/** The port of a URL, which may leave out that of its protocol. */
export function portOf({ port, protocol }: { readonly port: string; readonly protocol: string }): number {
  return Number(port || (DEFAULT_PORTS[protocol] ?? 80));
}
