import type { OpenAPI3 } from 'openapi-typescript';

/** The component schemas that a request can contain, by name: as its body, in a parameter, or inside either. */
export function sentSchemas(contract: OpenAPI3): Set<string> {
  const requestSchemas = new Set<string>();
  const follow = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const [, , kind, name] = '$ref' in value ? String(value.$ref).split('/') : [];
    if (!name) {
      for (const inner of Object.values(value)) follow(inner);
    } else if (kind !== 'schemas' || !requestSchemas.has(name)) {
      if (kind === 'schemas') requestSchemas.add(name);
      follow(contract.components?.[kind as 'schemas']?.[name]);
    }
  };
  for (const item of Object.values(contract.paths ?? {})) {
    for (const part of [item, ...Object.values(item)]) {
      follow(part?.requestBody);
      follow(part?.parameters);
    }
  }
  return requestSchemas;
}
