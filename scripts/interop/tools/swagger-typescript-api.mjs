import { generateApi } from 'swagger-typescript-api';

export default function generate(contract, output) {
  return generateApi({ input: contract, output, fileName: 'api.ts', silent: true });
}
