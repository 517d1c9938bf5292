import SwaggerParser from '@apidevtools/swagger-parser';

export default async function read(contract) {
  await SwaggerParser.validate(contract);
  await SwaggerParser.dereference(contract);
}
