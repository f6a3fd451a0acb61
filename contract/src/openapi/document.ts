// Types of the OpenAPI document that we build. Only the parts of OpenAPI 3.1 that we write, so
// that the documentation page can read them safely.
import type { Language } from '../language.ts';

export interface SchemaObject {
  $ref?: string;
  type?: string;
  description?: string;
  'x-description-fr'?: string;
  title?: string;
  properties?: Record<string, SchemaObject>;
  required?: readonly string[];
  anyOf?: readonly SchemaObject[];
  oneOf?: readonly SchemaObject[];
  items?: SchemaObject;
  enum?: readonly (string | number)[];
  const?: unknown;
  pattern?: string;
  'x-integer'?: { minimum: number; maximum: number; default: number };
  minLength?: number;
  maxLength?: number;
  [keyword: string]: unknown;
}

export interface ExampleObject {
  summary: string;
  'x-summary-fr': string;
  value: unknown;
}

export interface MediaTypeObject {
  schema: SchemaObject;
  examples?: Record<string, ExampleObject>;
}

export interface ParameterObject {
  name: string;
  in: 'query' | 'header' | 'path';
  required: boolean;
  description: string;
  'x-description-fr': string;
  schema: SchemaObject;
}

export interface OperationObject {
  operationId: string;
  summary: string;
  'x-summary-fr': string;
  description: string;
  'x-description-fr': string;
  'x-codes'?: readonly number[];
  tags: readonly string[];
  security?: readonly Record<string, readonly string[]>[];
  parameters?: readonly ParameterObject[];
  requestBody?: { required: boolean; content: Record<string, MediaTypeObject> };
  responses: Record<
    string,
    {
      description: string;
      'x-description-fr': string;
      headers?: Record<string, unknown>;
      content?: Record<string, MediaTypeObject>;
    }
  >;
}

export interface CodeRow {
  code: number;
  meaning: Record<Language, string>;
}

/** A code of the SMS interface with the HTTP status that it comes with. */
export interface SmsCodeRow extends CodeRow {
  status: number;
}

export interface ErrorRow {
  id: number | null;
  code: string;
  message: Record<Language, string>;
}

export interface OpenapiDocument {
  openapi: '3.1.0';
  info: {
    title: string;
    'x-title-fr': string;
    version: string;
    summary: string;
    'x-summary-fr': string;
    description: string;
    'x-description-fr': string;
    contact: { name: string; 'x-name-fr': string; url: string };
    license: { name: string; identifier: string };
  };
  servers: readonly { url: string }[];
  tags: readonly { name: string; description: string; 'x-description-fr': string }[];
  paths: Record<string, { get?: OperationObject; post?: OperationObject }>;
  webhooks: Record<string, { post: OperationObject }>;
  components: {
    schemas: Record<string, SchemaObject>;
    securitySchemes: Record<string, unknown>;
    headers: Record<string, unknown>;
  };
  'x-codes': readonly CodeRow[];
  'x-sms-codes': readonly SmsCodeRow[];
  'x-error-catalogue': readonly ErrorRow[];
  'x-sandbox': {
    members: readonly string[];
    outcomes: readonly { digits: string; outcome: Record<Language, string> }[];
  };
}
