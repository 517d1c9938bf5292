import { createConverter } from '@trawl/convert/workers';
import { createLocalServer } from '@trawl/local';

const messageOf = ({ message }) => message;
console.log(await createLocalServer().catch(messageOf));
try {
  createConverter();
} catch (error) {
  console.log(messageOf(error));
}
