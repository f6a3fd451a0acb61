// Receives providers' notices, on a path whose secret part belongs to the route. A wrong secret
// looks like a wrong address. A notice is acknowledged only after its changes, or its row in the
// provider inbox, are committed, so that an unacknowledged one is sent again.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  handleProviderEvent,
  cellOfReference,
  type Provider,
  type ProviderEventDeps,
  type Providers,
  type SeenNotices,
} from './index.ts';
import { homeCell } from '../../platform/db/cell-numbers.ts';
import { receiveNotice } from './attempts/receive-notice.ts';
import type { ProviderEvent } from '@jokko/connectors/kit';
import type { Log } from '../../platform/log.ts';
import type { Admission } from '../../platform/http/guards/admission.ts';

/** What books the events of one cell. */
export interface NoticePlace {
  providerEvents: ProviderEventDeps;
  providers: Providers;
  /**
   * Stores an event that could not be applied. Resolves after the commit; throws when nothing more
   * is kept.
   */
  keep(route: string, event: ProviderEvent): Promise<void>;
}

export interface NoticeDeps extends NoticePlace {
  /**
   * The place of a further cell, which our reference names; null while it is away, undefined where
   * there is none of this number.
   */
  ofCell(cell: number): NoticePlace | null | undefined;
  log: Log;
  /** Told of every notice that was one. */
  seenNotices: SeenNotices;
  /** ms since 1970 on the database's clock, without what the sandbox has added. */
  wallNow(): number;
  /**
   * Told of every notice: its work goes before new requests, and is never refused for being too
   * much.
   */
  admission: Pick<Admission, 'begin' | 'end'>;
}

const noticeBodyMaxBytes = 262_144;

type NoticeRequest = FastifyRequest<{
  Params: { route: string; secret: string; '*'?: string };
  Querystring: { [name: string]: string | string[] };
}>;

export function registerNotices(app: FastifyInstance, deps: NoticeDeps): void {
  for (const url of ['/providers/:route/:secret', '/providers/:route/:secret/*']) {
    app.route({
      method: ['GET', 'POST', 'PUT'],
      url,
      bodyLimit: noticeBodyMaxBytes,
      handler: (request, reply) => take(deps, request as NoticeRequest, reply),
    });
  }
}

async function take(
  deps: NoticeDeps,
  request: NoticeRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { route, secret } = request.params;
  const provider = deps.providers.isNoticeSecret(route, secret)
    ? deps.providers.of(deps.providerEvents.catalogue(), route)
    : null;
  if (provider === null) return reply.code(404).send();
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const headers: { [name: string]: string | undefined } = {};
  for (const name in request.headers) headers[name] = String(request.headers[name]);
  const { receipt, usedPrevious } = receiveNotice(provider, {
    method: request.method,
    path: `/${request.params['*'] ?? ''}`,
    query: onceEach(request.query),
    headers,
    body,
    receivedAtMs: deps.wallNow(),
  });
  if (usedPrevious) deps.log.info({ route }, 'notice signed with an earlier secret of the route');
  if (receipt.events.length > 0) deps.seenNotices.note(provider);
  deps.admission.begin();
  try {
    for (const event of receipt.events) await takeEvent(placeOf(deps, event), provider, event);
  } catch (error) {
    deps.log.error({ route, reason: String(error) }, 'notice not accepted');
    return reply.code(503).send();
  } finally {
    deps.admission.end();
  }
  const { status, body: text = '', contentType = 'application/json' } = receipt.reply;
  if (text !== '') reply.header('content-type', contentType);
  return reply.code(status).send(text);
}

/**
 * Where the attempt of an event is. Throws when that is away: the provider sends the notice again.
 */
function placeOf(deps: NoticeDeps, { match: { ours } }: ProviderEvent): NoticePlace {
  const cell = ours === undefined ? homeCell : cellOfReference(ours);
  const place = cell === homeCell ? deps : deps.ofCell(cell);
  if (place === null) throw new Error(`cell ${cell} is away`);
  return place ?? deps;
}

async function takeEvent(
  { providerEvents, providers, keep }: NoticePlace,
  receivedBy: Provider,
  event: ProviderEvent,
): Promise<void> {
  const { route } = receivedBy;
  const provider = providers.of(providerEvents.catalogue(), route) ?? receivedBy;
  const { type } = await handleProviderEvent(providerEvents, provider, event);
  // What is not proven to come from the provider, and about nothing of ours, is dropped.
  if (type === 'later' || (type === 'unmatched' && event.authenticated)) await keep(route, event);
}

/**
 * The members that were given once: a provider that repeats one means nothing that we could know.
 */
function onceEach(query: NoticeRequest['query']): { [name: string]: string } {
  const entries = Object.entries(query).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(entries) as { [name: string]: string };
}
