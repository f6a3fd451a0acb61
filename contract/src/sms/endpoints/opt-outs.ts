// api/sms/opt-outs: lists, adds and removes the numbers that get no more messages of an
// application.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { described } from '../../check/described.ts';
import type { Endpoint } from '../../endpoint.ts';
import { smsRefusalResponse, smsSuccess } from '../envelope.ts';
import { appKeyField, msisdnField, msisdnText, pageLimit } from '../fields.ts';
import { smsCodes, smsOptOutSources } from '../states.ts';

export const smsOptOutsQuery = Type.Object({
  after: Type.Optional(
    Type.String({
      pattern: '^[0-9]+$',
      ...described(
        'Returns the numbers after this one: `next` of the previous response.',
        'Renvoie les numéros après celui-ci : le `next` de la réponse précédente.',
      ),
    }),
  ),
  limit: pageLimit,
});

export const smsOptOutsResponse = smsSuccess(
  smsCodes.read,
  Type.Object(
    {
      optOuts: Type.Array(
        Type.Object(
          {
            msisdn: msisdnText,
            source: Type.Enum(
              [...smsOptOutSources],
              described(
                '`inbound`: the recipient replied STOP; `api`: you added it; `operator`: the operator of this gateway added it.',
                '`inbound` : le destinataire a répondu STOP ; `api` : vous l’avez ajouté ; `operator` : l’opérateur de cette passerelle l’a ajouté.',
              ),
            ),
            createdAt: Type.String(described('ISO 8601, UTC.', 'ISO 8601, UTC.')),
          },
          { additionalProperties: false },
        ),
        described('In the order of the numbers.', 'Dans l’ordre des numéros.'),
      ),
      next: Type.Union(
        [Type.String(), Type.Null()],
        described(
          'The `after` of the next page; null on the last one.',
          'Le `after` de la page suivante ; null à la dernière.',
        ),
      ),
    },
    { additionalProperties: false },
  ),
);
export type SmsOptOutsResponse = Static<typeof smsOptOutsResponse>;

export const smsOptOutsRequest = Type.Object({ app_key: appKeyField, msisdn: msisdnField });

export const smsOptOutsAddedResponse = smsSuccess(
  smsCodes.accepted,
  Type.Object(
    {
      added: Type.Integer(
        described(
          'Numbers that were not in the list before.',
          'Numéros qui n’étaient pas encore dans la liste.',
        ),
      ),
    },
    { additionalProperties: false },
  ),
);
export type SmsOptOutsAddedResponse = Static<typeof smsOptOutsAddedResponse>;

export const smsOptOutsRemovedResponse = smsSuccess(
  smsCodes.read,
  Type.Object(
    {
      removed: Type.Integer(
        described('Numbers that were in the list.', 'Numéros qui étaient dans la liste.'),
      ),
    },
    { additionalProperties: false },
  ),
);
export type SmsOptOutsRemovedResponse = Static<typeof smsOptOutsRemovedResponse>;

const exampleRequest = {
  name: 'one',
  title: { en: 'One number', fr: 'Un numéro' },
  body: { app_key: '<APP_KEY>', msisdn: ['+221770000001'] },
};
const exampleRefusal = {
  name: 'number',
  title: { en: 'An invalid number', fr: 'Un numéro invalide' },
  body: {
    code: 400,
    error: true,
    msg: "Un numéro a été refusé : rien n'a été exécuté.",
    data: {
      '77000':
        'Le numéro est invalide : le format international +<indicatif><numéro> doit être respecté.',
    },
  },
};
const commonEndpoint = { interface: 'sms', refusals: [smsRefusalResponse] } as const;

export const smsOptOutsEndpoint: Endpoint = {
  ...commonEndpoint,
  name: 'sms-opt-outs',
  method: 'GET',
  path: '/api/sms/opt-outs',
  summary: { en: 'List the opt-outs', fr: 'Lister les désinscriptions' },
  description: {
    en: 'Numbers to which your application sends no messages. A request that contains one is rejected.',
    fr: 'Les numéros auxquels votre application n’envoie plus de messages. Une requête qui en contient un est rejetée.',
  },
  request: null,
  query: smsOptOutsQuery,
  requestExamples: [],
  responses: [smsOptOutsResponse],
  responseExamples: [
    {
      name: 'list',
      title: { en: 'One number', fr: 'Un numéro' },
      body: {
        code: 200,
        error: false,
        msg: 'OK',
        data: {
          optOuts: [
            { msisdn: '+221770000001', source: 'inbound', createdAt: '2026-11-21T16:07:41.000Z' },
          ],
          next: null,
        },
      },
    },
  ],
  codes: [smsCodes.read, smsCodes.refused],
};

export const smsOptOutsAddEndpoint: Endpoint = {
  ...commonEndpoint,
  name: 'sms-opt-outs-add',
  method: 'POST',
  path: '/api/sms/opt-outs',
  summary: { en: 'Add opt-outs', fr: 'Ajouter des désinscriptions' },
  description: {
    en: 'Your application sends no more messages to these numbers. A number that is already in the list does not change.',
    fr: 'Votre application n’envoie plus de messages à ces numéros. Un numéro déjà dans la liste ne change pas.',
  },
  request: smsOptOutsRequest,
  acceptsForm: true,
  requestExamples: [exampleRequest],
  responses: [smsOptOutsAddedResponse],
  responseExamples: [
    {
      name: 'added',
      title: { en: 'Added', fr: 'Ajouté' },
      body: {
        code: 201,
        error: false,
        msg: '1 numéro ajouté aux désinscriptions',
        data: { added: 1 },
      },
    },
    exampleRefusal,
  ],
  codes: [smsCodes.accepted, smsCodes.refused],
};

export const smsOptOutsRemoveEndpoint: Endpoint = {
  ...commonEndpoint,
  name: 'sms-opt-outs-remove',
  method: 'POST',
  path: '/api/sms/opt-outs/remove',
  summary: { en: 'Remove opt-outs', fr: 'Retirer des désinscriptions' },
  description: {
    en: 'Your application may send to these numbers again. Remove a number only with the consent of its owner.',
    fr: 'Votre application peut de nouveau envoyer des messages à ces numéros. Ne retirez un numéro qu’avec l’accord de son titulaire.',
  },
  request: smsOptOutsRequest,
  acceptsForm: true,
  requestExamples: [exampleRequest],
  responses: [smsOptOutsRemovedResponse],
  responseExamples: [
    {
      name: 'removed',
      title: { en: 'Removed', fr: 'Retiré' },
      body: {
        code: 200,
        error: false,
        msg: '1 numéro retiré des désinscriptions',
        data: { removed: 1 },
      },
    },
    exampleRefusal,
  ],
  codes: [smsCodes.read, smsCodes.refused],
};
