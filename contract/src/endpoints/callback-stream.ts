// GET /api-services/callbacks/stream, the callback stream: the account's callbacks as server-sent
// events, with the bytes and signatures that a receiver gets, for programs on a developer's
// machine.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { described } from '../check/described.ts';
import { codes } from '../codes.ts';
import type { Endpoint } from '../endpoint.ts';
import { refusalResponse } from '../envelope.ts';

/** `data` of an event `callback`; its `id` is the cursor of the event feed. */
export const callbackStreamEvent = Type.Object(
  {
    webhookId: Type.String(
      described(
        'The same for each delivery of one callback, as in the header `webhook-id`.',
        'Le même à chaque livraison d’un callback, comme dans l’en-tête `webhook-id`.',
      ),
    ),
    url: Type.Union(
      [Type.String(), Type.Null()],
      described(
        'Where the gateway sends it; null if the operation asked for no callback.',
        'L’adresse où la passerelle l’envoie ; null si l’opération n’a demandé aucun callback.',
      ),
    ),
    headers: Type.Record(
      Type.String(),
      Type.String(),
      described(
        'The headers to send it on with; signed at this moment.',
        'Les en-têtes avec lesquels le transmettre ; signés à cet instant.',
      ),
    ),
    body: Type.String(
      described(
        'The exact bytes that the signatures cover.',
        'Les octets exacts que couvrent les signatures.',
      ),
    ),
    attempt: Type.Integer({
      minimum: 0,
      ...described(
        'How often the gateway had sent it to `url` when the event was read.',
        'Nombre d’envois à `url` au moment de la lecture de l’événement.',
      ),
    }),
  },
  { additionalProperties: false },
);
export type CallbackStreamEvent = Static<typeof callbackStreamEvent>;

/** In place of a cursor: before the first event, which has none before it. */
export const callbackStreamStart = 'start';

/** The stream ends after this event; a client comes back with the last `id`. */
export const callbackStreamBye = ['closing', 'key', 'slow'] as const;

export const callbackStreamEndpoint = {
  interface: 'payments',
  name: 'callback-stream',
  method: 'GET',
  path: '/api-services/callbacks/stream',
  summary: { en: 'Follow your callbacks', fr: 'Suivre vos callbacks' },
  description: {
    en: 'Your callbacks as server-sent events, as they are recorded: the same body and signatures that your server gets, also for operations without a `callbackUrl`. It is made for a developer’s machine that nobody can reach: `jokko-dev listen` posts each one to a local address. Begins with an event `begin`; `id` is the cursor to continue from. At the end comes an event `bye` whose `reason` is `closing`, `key` or `slow`. In live mode the API key needs the scope `listen`. At most five streams an account.',
    fr: 'Vos callbacks en server-sent events, dès leur enregistrement : le même corps et les mêmes signatures que ceux que reçoit votre serveur, également pour les opérations sans `callbackUrl`. Ce flux est fait pour le poste d’un développeur, que personne ne peut joindre : `jokko-dev listen` envoie chacun à une adresse locale. Il commence par un événement `begin` ; `id` est le curseur à partir duquel reprendre. À la fin vient un événement `bye` dont `reason` vaut `closing`, `key` ou `slow`. En production, la clé API doit avoir le droit `listen`. Au plus cinq flux par compte.',
  },
  request: null,
  query: Type.Object({
    after: Type.Optional(
      Type.String({
        ...described(
          'Begins after this cursor, of an event or of the event feed; `start`: with the first callback; without it, with the next one.',
          'Commence après ce curseur, d’un événement ou du flux d’événements ; `start` : au premier callback ; sans lui, au prochain.',
        ),
      }),
    ),
  }),
  requestHeaders: Type.Object({
    'Last-Event-ID': Type.Optional(
      Type.String({
        ...described(
          'The same as `after`, as clients of server-sent events send it when they come back.',
          'Équivaut à `after`, tel que les clients de server-sent events l’envoient quand ils reviennent.',
        ),
      }),
    ),
  }),
  requestExamples: [],
  event: {
    name: 'CallbackStreamEvent',
    schema: callbackStreamEvent,
    example: {
      webhookId: 'cb_1210203040506',
      url: 'https://shop.example/callback',
      headers: {
        'content-type': 'application/json',
        'webhook-id': 'cb_1210203040506',
        'webhook-timestamp': '1790425317',
        'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
      },
      body: '{"msg":"Operation of type DEBIT by Reload transport card RELOADA","status":"SUCCESS", …}',
      attempt: 0,
    },
  },
  responses: [refusalResponse],
  responseExamples: [],
  codes: [codes.badKey, codes.notActivated, codes.invalid, codes.tooMany, codes.internal],
} satisfies Endpoint;
