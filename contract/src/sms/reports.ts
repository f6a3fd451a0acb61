// Schema of the callback that pushes delivery reports: final states of up to 100 recipients.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { described } from '../check/described.ts';
import { smsStates } from './states.ts';

export const smsReportsEvent = 'sms.reports';
/** The most of one callback (rule X6). */
export const smsReportsMax = 100;

const report = Type.Object(
  {
    batchId: Type.String(
      described('The `X-Batch-Id` of the request.', 'Le `X-Batch-Id` de la requête.'),
    ),
    position: Type.Integer(
      described('Position within the batch, from 1.', 'Rang dans l’envoi, à partir de 1.'),
    ),
    msisdn: Type.String(
      described('International format with plus.', 'Format international avec plus.'),
    ),
    state: Type.Enum(
      [...smsStates],
      described(
        'A final state. UNKNOWN may be followed by another report, as a late receipt may still resolve it.',
        'Un état définitif. UNKNOWN peut être suivi d’un autre rapport, un accusé tardif pouvant encore le préciser.',
      ),
    ),
    reason: Type.Union(
      [Type.String(), Type.Null()],
      described('Why, unless it was delivered.', 'Pourquoi, sauf si le message est remis.'),
    ),
    at: Type.String(
      described(
        'When the state was reached, ISO 8601, UTC.',
        'Quand l’état a été atteint, ISO 8601, UTC.',
      ),
    ),
  },
  { additionalProperties: false },
);

export const smsReportsBody = Type.Object(
  {
    event: Type.Literal(smsReportsEvent),
    id: Type.String(
      described(
        'The same for every attempt: ignore a callback that you already processed.',
        'Le même à chaque tentative : ignorez un callback déjà traité.',
      ),
    ),
    reports: Type.Array(report, { minItems: 1, maxItems: smsReportsMax }),
  },
  { additionalProperties: false },
);
export type SmsReportsBody = Static<typeof smsReportsBody>;

export const smsReportsExamples: readonly { name: 'two'; body: SmsReportsBody }[] = [
  {
    name: 'two',
    body: {
      event: smsReportsEvent,
      id: '4821907715530678',
      reports: [
        {
          batchId: '7091659672946',
          position: 1,
          msisdn: '+221770000001',
          state: 'DELIVERED',
          reason: null,
          at: '2026-11-21T16:04:09.000Z',
        },
        {
          batchId: '7091659672946',
          position: 2,
          msisdn: '+221770000002',
          state: 'UNDELIVERABLE',
          reason: 'undeliverable',
          at: '2026-11-21T16:04:10.000Z',
        },
      ],
    },
  },
];
