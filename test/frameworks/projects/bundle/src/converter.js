import { convert } from '@trawl/convert';

globalThis.program = async () => {
  const { markdown } = await convert('<title>Tea</title><h1>Tea</h1><p>It costs 0 EUR.</p>');
  return markdown;
};
