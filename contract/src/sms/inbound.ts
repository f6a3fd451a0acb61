// What is posted to an application when somebody writes to one of its numbers?
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { described } from '../check/described.ts';

export const smsInboundEvent = 'sms.inbound';

export const smsInboundBody = Type.Object(
  {
    event: Type.Literal(smsInboundEvent),
    id: Type.String(
      described(
        'The same for every attempt: ignore one that you already worked off.',
        'Le même à chaque tentative : ignorez un message déjà traité.',
      ),
    ),
    from: Type.String(
      described(
        'Who wrote: international format with plus, or a short code.',
        'Qui a écrit : format international avec plus, ou numéro court.',
      ),
    ),
    to: Type.String(
      described(
        'What was written to: international format with plus, or a short code.',
        'Le destinataire : format international avec plus, ou numéro court.',
      ),
    ),
    text: Type.String(described('The whole text; parts are joined.', 'Le texte entier ; les parties sont réunies.')),
    keyword: Type.Optional(
      Type.String(
        described('The word that chose your application, where one did.', 'Le mot qui a désigné votre application, s’il y en a un.'),
      ),
    ),
    optOut: Type.Boolean(
      described(
        'True when the text was a word such as STOP: the number is in your list of opt-outs now.',
        'true si le texte était un mot tel que STOP : le numéro est maintenant dans votre liste de désinscriptions.',
      ),
    ),
    receivedAt: Type.String(described('ISO 8601, UTC.', 'ISO 8601, UTC.')),
  },
  { additionalProperties: false },
);
export type SmsInboundBody = Static<typeof smsInboundBody>;

export const smsInboundExamples: readonly { name: 'keyword' | 'stop'; body: SmsInboundBody }[] = [
  {
    name: 'keyword',
    body: {
      event: smsInboundEvent,
      id: '4821907715530012',
      from: '+221770000001',
      to: '38000',
      text: 'PROMO oui',
      keyword: 'PROMO',
      optOut: false,
      receivedAt: '2026-11-21T16:04:05.000Z',
    },
  },
  {
    name: 'stop',
    body: {
      event: smsInboundEvent,
      id: '4821907715530345',
      from: '+221770000002',
      to: '38000',
      text: 'STOP',
      optOut: true,
      receivedAt: '2026-11-21T16:07:41.000Z',
    },
  },
];
