// Builds the OpenAPI 3.1 description of the two interfaces from the same schemas that check
// requests and answers.
import { codeMeanings, codes } from './codes.ts';
import type { CodeName } from './codes.ts';
import { endpoints } from './endpoints/index.ts';
import { errorCatalogue } from './error-catalogue.ts';
import type { CodeRow, OpenapiDocument } from './openapi/document.ts';
import { operationOf } from './openapi/operation.ts';
import { namedSchemas } from './openapi/schemas.ts';
import { webhooks } from './openapi/webhooks.ts';
import { sandboxDigitMembers, sandboxOutcomes } from './sandbox.ts';
import { smsEndpoints } from './sms/endpoints/index.ts';
import { appKeyHeader } from './sms/fields.ts';
import { smsCodeMeanings } from './sms/states.ts';

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
  for (const endpoint of [...endpoints, ...smsEndpoints]) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method === 'GET' ? 'get' : 'post']: operationOf(endpoint),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Jokko payments and SMS API',
      version: options.version,
      summary:
        'Mobile money, cards, bank transfers, airtime, bills, chat messages and remittances through one API, SMS through another.',
      description: overview(),
      contact: { name: 'The operator of this gateway', url: options.baseUrl },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: options.baseUrl }],
    tags: [
      { name: 'callback', description: 'The request that the gateway sends to your callbackUrl.' },
      { name: 'payments', description: 'Requests to the gateway.' },
      { name: 'sms', description: 'The SMS API, with its own keys and codes.' },
    ],
    paths,
    webhooks: webhooks(),
    components: {
      schemas: namedSchemas(),
      securitySchemes: {
        Secretkey: {
          type: 'apiKey',
          in: 'header',
          name: 'Secretkey',
          description:
            'API key. GET requests need this header; POST requests take the body field `apiKey` or this header.',
        },
        [appKeyHeader]: {
          type: 'apiKey',
          in: 'header',
          name: appKeyHeader,
          description:
            'Key of an SMS application, on GET requests of the SMS API. POST requests take the body field `app_key`.',
        },
      },
      headers: {
        'X-Request-Id': {
          description: 'Identifies the request; quote it to support.',
          schema: { type: 'string' },
        },
      },
    },
    'x-codes': codeRows(),
    'x-sms-codes': smsCodeMeanings,
    'x-error-catalogue': errorCatalogue.map(({ id, code, message }) => ({ id, code, message })),
    'x-sandbox': { members: sandboxDigitMembers, outcomes: sandboxOutcomes },
  };
}

function codeRows(): CodeRow[] {
  return (Object.keys(codes) as CodeName[]).map((name) => ({
    code: codes[name],
    meaning: codeMeanings[name],
  }));
}

function overview(): string {
  const rows = codeRows().map(({ code, meaning }) => `| ${code} | ${meaning.en} |`);
  return [
    'Payments: every response is HTTP 200 with a JSON body; `code` gives the outcome. Unknown paths return HTTP 404 with the same envelope.',
    'Transactions are asynchronous: the first response is PENDING, the final result is posted to your `callbackUrl`.',
    ['| code | meaning |', '|---|---|', ...rows].join('\n'),
    'SMS: success is HTTP 200 with code 201 or 200; every error is HTTP 400 with code 400 and the reasons in `data`.',
  ].join('\n\n');
}
