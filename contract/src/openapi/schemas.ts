// Names the schemas in the OpenAPI document. They are the validators' own values, so the document
// cannot differ from what is checked.
import type { TSchema } from 'typebox';
import { callbackBody } from '../callback.ts';
import type { Endpoint } from '../endpoint.ts';
import { claimCallback } from '../endpoints/claim.ts';
import { endpoints, operationEndpoint, operationRequestOf } from '../endpoints/index.ts';
import { listRefusalResponse, refusalResponse } from '../envelope.ts';
import { requestForms, type RequestForm } from '../kinds/index.ts';
import { smsEndpoints } from '../sms/endpoints/index.ts';
import { smsRefusalResponse } from '../sms/envelope.ts';
import { smsReportsBody } from '../sms/reports.ts';
import { smsInboundBody } from '../sms/inbound.ts';
import type { SchemaObject } from './document.ts';

/** `get-transaction-status` → `GetTransactionStatus`. */
function pascalCase(name: string): string {
  return name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * A schema as plain JSON, without the marks that only our checks read. Enumerations state their
 * type, without which generators of typed clients take them for anything, and integers their size.
 */
export function plainSchema(schema: TSchema): SchemaObject {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => {
      if (key === 'x-problem') return undefined;
      if (isEnum(value)) return { type: typeOfAll(value.enum), ...value };
      return isNode(value) ? withIntegers(value) : value;
    }),
  ) as SchemaObject;
}

function isNode(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What `integerText` says for the document, and constants, which typebox takes for any number. */
function withIntegers(node: SchemaObject): SchemaObject {
  const { pattern: _pattern, 'x-integer': bounds, ...rest } = node;
  if (bounds !== undefined) return { ...rest, type: 'integer', format: 'int32', ...bounds };
  if (Number.isInteger(node.const)) return { ...node, type: 'integer' };
  return node.type === 'integer' ? { ...node, format: node['format'] ?? 'int32' } : node;
}

function isEnum(value: unknown): value is { enum: readonly (string | number)[] } {
  return (
    typeof value === 'object' && value !== null && 'enum' in value && Array.isArray(value.enum)
  );
}

function typeOfAll(values: readonly (string | number)[]): string | undefined {
  if (values.every((value) => typeof value === 'string')) return 'string';
  return values.every(Number.isInteger) ? 'integer' : undefined;
}

export function operationRequestName({ name }: RequestForm): string {
  return `OperationRequest${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** The component's name of one form of an endpoint's answer: shared refusals have one name, the others are the endpoint's. */
export function responseName(endpoint: Endpoint, schema: TSchema): string {
  if (schema === refusalResponse) return 'Refusal';
  if (schema === listRefusalResponse) return 'ListRefusal';
  if (schema === smsRefusalResponse) return 'SmsRefusal';
  return `${pascalCase(endpoint.name)}${schema === endpoint.responses[0] ? 'Response' : 'RefusedResponse'}`;
}

export function requestName(endpoint: Endpoint): string {
  return `${pascalCase(endpoint.name)}Request`;
}

export function schemaRef(name: string): SchemaObject {
  return { $ref: `#/components/schemas/${name}` };
}

/** All schemas of the interface by name. */
export function namedSchemas(): Record<string, SchemaObject> {
  const schemas: Record<string, SchemaObject> = {};
  for (const form of requestForms) {
    schemas[operationRequestName(form)] = {
      ...plainSchema(operationRequestOf(form)),
      'x-required-extras': form.required,
    };
  }
  schemas[requestName(operationEndpoint)] = {
    anyOf: requestForms.map((form) => schemaRef(operationRequestName(form))),
  };
  for (const endpoint of [...endpoints, ...smsEndpoints]) {
    if (endpoint.request !== null) schemas[requestName(endpoint)] ??= plainSchema(endpoint.request);
    for (const schema of [...endpoint.responses, ...(endpoint.refusals ?? [])]) {
      schemas[responseName(endpoint, schema)] ??= plainSchema(schema);
    }
    if (endpoint.event !== undefined)
      schemas[endpoint.event.name] = plainSchema(endpoint.event.schema);
  }
  schemas['Callback'] = plainSchema(callbackBody);
  schemas['ClaimCallback'] = plainSchema(claimCallback);
  schemas['SmsReports'] = plainSchema(smsReportsBody);
  schemas['SmsInbound'] = plainSchema(smsInboundBody);
  return schemas;
}
