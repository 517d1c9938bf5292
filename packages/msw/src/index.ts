export { type BodyOf, type ExampleOf, fixture, type OperationName, type StatusOf, statusesOf } from './fixtures.js';
export { type HandlerOptions, handlers, type ResponseOptions, respond } from './handlers.js';
