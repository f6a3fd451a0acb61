// What is the machine-readable description of the interface? OpenAPI 3.1 made from the same schemas that check requests and answers.
import type { TObject } from 'typebox';
import { callbackExamples } from './callback.ts';
import { codeMeanings, codes } from './codes.ts';
import type { CodeName } from './codes.ts';
import type { Endpoint, RequestExample, ResponseExample } from './endpoint.ts';
import { endpoints } from './endpoints/index.ts';
import { errorCatalogue } from './error-catalogue.ts';
import type { CodeRow, ExampleObject, MediaTypeObject, OpenapiDocument, OperationObject, ParameterObject } from './openapi/document.ts';
import { namedSchemas, plainSchema, requestName, responseName, schemaRef } from './openapi/schemas.ts';
import { callbackSignatureHeaders, requestSignatureHeaders } from './openapi/signature-headers.ts';
import { sandboxDigitMembers, sandboxOutcomes } from './sandbox.ts';

export type { OpenapiDocument } from './openapi/document.ts';

export interface OpenapiOptions {
  /** Public base URL of the gateway, without a slash at the end. */
  baseUrl: string;
  /** Version of the running gateway. */
  version: string;
}

/** The whole description; serve it as JSON. It is the same for every call with the same options. */
export function openapiDocument(options: OpenapiOptions): OpenapiDocument {
  const paths: OpenapiDocument['paths'] = {};
  for (const endpoint of endpoints) paths[endpoint.path] = { [endpoint.method === 'GET' ? 'get' : 'post']: operationOf(endpoint) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Jokko payments interface',
      version: options.version,
      summary: 'Mobile money, cards, bank transfers, airtime, bills, messages and remittances through one interface.',
      description: overview(),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: options.baseUrl }],
    tags: [
      { name: 'payments', description: 'Calls to the gateway.' },
      { name: 'callback', description: 'The call from the gateway to the address you give.' },
    ],
    paths,
    webhooks: { 'transaction-result': { post: callbackOperation() } },
    components: {
      schemas: namedSchemas(),
      securitySchemes: {
        Secretkey: {
          type: 'apiKey',
          in: 'header',
          name: 'Secretkey',
          description: 'API key. GET calls need this header; POST calls take the body member `apiKey` or this header.',
        },
      },
      headers: { 'X-Request-Id': { description: 'Identifies the request; quote it to support.', schema: { type: 'string' } } },
    },
    'x-codes': codeRows(),
    'x-error-catalogue': errorCatalogue.map(({ id, code, message }) => ({ id, code, message })),
    'x-sandbox': { members: sandboxDigitMembers, outcomes: sandboxOutcomes },
  };
}

function codeRows(): CodeRow[] {
  return (Object.keys(codes) as CodeName[]).map((name) => ({ code: codes[name], meaning: codeMeanings[name] }));
}

function overview(): string {
  const rows = codeRows().map(({ code, meaning }) => `| ${code} | ${meaning.en} |`);
  return [
    'Every outcome is HTTP 200 with a JSON body; `code` tells what happened. Unknown paths answer HTTP 404 with the same envelope.',
    'Transactions are asynchronous: the first answer is PENDING, the final result is posted to your `callbackUrl`.',
    ['| code | meaning |', '|---|---|', ...rows].join('\n'),
  ].join('\n\n');
}

function operationOf(endpoint: Endpoint): OperationObject {
  const forms = endpoint.responses.map((_, index) => schemaRef(responseName(endpoint, index)));
  return {
    operationId: endpoint.name,
    summary: endpoint.summary.en,
    'x-summary-fr': endpoint.summary.fr,
    description: endpoint.description.en,
    'x-description-fr': endpoint.description.fr,
    'x-codes': endpoint.codes,
    tags: ['payments'],
    // An empty requirement beside the header: a POST may carry its key in the body instead, which OpenAPI cannot express.
    security: endpoint.method === 'GET' ? [{ Secretkey: [] }] : [{ Secretkey: [] }, {}],
    ...parametersOf(endpoint),
    ...(endpoint.request === null
      ? {}
      : {
          requestBody: {
            required: true,
            content: json({ schema: schemaRef(requestName(endpoint)), examples: examplesOf(endpoint.requestExamples) }),
          },
        }),
    responses: {
      '200': {
        description: 'Every outcome: success, business refusal or error, told apart by `code`.',
        headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } },
        content: json({ schema: { anyOf: forms }, examples: examplesOf(endpoint.responseExamples) }),
      },
    },
  };
}

function parametersOf({ method, query }: Endpoint): { parameters?: readonly ParameterObject[] } {
  if (method === 'POST') return { parameters: requestSignatureHeaders };
  return query === undefined ? {} : { parameters: queryParametersOf(query) };
}

function queryParametersOf(query: TObject): ParameterObject[] {
  const { properties, required = [] } = plainSchema(query);
  return Object.entries(properties ?? {}).map(([name, { description = '', 'x-description-fr': french = '', ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    description,
    'x-description-fr': french,
    schema,
  }));
}

function json(media: MediaTypeObject): Record<string, MediaTypeObject> {
  return { 'application/json': media };
}

function examplesOf(examples: readonly (RequestExample | ResponseExample)[]): Record<string, ExampleObject> {
  return Object.fromEntries(examples.map(({ name, title, body }) => [name, { summary: title.en, 'x-summary-fr': title.fr, value: body }]));
}

function callbackOperation(): OperationObject {
  const titles = { success: ['Success', 'Succès'], failure: ['Failure', 'Échec'] } as const;
  const examples = callbackExamples.map(({ name, body }) => {
    const [summary, french] = titles[name];
    return [name, { summary, 'x-summary-fr': french, value: body }] as const;
  });
  return {
    operationId: 'transaction-result',
    summary: 'Final result of a transaction',
    'x-summary-fr': "Résultat final d'une transaction",
    description:
      'Posted to the callbackUrl of the transaction when it reached SUCCESS or FAILLED. Answer HTTP 200, within 15 seconds; anything else is tried again every minute for 72 hours. Check sha256Hash or, better, a signature, which covers the whole body, and ignore a transaction that you already processed.',
    'x-description-fr':
      'Envoyé au callbackUrl de la transaction quand elle atteint SUCCESS ou FAILLED. Répondez HTTP 200 en moins de 15 secondes ; toute autre réponse est retentée chaque minute pendant 72 heures. Vérifiez sha256Hash ou, mieux, une signature, qui couvre tout le corps, et ignorez une transaction déjà traitée.',
    tags: ['callback'],
    parameters: callbackSignatureHeaders,
    requestBody: { required: true, content: json({ schema: schemaRef('Callback'), examples: Object.fromEntries(examples) }) },
    responses: { '200': { description: 'Delivered. Any other status counts as a failure.' } },
  };
}
