// GET /events, the event feed: lists every final result of a transaction, in order, from a cursor
// on, for clients whose server was down.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { callbackTransactionSchema, exampleTransaction } from '../callback.ts';
import { described } from '../check/described.ts';
import { integerText } from '../check/fields.ts';
import { codes } from '../codes.ts';
import type { Endpoint } from '../endpoint.ts';
import { refusalResponse, successEnvelope } from '../envelope.ts';
import { publicStatus } from '../states.ts';

export const eventsLimitDefault = 100;
export const eventsLimitMax = 500;

const cursor = described(
  'A position in the feed. Opaque, and valid forever: keep the last one you processed.',
  'Une position dans le flux. Opaque et valable indéfiniment : conservez la dernière que vous avez traitée.',
);

export const eventsQuery = Type.Object({
  after: Type.Optional(
    Type.String({
      ...described(
        'Returns the events after this cursor; without it, from the first event.',
        'Renvoie les événements qui suivent ce curseur ; sans lui, à partir du premier.',
      ),
    }),
  ),
  limit: Type.Optional(
    integerText(
      { minimum: 1, maximum: eventsLimitMax, default: eventsLimitDefault },
      described(
        `How many events at most: 1 to ${eventsLimitMax}, ${eventsLimitDefault} unless given.`,
        `Nombre maximal d’événements : 1 à ${eventsLimitMax}, ${eventsLimitDefault} par défaut.`,
      ),
    ),
  ),
});

/** As in the callback, without what only an account's mirror option puts there (rule C7). */
const { status: _mirrored, ...callbackMembers } = callbackTransactionSchema.properties;
const eventTransaction = Type.Object(
  {
    ...callbackMembers,
    currentBalance: Type.Union(
      [Type.Number(), Type.Null()],
      described(
        'Available balance when the event was recorded; null if no money moved and no callback was requested.',
        'Solde disponible à l’enregistrement de l’événement ; null si aucun montant n’a bougé et qu’aucun callback n’était demandé.',
      ),
    ),
  },
  { additionalProperties: false },
);

export const eventSchema = Type.Object(
  {
    cursor: Type.String(cursor),
    createdAt: Type.String(
      described('When it was recorded: ISO 8601, UTC.', 'Date d’enregistrement : ISO 8601, UTC.'),
    ),
    status: Type.Enum([
      publicStatus.success,
      publicStatus.failed,
      publicStatus.canceled,
      publicStatus.refunded,
    ]),
    reason: Type.String(
      described(
        '`executed`; the code of the error catalogue; `canceled_before_sending`, `canceled_by_provider`; `refund_requested`, `reversed_by_provider`.',
        '`executed` ; le code du catalogue d’erreurs ; `canceled_before_sending`, `canceled_by_provider` ; `refund_requested`, `reversed_by_provider`.',
      ),
    ),
    msg: Type.String(described('As in the callback.', 'Comme dans le callback.')),
    transaction: eventTransaction,
  },
  { additionalProperties: false },
);
export type FeedEntry = Static<typeof eventSchema>;

export const eventsResponse = successEnvelope(
  Type.Object(
    {
      events: Type.Array(eventSchema, described('Oldest first.', 'Du plus ancien au plus récent.')),
      next: Type.Union(
        [Type.String(), Type.Null()],
        described(
          'The `after` of the next request: the cursor of the last event, or the one you sent; null while there are no events.',
          'Le `after` de la requête suivante : le curseur du dernier événement, ou celui que vous avez envoyé ; null tant qu’il n’y a aucun événement.',
        ),
      ),
      more: Type.Boolean(
        described(
          'Whether more events are available.',
          'Indique si d’autres événements sont déjà disponibles.',
        ),
      ),
    },
    { additionalProperties: false },
  ),
);
export type EventsResponse = Static<typeof eventsResponse>;

export const eventsEndpoint = {
  interface: 'payments',
  name: 'events',
  method: 'GET',
  path: '/events',
  summary: { en: 'Read the event feed', fr: 'Lire le flux d’événements' },
  description: {
    en: 'Every transaction that reached SUCCESS, FAILLED, CANCELED or REFUNDED, in the order in which it was recorded, whether or not a callback was delivered. Use it to catch up after your server was down: keep the cursor of the last event you processed, and request the events after it.',
    fr: 'Toutes les transactions passées à SUCCESS, FAILLED, CANCELED ou REFUNDED, dans l’ordre d’enregistrement, que le callback ait été livré ou non. Pour rattraper ce qui a été manqué pendant une panne : gardez le curseur du dernier événement traité et demandez la suite.',
  },
  request: null,
  query: eventsQuery,
  requestExamples: [],
  responses: [eventsResponse, refusalResponse],
  responseExamples: [
    {
      name: 'events',
      title: { en: 'One event', fr: 'Un événement' },
      body: {
        code: 2000,
        msg: 'Successfully operation',
        error: false,
        data: {
          events: [
            {
              cursor: 'kq3vWb0c2mYx9PZ1hJt4Lw',
              createdAt: '2026-10-04T12:21:57.000Z',
              status: 'SUCCESS',
              reason: 'executed',
              msg: 'Operation of type DEBIT by Reload transport card RELOADA',
              transaction: exampleTransaction,
            },
          ],
          next: 'kq3vWb0c2mYx9PZ1hJt4Lw',
          more: false,
        },
      },
    },
  ],
  codes: [codes.done, codes.badKey, codes.notActivated, codes.invalid, codes.internal],
} satisfies Endpoint;
