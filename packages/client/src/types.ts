import type { Client, ClientPathsWithMethod, FetchOptions, FetchResponse, ParseAs } from 'openapi-fetch';
import type { paths } from './schema.js';

/** The HTTP verbs of the API. */
export type Method = Uppercase<Verb>;

/** The paths of the contract that have this verb. */
export type PathOf<M extends Method> = ClientPathsWithMethod<Client<paths>, Lowercase<M>>;

/** What the operation at a path of the contract takes: its parameters and its body. */
export type InputOf<M extends Method, P extends PathOf<M>> = Pick<
  FetchOptions<Operation<P, Lowercase<M>>>,
  'params' | 'body'
>;

/** The JSON body of its success. */
export type AnswerOf<M extends Method, P extends PathOf<M>> = NonNullable<
  FetchResponse<Operation<P, Lowercase<M>>, object, `${string}/${string}`>['data']
>;

/** One function per HTTP verb. They refuse misspelt fields at any depth; openapi-fetch's own types let some pass. */
export type TrawlClient = { [V in Verb as Uppercase<V>]: Call<V> } & Pick<Client<paths>, 'use' | 'eject'>;

type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Operation<P extends keyof paths, V extends Verb> = NonNullable<paths[P][V]>;
type Call<V extends Verb> = <P extends ClientPathsWithMethod<Client<paths>, V>, As extends ParseAs = 'json'>(
  path: P,
  ...init: Init<FetchOptions<Operation<P, V>> & { parseAs?: As }>
) => Promise<FetchResponse<Operation<P, V>, { parseAs: As }, `${string}/${string}`>>;
type Init<Options> = object extends Options ? [options?: Options] : [options: Options];
