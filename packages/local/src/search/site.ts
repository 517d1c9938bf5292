/** The value of a `site:` operator: a domain with its subdomains, and optionally a port and a path. */
export interface Site {
  readonly domain: string;
  readonly port: string;
  readonly path: string;
}

/** Parses `example.com`, `*.example.com`, `.gov`, `localhost:3000`, `example.com/docs` and full URLs. */
export function siteOf(value: string): Site {
  const [, host = '', path = ''] = /^(?:[a-z][a-z\d+.-]*:\/\/)?([^/?#]*)([^#]*)/i.exec(value.trim()) ?? [];
  const [, name = '', port = ''] = /^(.*?)(?::(\d{1,5}))?$/.exec(host.toLowerCase()) ?? [];
  return { domain: name.replace(/^\*?\./, ''), port, path: path.replace(/^\/(?=$)/, '') };
}

/** The parts of the URL of a page that are compared with a site. */
export interface Place {
  readonly host: string;
  readonly port: string;
  readonly path: string;
}

export function placeOf(url: string): Place {
  const { hostname, port, pathname, search } = new URL(url);
  return { host: hostname, port, path: pathname + search };
}

export function isWithin({ host, port, path }: Place, site: Site): boolean {
  return (
    (host === site.domain || host.endsWith(`.${site.domain}`)) &&
    (site.port === '' || port === site.port) &&
    path.startsWith(site.path)
  );
}
