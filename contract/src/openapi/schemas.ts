// Names the schemas in the OpenAPI document. They are the validators' own values, so the document
// cannot differ from what is checked.
import type { TSchema } from 'typebox';
import { callbackBody } from '../callback.ts';
import type { Endpoint } from '../endpoint.ts';
import { claimCallback } from '../endpoints/claim.ts';
import { payoutCallback } from '../endpoints/payouts.ts';
import { endpoints, operationEndpoint } from '../endpoints/index.ts';
import { listRefusalResponse, refusalResponse } from '../envelope.ts';
import { smsEndpoints } from '../sms/endpoints/index.ts';
import { smsRefusalResponse } from '../sms/envelope.ts';
import { smsReportsBody } from '../sms/reports.ts';
import { smsInboundBody } from '../sms/inbound.ts';
import type { SchemaObject } from './document.ts';
import { operationRequestName, operationRequestSchemas } from './operation-request.ts';
import type { OfferedService } from './operation-request.ts';
import { plainSchema } from './plain-schema.ts';

/** `get-transaction-status` → `GetTransactionStatus`. */
function pascalCase(name: string): string {
  return name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * The component's name of one form of an endpoint's answer: shared refusals have one name, the
 * others are the endpoint's.
 */
export function responseName(endpoint: Endpoint, schema: TSchema): string {
  if (schema === refusalResponse) return 'Refusal';
  if (schema === listRefusalResponse) return 'ListRefusal';
  if (schema === smsRefusalResponse) return 'SmsRefusal';
  return `${pascalCase(endpoint.name)}${schema === endpoint.responses[0] ? 'Response' : 'RefusedResponse'}`;
}

export function requestName(endpoint: Endpoint): string {
  return endpoint.request === operationEndpoint.request
    ? operationRequestName
    : `${pascalCase(endpoint.name)}Request`;
}

/** All schemas of the interface by name. */
export function namedSchemas(services: readonly OfferedService[]): Record<string, SchemaObject> {
  const schemas = operationRequestSchemas(services);
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
  schemas['PayoutCallback'] = plainSchema(payoutCallback);
  schemas['SmsReports'] = plainSchema(smsReportsBody);
  schemas['SmsInbound'] = plainSchema(smsInboundBody);
  return schemas;
}
