// Wire spellings of a short message's codes, states and sources of opt-outs (rules X2, X5).
import type { Language } from '../language.ts';

export const smsCodes = { read: 200, accepted: 201, refused: 400 } as const;

/**
 * What each code of the SMS interface tells, for the documentation; `status` is the HTTP status
 * that goes with it.
 */
export const smsCodeMeanings: readonly {
  code: number;
  status: number;
  meaning: Record<Language, string>;
}[] = [
  {
    code: smsCodes.accepted,
    status: 200,
    meaning: {
      en: 'Accepted and stored, all of it: every recipient will be tried.',
      fr: 'Accepté et enregistré en entier : chaque destinataire sera servi.',
    },
  },
  {
    code: smsCodes.read,
    status: 200,
    meaning: {
      en: 'Success of a call that only reads.',
      fr: 'Succès d’un appel qui ne fait que lire.',
    },
  },
  {
    code: smsCodes.refused,
    status: 400,
    meaning: {
      en: 'Refused: nothing of the request was sent or charged. `data` names each field or number and why.',
      fr: 'Refusé : rien de la requête n’a été envoyé ni facturé. `data` nomme chaque champ ou numéro et la raison.',
    },
  },
];

/**
 * In the order in which a message passes them; the last five are final, but a late receipt may
 * still resolve UNKNOWN.
 */
export const smsStates = [
  'ACCEPTED',
  'QUEUED',
  'SENT',
  'DELIVERED',
  'UNDELIVERABLE',
  'EXPIRED',
  'REJECTED',
  'UNKNOWN',
] as const;
export type SmsState = (typeof smsStates)[number];

/**
 * Who asked that a number gets no more messages: the user by SMS, the app, or the operator of this
 * gateway.
 */
export const smsOptOutSources = ['inbound', 'api', 'operator'] as const;
export type SmsOptOutSource = (typeof smsOptOutSources)[number];
