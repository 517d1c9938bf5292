import { createConverter } from '@trawl/convert/workers';

globalThis.program = async () => {
  const converter = createConverter();
  const { markdown } = await converter.convert('<h1>Tea</h1>');
  await converter.close();
  return markdown;
};
