// GET /events: returns the events of the account's transactions in order, from a cursor on.

import {
  eventsEndpoint,
  eventsLimitDefault,
  eventsLimitMax,
  texts,
  type FieldFault,
} from '@jokko/contract';
import type { Session } from '../../platform/db/database.ts';
import { readFeed, type FeedCursor, type FeedEvent } from './index.ts';
import { invalidFields } from '../api/http-refusal.ts';
import { envelopeForm } from '../../platform/http/http-refusal.ts';
import { success } from '../api/http-answer.ts';
import type { EndpointDeps, PaymentsEndpoint } from '../api/http-endpoint.ts';
import { implementUnchecked } from '../api/http-implement.ts';

export interface EventsDeps extends EndpointDeps {
  database: Session;
  feedCursor: FeedCursor;
}

export function implementEvents(deps: EventsDeps): PaymentsEndpoint[] {
  const events = implementUnchecked(eventsEndpoint, {
    refusalForm: envelopeForm,
    load: 'read',
    handle: async ({ account, reply }) => {
      const asked = readQuery(reply.request.query as Query, (text) =>
        deps.feedCursor.decode(account.id, text),
      );
      if (!asked.ok) return { refused: invalidFields([asked.fault], account.language) };
      const { after, limit, given } = asked;
      // One more than asked for tells whether there is more.
      const found = await readFeed(deps.database, deps.catalogue(), {
        account,
        after,
        limit: limit + 1,
      });
      const events = found
        .slice(0, limit)
        .map((event) => present(event, deps.feedCursor.encode(account.id, event.place)));
      const data = { events, next: events.at(-1)?.cursor ?? given, more: found.length > limit };
      return success(texts[account.language].success(), data);
    },
  });
  // Undescribed, beside the other calls, for clients that looked there.
  return [events, { ...events, path: '/api-services/events' }];
}

type Asked =
  | { ok: true; after: bigint; limit: number; given: string | null }
  | { ok: false; fault: FieldFault };

/** A parameter that is given twice comes as a list. */
type Query = { readonly [name in 'after' | 'limit']?: string | string[] };

function readQuery(query: Query, decode: (text: string) => bigint | null): Asked {
  const refuse = (field: string): Asked => ({ ok: false, fault: { field, problem: 'notAllowed' } });
  const { after: given = '', limit: asked = String(eventsLimitDefault) } = query;
  if (typeof asked !== 'string' || !/^\d{1,4}$/.test(asked)) return refuse('limit');
  const limit = Number(asked);
  if (limit < 1 || limit > eventsLimitMax) return refuse('limit');
  if (typeof given !== 'string') return refuse('after');
  const after = given === '' ? 0n : decode(given);
  return after === null
    ? refuse('after')
    : { ok: true, after, limit, given: given === '' ? null : given };
}

function present({ recordedAt, reason, msg, status, transaction }: FeedEvent, cursor: string) {
  return { cursor, createdAt: recordedAt.toISOString(), status, reason, msg, transaction };
}
