/** The JSON Schema of a request, with an id of its own: so its references lead to itself wherever it stands. */
export function dataSchema(schema: Readonly<Record<string, unknown>> | undefined): Readonly<Record<string, unknown>> {
  if (!schema) return { type: 'object' };
  const { $schema: _, ...rest } = schema;
  return '$id' in rest || !JSON.stringify(rest).includes('"$ref"') ? rest : { $id: 'urn:trawl:data', ...rest };
}
