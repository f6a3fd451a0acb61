// What does the documentation need to know about an endpoint? Each file under endpoints/ fills one of these in.
import type { TObject, TSchema } from 'typebox';
import type { Code } from './codes.ts';
import type { Language } from './language.ts';

export interface RequestExample {
  name: string;
  title: Record<Language, string>;
  body: Record<string, unknown>;
}

export interface ResponseExample {
  name: string;
  title: Record<Language, string>;
  body: Record<string, unknown>;
}

export interface Endpoint {
  /** Last segment of the path; also the operation id in OpenAPI. */
  name: string;
  method: 'GET' | 'POST';
  path: string;
  summary: Record<Language, string>;
  description: Record<Language, string>;
  /** Null for a GET, whose key is in the header. */
  request: TSchema | null;
  /** Parameters of the query, where a GET has some. */
  query?: TObject;
  requestExamples: readonly RequestExample[];
  /** Every form of answer, success first; all of them come with HTTP 200. */
  responses: readonly TSchema[];
  responseExamples: readonly ResponseExample[];
  /** Codes that the answer may carry. */
  codes: readonly Code[];
}
