/** Where `trawl local` serves unless it is told otherwise. */
const DEFAULT_PORT = 3002;

/** The time to wait for an answer. A service on loopback answers at once. */
const TIMEOUT_MS = 500;

/** The URL of a service of Trawl that runs at the usual place of this machine, if one does. */
export async function runningService(port = DEFAULT_PORT): Promise<string | undefined> {
  const url = `http://127.0.0.1:${port}`;
  try {
    const response = await fetch(`${url}/_local/capabilities`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { success } = (await response.json()) as { success?: unknown };
    return typeof success === 'boolean' ? url : undefined;
  } catch {
    return undefined;
  }
}

/** What to do when no service is named. */
export function adviceWithoutService(serviceUrl: string | undefined): string {
  return serviceUrl === undefined
    ? 'No service is named. Start one with `trawl local`, and set TRAWL_BASE_URL=http://127.0.0.1:3002 or give --base-url. Or add --local, which runs one for this command.'
    : `No service is named, but one runs at ${serviceUrl}. To use it: export TRAWL_BASE_URL=${serviceUrl}, or add --base-url ${serviceUrl}.`;
}
