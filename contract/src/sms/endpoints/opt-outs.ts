// /api/sms/opt-outs: who gets no more messages of an application? List, add, remove.
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
        'Answer the numbers behind this one: `next` of the answer before.',
        'Répondre les numéros après celui-ci : le `next` de la réponse précédente.',
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
                '`inbound`: the person wrote STOP; `api`: you added it; `operator`: the operator of this gateway did.',
                '`inbound` : la personne a écrit STOP ; `api` : vous l’avez ajouté ; `operator` : l’exploitant de cette passerelle.',
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
        described('The `after` of the next page; null on the last one.', 'Le `after` de la page suivante ; null à la dernière.'),
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
    { added: Type.Integer(described('Numbers that were not in the list before.', 'Numéros qui n’étaient pas encore dans la liste.')) },
    { additionalProperties: false },
  ),
);
export type SmsOptOutsAddedResponse = Static<typeof smsOptOutsAddedResponse>;

export const smsOptOutsRemovedResponse = smsSuccess(
  smsCodes.read,
  Type.Object(
    { removed: Type.Integer(described('Numbers that were in the list.', 'Numéros qui étaient dans la liste.')) },
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
    data: { '77000': 'Le numéro est invalide : le format international +<indicatif><numéro> doit être respecté.' },
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
    en: 'Numbers to which your application sends nothing any more: a request that names one is refused.',
    fr: 'Les numéros auxquels votre application n’envoie plus rien : une requête qui en nomme un est refusée.',
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
          optOuts: [{ msisdn: '+221770000001', source: 'inbound', createdAt: '2026-11-21T16:07:41.000Z' }],
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
    en: 'From now on your application sends nothing to these numbers. A number that is in the list already stays as it is.',
    fr: 'Désormais votre application n’envoie plus rien à ces numéros. Un numéro déjà dans la liste reste tel quel.',
  },
  request: smsOptOutsRequest,
  acceptsForm: true,
  requestExamples: [exampleRequest],
  responses: [smsOptOutsAddedResponse],
  responseExamples: [
    {
      name: 'added',
      title: { en: 'Added', fr: 'Ajouté' },
      body: { code: 201, error: false, msg: '1 numéro ajouté aux désinscriptions', data: { added: 1 } },
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
    en: 'Only with the consent of the person: your application may send to these numbers again.',
    fr: 'Seulement avec l’accord de la personne : votre application peut de nouveau envoyer à ces numéros.',
  },
  request: smsOptOutsRequest,
  acceptsForm: true,
  requestExamples: [exampleRequest],
  responses: [smsOptOutsRemovedResponse],
  responseExamples: [
    {
      name: 'removed',
      title: { en: 'Removed', fr: 'Retiré' },
      body: { code: 200, error: false, msg: '1 numéro retiré des désinscriptions', data: { removed: 1 } },
    },
    exampleRefusal,
  ],
  codes: [smsCodes.read, smsCodes.refused],
};
