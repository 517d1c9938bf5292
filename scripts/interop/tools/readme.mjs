import { compileErrors, dereference, parse, validate } from '@readme/openapi-parser';
import Oas from 'oas';

export default async function read(contract) {
  const result = await validate(contract);
  if (!result.valid) throw new Error(compileErrors(result));
  await dereference(contract);
  // What their pages show: each operation with the JSON Schema of what it takes, and its examples.
  const paths = Oas.init(await parse(contract)).getPaths();
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    operation.getParametersAsJSONSchema();
    operation.getResponseExamples();
  }
}
