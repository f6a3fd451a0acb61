// Which name has each schema in the OpenAPI document? Schemas are the validators' own values, so the document cannot say anything else.
import type { TSchema } from 'typebox';
import { callbackBody } from '../callback.ts';
import type { Endpoint } from '../endpoint.ts';
import { endpoints, operationEndpoint, operationRequestOf } from '../endpoints/index.ts';
import { listRefusalResponse, refusalResponse } from '../envelope.ts';
import { requiredExtras } from '../operation-extras.ts';
import { serviceFamilies } from '../services.ts';
import type { ServiceFamily } from '../services.ts';
import { smsEndpoints } from '../sms/endpoints/index.ts';
import { smsRefusalResponse } from '../sms/envelope.ts';
import { smsInboundBody } from '../sms/inbound.ts';
import type { SchemaObject } from './document.ts';

/** `get-transaction-status` → `GetTransactionStatus`. */
function pascalCase(name: string): string {
  return name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** A schema as plain JSON, without the marks that only our checks read. */
export function plainSchema(schema: TSchema): SchemaObject {
  return JSON.parse(JSON.stringify(schema, (key, value: unknown) => (key === 'x-problem' ? undefined : value))) as SchemaObject;
}

export function operationRequestName(family: ServiceFamily): string {
  return `OperationRequest${family.charAt(0).toUpperCase()}${family.slice(1)}`;
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
  for (const family of serviceFamilies) {
    schemas[operationRequestName(family)] = { ...plainSchema(operationRequestOf(family)), 'x-required-extras': requiredExtras[family] };
  }
  schemas[requestName(operationEndpoint)] = { anyOf: serviceFamilies.map((family) => schemaRef(operationRequestName(family))) };
  for (const endpoint of [...endpoints, ...smsEndpoints]) {
    if (endpoint.request !== null) schemas[requestName(endpoint)] ??= plainSchema(endpoint.request);
    for (const schema of [...endpoint.responses, ...(endpoint.refusals ?? [])]) {
      schemas[responseName(endpoint, schema)] ??= plainSchema(schema);
    }
  }
  schemas['Callback'] = plainSchema(callbackBody);
  schemas['SmsInbound'] = plainSchema(smsInboundBody);
  return schemas;
}
