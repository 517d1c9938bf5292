import { expect, it } from 'vitest';
import { typeAt } from './changed-types.js';

it.each([
  [
    'components/schemas/Page/properties/size/maximum',
    'At<NonNullable<At<Base.components["schemas"], "Page">>, "size">',
  ],
  ['components/schemas/Page/items/minLength', 'Item<At<Base.components["schemas"], "Page">>'],
  ['components/schemas/Page/required', 'At<Base.components["schemas"], "Page">'],
  ['components/responses/Gone/description', 'At<At<Base.components, "responses">, "Gone">'],
  ['paths/x', 'At<Base.paths, "x">'],
  ['paths/x/post', 'At<At<Base.paths, "x">, "post">'],
  ['paths/x/post/responses/200/description', 'At<At<At<Base.paths, "x">, "post">, "responses">'],
  ['paths/x/post/operationId', 'keyof Base.operations'],
  ['paths/x/post/x-repeat-safe', 'never'],
  ['webhooks/done', 'At<Base.webhooks, "done">'],
  ['security/0', 'never'],
])('the type of %s is %s', (place, type) => {
  expect(typeAt('Base', place.split('/'))).toBe(type);
});
