// GET /api-services/callbacks/stream: gives the account's callbacks to whoever follows them, with
// the bytes and signatures that a receiver gets, for programs on a developer's machine.

import { callbackStreamEndpoint, callbackStreamStart, type FieldFault } from '@jokko/contract';
import type { EndpointDeps, PaymentsEndpoint } from '../api/http-endpoint.ts';
import { implementUnchecked } from '../api/http-implement.ts';
import { authenticate, keyRefusal } from '../api/http-key.ts';
import { invalidFields } from '../api/http-refusal.ts';
import type { Permission } from '../accounts/index.ts';
import type { EventStream } from '../../platform/http/event-stream.ts';
import { envelopeForm } from '../../platform/http/http-refusal.ts';
import {
  followCallbacks,
  type FollowDeps,
  type FollowedCallback,
} from './queries/follow-callbacks.ts';

export interface CallbackStreamDeps extends EndpointDeps, FollowDeps {
  /** In live mode a scope of its own: whoever hears signed callbacks can repeat them. */
  streamNeeds: Permission;
}

export function implementCallbackStream(deps: CallbackStreamDeps): PaymentsEndpoint {
  const { streamNeeds, feedCursor, log } = deps;
  return implementUnchecked(callbackStreamEndpoint, {
    refusalForm: envelopeForm,
    load: 'read',
    needs: streamNeeds,
    async handle({ account, apiKey, address, reply: { request } }) {
      const given = request.headers['last-event-id'] || (request.query as Query).after || '';
      const asked = typeof given === 'string' ? given : null;
      const place = await placeOf(deps, account.id, asked);
      if (place === null) return { refused: invalidFields([notAPlace], account.language) };
      return {
        account,
        follow(events) {
          // Who is gone before the first callback comes back to this place.
          events.send({ id: feedCursor.encode(account.id, place), kind: 'begin', data: '{}' });
          return followCallbacks(deps, account, place, {
            take: (callback) => giveCallback(events, callback),
            fail(error) {
              log.warn({ requestId: request.id, reason: String(error) }, 'callback stream ended');
              events.end();
            },
          });
        },
        async stillAllowed() {
          const { language } = account;
          const places = { header: apiKey, body: undefined, language };
          const known = await authenticate(deps, places, address);
          return known.ok && keyRefusal(known.access, known.account, streamNeeds, null) === null;
        },
      };
    },
  });
}

/** Null: `asked` is none. */
async function placeOf(
  { feedWatch, feedCursor }: CallbackStreamDeps,
  accountId: number,
  asked: string | null,
): Promise<bigint | null> {
  if (asked === '') return feedWatch.newestPlace(accountId);
  if (asked === callbackStreamStart) return 0n;
  return asked === null ? null : feedCursor.decode(accountId, asked);
}

/** A parameter that is given twice comes as a list. */
interface Query {
  after?: string | string[];
}

const notAPlace: FieldFault = { field: 'after', problem: 'notAllowed' };

function giveCallback(events: EventStream, { cursor, ...data }: FollowedCallback): Promise<void> {
  events.send({ id: cursor, kind: 'callback', data: JSON.stringify(data) });
  return events.drained();
}
