import { createConverter } from '@trawl/convert/workers';

const converter = createConverter();
const { markdown } = await converter.convert('<h1>Tea</h1>');
console.log(markdown);
await converter.close();
