/** A media type or a range of media types, as RFC 9110 writes them. */
interface MediaType {
  type: string;
  subtype: string;
  parameters: ReadonlyMap<string, string>;
}

const PARAMETER = /;\s*([^\s=;]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))\s*/g;

/** What needs no quotes. */
const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;

/** Parameters whose values mean the same in capital letters. */
const CASELESS = ['charset'];

/** The one way to write a media type: neither the case of its names, nor blanks, quotes and the order of parameters mean anything. */
export function canonicalMediaType(written: string): string {
  const { type, subtype, parameters } = parsed(written);
  if (subtype === '') return written;
  const entries = [...parameters].sort(([left], [right]) => (left < right ? -1 : 1));
  return [
    `${type}/${subtype}`,
    ...entries.map(([name, value]) => `${name}=${TOKEN.test(value) ? value : JSON.stringify(value)}`),
  ].join('; ');
}

/** Whether all that one media type or range stands for is among what another one stands for. */
export function isAmongMediaTypes(narrow: string, wide: string): boolean {
  const [inner, outer] = [parsed(narrow), parsed(wide)];
  const fits = (own: string, range: string) => range === '*' || own === range;
  return (
    fits(inner.type, outer.type) &&
    fits(inner.subtype, outer.subtype) &&
    [...outer.parameters].every(([name, value]) => inner.parameters.get(name) === value)
  );
}

function parsed(written: string): MediaType {
  const [name = ''] = written.split(';');
  const [type = '', subtype = ''] = name.trim().toLowerCase().split('/');
  const parameters = [...written.slice(name.length).matchAll(PARAMETER)].map(
    ([, key = '', quoted, plain = '']): [string, string] => {
      const value = quoted?.replaceAll(/\\(.)/g, '$1') ?? plain;
      const lower = key.toLowerCase();
      return [lower, CASELESS.includes(lower) ? value.toLowerCase() : value];
    },
  );
  // JSON is written in one character set only.
  const isJson = /(^|\+)json$/.test(subtype);
  const said = parameters.filter(([key, value]) => !(isJson && key === 'charset' && value === 'utf-8'));
  return { type, subtype, parameters: new Map(said) };
}

/** Whether a body of this media type is XML. */
export function isXml(mediaType: string): boolean {
  return /[/+]xml *(;|$)/.test(mediaType);
}
