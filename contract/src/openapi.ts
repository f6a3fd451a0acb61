// Builds the OpenAPI 3.1 description of the two interfaces from the same schemas that check
// requests and answers.
import { codeMeanings, codes } from './codes.ts';
import type { CodeName } from './codes.ts';
import { endpoints } from './endpoints/index.ts';
import { errorCatalogue } from './error-catalogue.ts';
import type { Language } from './language.ts';
import { described } from './check/described.ts';
import type { CodeRow, OpenapiDocument } from './openapi/document.ts';
import { inOneLanguage } from './openapi/one-language.ts';
import type { InOneLanguage } from './openapi/one-language.ts';
import type { OfferedService } from './openapi/operation-request.ts';
import { operationOf } from './openapi/operation.ts';
import { namedSchemas } from './openapi/schemas.ts';
import { webhooks } from './openapi/webhooks.ts';
import { sandboxDigitMembers, sandboxOutcomes } from './sandbox.ts';
import { smsEndpoints } from './sms/endpoints/index.ts';
import { appKeyHeader } from './sms/fields.ts';
import { smsCodeMeanings } from './sms/states.ts';

export type { OfferedService } from './openapi/operation-request.ts';
export type { OpenapiDocument } from './openapi/document.ts';

export interface OpenapiOptions {
  /** Public base URL of the gateway, without a slash at the end. */
  baseUrl: string;
  /** Version of the running gateway. */
  version: string;
  /** The services of the installation: what tells the forms of an operation's body apart. */
  services?: readonly OfferedService[];
}

/**
 * The whole description; serve it as JSON. It is the same for every call with the same options.
 * With a language all texts are in it; without one they are English, with the French in `x-…-fr`.
 */
export function openapiDocument(options: OpenapiOptions): OpenapiDocument;
export function openapiDocument(
  options: OpenapiOptions & { language: Language },
): InOneLanguage<OpenapiDocument>;
export function openapiDocument({
  language,
  ...options
}: OpenapiOptions & { language?: Language }): OpenapiDocument | InOneLanguage<OpenapiDocument> {
  const document = bilingualDocument(options);
  return language === undefined ? document : inOneLanguage(document, language);
}

function bilingualDocument({ services = [], ...options }: OpenapiOptions): OpenapiDocument {
  const paths: OpenapiDocument['paths'] = {};
  for (const endpoint of [...endpoints, ...smsEndpoints]) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method === 'GET' ? 'get' : 'post']: operationOf(endpoint, services),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Jokko payments and SMS API',
      'x-title-fr': 'API de paiements et de SMS de Jokko',
      version: options.version,
      summary:
        'Mobile money, cards, bank transfers, airtime, bills, chat messages and remittances through one API, SMS through another.',
      'x-summary-fr':
        'Mobile money, cartes, virements bancaires, crédit téléphonique, factures, messages instantanés et transferts d’argent par une API, SMS par une autre.',
      ...described(overview('en'), overview('fr')),
      contact: {
        name: 'The operator of this gateway',
        'x-name-fr': 'L’opérateur de cette passerelle',
        url: options.baseUrl,
      },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: options.baseUrl }],
    tags,
    paths,
    webhooks: webhooks(),
    components: {
      schemas: namedSchemas(services),
      securitySchemes,
      headers: {
        'X-Request-Id': {
          ...described(
            'Identifies the request; quote it to support.',
            'Identifie la requête ; à indiquer au support.',
          ),
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

const tags: OpenapiDocument['tags'] = [
  {
    name: 'callback',
    ...described(
      'The request that the gateway sends to your callbackUrl.',
      'La requête que la passerelle envoie à votre callbackUrl.',
    ),
  },
  {
    name: 'payments',
    ...described('Requests to the gateway.', 'Les requêtes à la passerelle.'),
  },
  {
    name: 'sms',
    ...described(
      'The SMS API, with its own keys and codes.',
      'L’API SMS, avec ses propres clés et codes.',
    ),
  },
];

const securitySchemes = {
  Secretkey: {
    type: 'apiKey',
    in: 'header',
    name: 'Secretkey',
    ...described(
      'API key. GET requests need this header; POST requests take the body field `apiKey` or this header.',
      'Clé API. Les requêtes GET exigent cet en-tête ; les requêtes POST acceptent le champ `apiKey` du corps ou cet en-tête.',
    ),
  },
  [appKeyHeader]: {
    type: 'apiKey',
    in: 'header',
    name: appKeyHeader,
    ...described(
      'Key of an SMS application, on GET requests of the SMS API. POST requests take the body field `app_key`.',
      'Clé d’une application SMS, pour les requêtes GET de l’API SMS. Les requêtes POST prennent le champ `app_key` du corps.',
    ),
  },
};

function codeRows(): CodeRow[] {
  return (Object.keys(codes) as CodeName[]).map((name) => ({
    code: codes[name],
    meaning: codeMeanings[name],
  }));
}

function overview(language: Language): string {
  const rows = codeRows().map(({ code, meaning }) => `| ${code} | ${meaning[language]} |`);
  const { payments, transactions, columns, sms } = overviewTexts[language];
  return [payments, transactions, [columns, '|---|---|', ...rows].join('\n'), sms].join('\n\n');
}

const overviewTexts = {
  en: {
    payments:
      'Payments: every response is HTTP 200 with a JSON body; `code` gives the outcome. Unknown paths return HTTP 404 with the same envelope.',
    transactions:
      'Transactions are asynchronous: the first response is PENDING, the final result is posted to your `callbackUrl`.',
    columns: '| code | meaning |',
    sms: 'SMS: success is HTTP 200 with code 201 or 200; every error is HTTP 400 with code 400 and the reasons in `data`.',
  },
  fr: {
    payments:
      'Paiements : chaque réponse est HTTP 200 avec un corps JSON ; `code` donne le résultat. Un chemin inconnu reçoit HTTP 404 avec la même enveloppe.',
    transactions:
      'Les transactions sont asynchrones : la première réponse est PENDING, le résultat final est envoyé par POST à votre `callbackUrl`.',
    columns: '| code | signification |',
    sms: 'SMS : un succès est HTTP 200 avec le code 201 ou 200 ; toute erreur est HTTP 400 avec le code 400 et les raisons dans `data`.',
  },
} as const satisfies Record<Language, object>;
