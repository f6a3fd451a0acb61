// POST test-integration: begins a test of the developer's integration in the sandbox, and goes on
// with it. Each answer holds the callbacks to post next; what the receiver answered to them is told
// in the next call.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { described } from '../check/described.ts';
import { apiKeyField } from '../check/fields.ts';
import { makeCheck } from '../check/make-check.ts';
import { codes } from '../codes.ts';
import type { Endpoint } from '../endpoint.ts';
import { refusalResponse, successEnvelope } from '../envelope.ts';
import { exampleApiKey, redirectUrl } from '../kinds/members.ts';
import {
  integrationDirections,
  integrationResults,
  integrationScenarios,
} from '../messages/integration-test.ts';

const orderCharactersMax = 100;
const sentAtOnceMax = 2;
const durationMsMax = 600_000;
const stepsMax = 100;
const statusRange = { minimum: 100, maximum: 599 };

const notAllowed = { 'x-problem': 'notAllowed' } as const;

export const testIntegrationRequest = Type.Object({
  run: Type.Optional(
    Type.String({
      pattern: '^[1-9][0-9]{0,17}$',
      ...notAllowed,
      ...described(
        'The test to go on with; absent: a new one begins.',
        'Le test à poursuivre ; absent : un nouveau commence.',
      ),
    }),
  ),
  receiver: redirectUrl(
    'At the beginning: the address that you post to, for the report.',
    'Au début : l’adresse à laquelle vous envoyez, pour le rapport.',
  ),
  only: Type.Optional(
    Type.Array(Type.Enum([...integrationScenarios], notAllowed), {
      minItems: 1,
      maxItems: integrationScenarios.length,
      ...described(
        'At the beginning: these scenarios alone.',
        'Au début : ces scénarios seulement.',
      ),
    }),
  ),
  order: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: orderCharactersMax,
      ...described(
        'At the beginning: an `externalTransactionId` that your server knows, where it refuses unknown ones.',
        'Au début : un `externalTransactionId` que votre serveur connaît, s’il refuse les inconnus.',
      ),
    }),
  ),
  direction: Type.Optional(
    Type.Enum([...integrationDirections], {
      ...notAllowed,
      ...described(
        'At the beginning: what your program is meant to do; `collect` unless given.',
        'Au début : ce que votre programme doit faire ; `collect` par défaut.',
      ),
    }),
  ),
  step: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: stepsMax,
      'x-problem': 'notAllowed',
      ...described('The `step` that `answers` belong to.', 'Le `step` auquel répondent `answers`.'),
    }),
  ),
  answers: Type.Optional(
    Type.Array(
      Type.Object({
        status: Type.Union([Type.Integer(statusRange), Type.Null()], {
          'x-problem': 'notAllowed',
          ...described(
            'HTTP status of your receiver; null: it did not answer.',
            'Statut HTTP de votre récepteur ; null : il n’a pas répondu.',
          ),
        }),
        durationMs: Type.Integer({ minimum: 0, maximum: durationMsMax, 'x-problem': 'notAllowed' }),
      }),
      { minItems: 1, maxItems: sentAtOnceMax },
    ),
  ),
  end: Type.Optional(
    Type.Boolean(
      described(
        'Ends the test: what was not seen until now is reported so.',
        'Termine le test : ce qui n’a pas été vu est rapporté comme tel.',
      ),
    ),
  ),
  apiKey: apiKeyField,
});
export type TestIntegrationRequest = Static<typeof testIntegrationRequest>;

/** Faults of a test-integration body. */
export const checkTestIntegration = makeCheck(testIntegrationRequest);

const textOrNull = (en: string, fr: string) =>
  Type.Union([Type.String(), Type.Null()], described(en, fr));

export const testIntegrationSchema = Type.Object(
  {
    run: Type.String(),
    step: Type.Integer(),
    send: Type.Array(
      Type.Object(
        {
          headers: Type.Record(Type.String(), Type.String()),
          body: Type.String(described('The exact text to post.', 'Le texte exact à envoyer.')),
        },
        { additionalProperties: false },
      ),
      described(
        'To be posted to your receiver at once, unchanged; empty: there are no more.',
        'À envoyer aussitôt à votre récepteur, tels quels ; vide : il n’y en a plus.',
      ),
    ),
    ended: Type.Boolean(),
    certificate: textOrNull(
      'A file, once the whole test has ended without a failure: keep its bytes as they are.',
      'Un fichier, une fois le test entier terminé sans échec : conservez ses octets tels quels.',
    ),
    lines: Type.Array(
      Type.Object(
        {
          scenario: Type.Enum([...integrationScenarios]),
          title: Type.String(),
          result: Type.Enum([...integrationResults]),
          cause: textOrNull('Why it failed or was not seen.', 'Cause de l’échec ou de l’absence.'),
          fix: textOrNull('How to mend it.', 'Comment y remédier.'),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);
export type TestIntegration = Static<typeof testIntegrationSchema>;

export const testIntegrationResponse = successEnvelope(testIntegrationSchema);
export type TestIntegrationResponse = Static<typeof testIntegrationResponse>;

const example: TestIntegration = {
  run: '12',
  step: 0,
  send: [
    {
      headers: {
        'content-type': 'application/json',
        'webhook-id': 'cb_test_12_0',
        'webhook-timestamp': '1795837547',
        'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
      },
      body: '{"test":true,"status":"SUCCESS"}',
    },
  ],
  ended: false,
  certificate: null,
  lines: [
    {
      scenario: 'genuine',
      title: 'A success and a failure',
      result: 'notSeen',
      cause: null,
      fix: null,
    },
  ],
};

export const testIntegrationEndpoint = {
  interface: 'payments',
  name: 'test-integration',
  method: 'POST',
  path: '/api-services/test-integration',
  summary: { en: 'Test your integration', fr: 'Tester votre intégration' },
  description: {
    en: 'In the sandbox: eighteen bad days for your receiver and for your program. The gateway composes and signs callbacks, genuine and forged; you post them to your receiver and report its statuses in the next call. Meanwhile the calls of your program are watched. `jokko-dev scenarios` does all of this.',
    fr: 'Dans le bac à sable : dix-huit mauvais jours pour votre récepteur et votre programme. La passerelle compose et signe des callbacks, vrais et falsifiés ; vous les envoyez à votre récepteur et rapportez ses statuts dans l’appel suivant. Pendant ce temps, les appels de votre programme sont observés. `jokko-dev scenarios` fait tout cela.',
  },
  request: testIntegrationRequest,
  requestExamples: [
    {
      name: 'begin',
      title: { en: 'Begin', fr: 'Commencer' },
      body: { receiver: 'http://localhost:3000/callback', apiKey: exampleApiKey },
    },
    {
      name: 'next',
      title: { en: 'Go on', fr: 'Poursuivre' },
      body: {
        run: '12',
        step: 0,
        answers: [{ status: 200, durationMs: 12 }],
        apiKey: exampleApiKey,
      },
    },
  ],
  responses: [testIntegrationResponse, refusalResponse],
  responseExamples: [
    {
      name: 'begun',
      title: { en: 'Begun', fr: 'Commencé' },
      body: { code: codes.done, msg: 'Successfully operation', error: false, data: example },
    },
  ],
  codes: [
    codes.done,
    codes.badKey,
    codes.notActivated,
    codes.notFound,
    codes.invalid,
    codes.tooMany,
    codes.internal,
  ],
} satisfies Endpoint;
