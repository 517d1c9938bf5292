import { compileSchema } from '@trawl/convert/schema';

globalThis.program = async () => {
  const schema = await compileSchema({ type: 'object', required: ['title'] });
  return [schema.validate({ title: 'Tea' }), schema.validate({})];
};
