// Type of an endpoint's documentation. Each file under endpoints/ fills in one.
import type { Static, TObject, TSchema } from 'typebox';
import type { Language } from './language.ts';

export interface RequestExample {
  name: string;
  title: Record<Language, string>;
  body: Record<string, unknown>;
}

export interface ResponseExample {
  name: string;
  title: Record<Language, string>;
  /** One of `responses`, or of `refusals`. */
  body: Record<string, unknown>;
}

/**
 * The two interfaces of the gateway: each has its own key, its own codes and its own way with HTTP
 * statuses.
 */
export type InterfaceName = 'payments' | 'sms';

export interface Endpoint {
  interface: InterfaceName;
  /** Unique. Its operation id in OpenAPI is in openapi/operation-ids.ts. */
  name: string;
  method: 'GET' | 'POST';
  /** A parameter stands in braces and is described in `pathParameters`. */
  path: string;
  summary: Record<Language, string>;
  description: Record<Language, string>;
  /** Null for a GET, whose key is in the header. */
  request: TSchema | null;
  /** The body may be form-urlencoded too. */
  acceptsForm?: boolean;
  pathParameters?: TObject;
  /** Parameters of the query, where a GET has some. */
  query?: TObject;
  /** Headers that the caller may send, beside those of its key and signature. */
  requestHeaders?: TObject;
  requestExamples: readonly RequestExample[];
  /** Every form of an answer with HTTP 200, success first. */
  responses: readonly TSchema[];
  /** Every form of an answer with HTTP 400; payments have none. */
  refusals?: readonly TSchema[];
  responseExamples: readonly ResponseExample[];
  /** Headers of a success. */
  responseHeaders?: TObject;
  /** A success is a stream of server-sent events: what `data` of each holds, as JSON. */
  event?: { name: string; schema: TSchema; example: Record<string, unknown> };
  /** A success as CSV, where the query can ask for that. */
  csvExample?: string;
  /** Codes that the answer may carry: of `codes`, or of `smsCodes`. */
  codes: readonly number[];
}

type Described<Schema> = Schema extends TSchema ? Static<Schema> : object;

/** Each form of its answers with HTTP 200. */
export type ResponseOf<Of extends Endpoint> = Described<Of['responses'][number]>;

/** What a caller gives: the query of a GET, the body of a POST. */
export type GivenTo<Of extends Endpoint> = Described<
  Of['method'] extends 'GET' ? Of['query'] : Of['request']
>;

/** The parameters in its path. */
export type PathParametersOf<Of extends Endpoint> = Described<Of['pathParameters']>;
