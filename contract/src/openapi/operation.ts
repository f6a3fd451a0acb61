// Writes an endpoint as an OpenAPI operation. The two interfaces differ in their key, their
// signature headers and their HTTP statuses.
import { defined } from '../defined.ts';
import type { TObject } from 'typebox';
import { described } from '../check/described.ts';
import type { Described } from '../check/described.ts';
import type { Endpoint, InterfaceName, RequestExample, ResponseExample } from '../endpoint.ts';
import { appKeyHeader } from '../sms/fields.ts';
import { smsCodes } from '../sms/states.ts';
import type {
  ExampleObject,
  MediaTypeObject,
  OperationObject,
  ParameterObject,
  SchemaObject,
} from './document.ts';
import { operationIdOf } from './operation-ids.ts';
import type { OfferedService } from './operation-request.ts';
import { plainSchema, schemaRef } from './plain-schema.ts';
import { requestName, responseName } from './schemas.ts';
import { requestSignatureHeaders } from './signature-headers.ts';

interface InterfaceInfo {
  keyHeader: string;
  /**
   * For a POST: an empty requirement says that the key may be in the body instead, which OpenAPI
   * cannot express.
   */
  postSecurity: readonly Record<string, readonly string[]>[];
  postHeaders: readonly ParameterObject[];
  success: Described;
}

const interfaces: Record<InterfaceName, InterfaceInfo> = {
  payments: {
    keyHeader: 'Secretkey',
    postSecurity: [{ Secretkey: [] }, {}],
    postHeaders: requestSignatureHeaders,
    success: described(
      'Every outcome: success, business error or technical error, distinguished by `code`.',
      'Tout résultat : succès, erreur métier ou erreur technique, que distingue `code`.',
    ),
  },
  sms: {
    keyHeader: appKeyHeader,
    postSecurity: [{}],
    postHeaders: [],
    success: described('Success.', 'Succès.'),
  },
};

/** Examples of requests are those for `services`; all, where these are not known. */
export function operationOf(
  endpoint: Endpoint,
  services: readonly OfferedService[],
): OperationObject {
  const details = interfaces[endpoint.interface];
  const parameters = parametersOf(endpoint, details);
  return {
    operationId: operationIdOf(endpoint.name),
    summary: endpoint.summary.en,
    'x-summary-fr': endpoint.summary.fr,
    description: endpoint.description.en,
    'x-description-fr': endpoint.description.fr,
    'x-codes': endpoint.codes,
    tags: [endpoint.interface],
    security: endpoint.method === 'GET' ? [{ [details.keyHeader]: [] }] : details.postSecurity,
    ...defined({ parameters: parameters.length === 0 ? undefined : parameters }),
    ...requestBodyOf(endpoint, services),
    responses: responsesOf(endpoint, details),
  };
}

export function jsonContent(media: MediaTypeObject): Record<string, MediaTypeObject> {
  return { 'application/json': media };
}

function parametersOf(
  { method, pathParameters, query, requestHeaders }: Endpoint,
  { postHeaders }: InterfaceInfo,
): ParameterObject[] {
  return [
    ...parametersIn('path', pathParameters),
    ...parametersIn('query', query),
    ...parametersIn('header', requestHeaders),
    ...(method === 'POST' ? postHeaders : []),
  ];
}

function parametersIn(
  place: ParameterObject['in'],
  members: TObject | undefined,
): ParameterObject[] {
  if (members === undefined) return [];
  const { properties, required = [] } = plainSchema(members);
  return Object.entries(properties ?? {}).map(([name, member]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...splitDescription(member),
  }));
}

function splitDescription({
  description = '',
  'x-description-fr': french = '',
  ...schema
}: SchemaObject) {
  return { description, 'x-description-fr': french, schema };
}

function requestBodyOf(
  endpoint: Endpoint,
  services: readonly OfferedService[],
): Pick<OperationObject, 'requestBody'> {
  if (endpoint.request === null) return {};
  const offered = new Set(services.map(({ code }) => code));
  const examples = endpoint.requestExamples.filter(
    ({ body: { codeService } }) =>
      offered.size === 0 || codeService === undefined || offered.has(String(codeService)),
  );
  const schema = schemaRef(requestName(endpoint));
  const form =
    endpoint.acceptsForm === true ? { 'application/x-www-form-urlencoded': { schema } } : {};
  return {
    requestBody: {
      required: true,
      content: {
        ...jsonContent({ schema, examples: examplesOf(examples) }),
        ...form,
      },
    },
  };
}

function responsesOf(
  endpoint: Endpoint,
  { success: meaning }: InterfaceInfo,
): OperationObject['responses'] {
  const { responses, refusals, responseExamples, event, csvExample } = endpoint;
  const isRefusal = ({ body }: ResponseExample): boolean =>
    refusals !== undefined && body['code'] === smsCodes.refused;
  const mediaOf = (
    schemas: Endpoint['responses'],
    examples: readonly ResponseExample[],
  ): MediaTypeObject => ({
    schema: oneOfForms(schemas.map((schema) => schemaRef(responseName(endpoint, schema)))),
    examples: examplesOf(examples),
  });
  const requestId = { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } };
  const success = {
    ...meaning,
    headers: { ...requestId, ...headersOf(endpoint.responseHeaders) },
    content: {
      ...jsonContent(
        mediaOf(
          responses,
          responseExamples.filter((example) => !isRefusal(example)),
        ),
      ),
      ...(event === undefined ? {} : eventContent(event)),
      ...(csvExample === undefined ? {} : csvContent(csvExample)),
    },
  };
  if (refusals === undefined) return { '200': success };
  const refusal = {
    ...described('Rejected: nothing was executed.', 'Rejetée : rien n’a été exécuté.'),
    headers: requestId,
    content: jsonContent(mediaOf(refusals, responseExamples.filter(isRefusal))),
  };
  return { '200': success, '400': refusal };
}

/** Where there is one form only it stands alone. */
function oneOfForms(forms: readonly SchemaObject[]): SchemaObject {
  const [first, ...others] = forms;
  return first !== undefined && others.length === 0 ? first : { anyOf: forms };
}

function headersOf(members: TObject | undefined): Record<string, unknown> {
  return Object.fromEntries(
    parametersIn('header', members).map(({ name, in: _place, ...header }) => [name, header]),
  );
}

function csvContent(text: string): Record<string, MediaTypeObject> {
  return {
    'text/csv': {
      schema: { type: 'string' },
      examples: { csv: { summary: 'CSV', 'x-summary-fr': 'CSV', value: text } },
    },
  };
}

function eventContent({
  name,
  example,
}: NonNullable<Endpoint['event']>): Record<string, MediaTypeObject> {
  const event = { summary: 'One event', 'x-summary-fr': 'Un événement', value: example };
  return { 'text/event-stream': { schema: schemaRef(name), examples: { event } } };
}

function examplesOf(
  examples: readonly (RequestExample | ResponseExample)[],
): Record<string, ExampleObject> {
  return Object.fromEntries(
    examples.map(({ name, title, body }) => [
      name,
      { summary: title.en, 'x-summary-fr': title.fr, value: body },
    ]),
  );
}
