// Schema of the callback for an inbound message to one of an application's numbers.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { described } from '../check/described.ts';

export const smsInboundEvent = 'sms.inbound';

export const smsInboundBody = Type.Object(
  {
    event: Type.Literal(smsInboundEvent),
    id: Type.String(
      described(
        'The same for every attempt: ignore a message that you already processed.',
        'Le même à chaque tentative : ignorez un message déjà traité.',
      ),
    ),
    from: Type.String(
      described(
        'The sender: international format with plus, or a short code.',
        'L’expéditeur : format international avec plus, ou numéro court.',
      ),
    ),
    to: Type.String(
      described(
        'The recipient: international format with plus, or a short code.',
        'Le destinataire : format international avec plus, ou numéro court.',
      ),
    ),
    text: Type.String(
      described('The whole text, with its parts joined.', 'Le texte entier, segments réunis.'),
    ),
    keyword: Type.Optional(
      Type.String(
        described(
          'The keyword that selected your application, if any.',
          'Le mot-clé qui a désigné votre application, s’il y en a un.',
        ),
      ),
    ),
    optOut: Type.Boolean(
      described(
        'True when the text was a word such as STOP: the number is now in your opt-outs.',
        'true si le texte était un mot tel que STOP : le numéro est désormais dans vos désinscriptions.',
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
