// What do providers tell us? Notices arrive on a path whose secret part belongs to the route. A wrong secret looks like a wrong address; a
// notice is acknowledged only after what it changes is committed, so that an unacknowledged one is sent again.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { takeNews, type NewsDeps, type Providers } from '../../domain/operations/index.ts';
import type { Log } from '../../log.ts';
import type { Admission } from '../guards/admission.ts';

export interface NoticeDeps {
  news: NewsDeps;
  providers: Providers;
  log: Log;
  /** Told of every notice: its work goes before new requests, and is never refused for being too much. */
  admission: Pick<Admission, 'begin' | 'end'>;
}

const noticeBodyMaxBytes = 262_144;

type NoticeRequest = FastifyRequest<{ Params: { route: string; secret: string; '*'?: string } }>;

export function registerNotices(app: FastifyInstance, deps: NoticeDeps): void {
  for (const url of ['/providers/:route/:secret', '/providers/:route/:secret/*']) {
    app.route({
      method: ['POST', 'PUT'],
      url,
      bodyLimit: noticeBodyMaxBytes,
      handler: (request, reply) => take(deps, request as NoticeRequest, reply),
    });
  }
}

async function take(deps: NoticeDeps, request: NoticeRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { route, secret } = request.params;
  const provider = deps.providers.isNoticeSecret(route, secret) ? deps.providers.of(deps.news.catalogue(), route) : null;
  if (provider === null) return reply.code(404).send();
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const headers: { [name: string]: string | undefined } = {};
  for (const name in request.headers) headers[name] = String(request.headers[name]);
  const receipt = provider.connector.receive(provider.config, {
    method: request.method,
    path: `/${request.params['*'] ?? ''}`,
    headers,
    body,
  });
  deps.admission.begin();
  try {
    for (const event of receipt.events) await takeNews(deps.news, provider, event);
  } catch (error) {
    deps.log.error({ route, reason: String(error) }, 'notice not taken');
    return reply.code(503).send();
  } finally {
    deps.admission.end();
  }
  return reply.code(receipt.reply.status).send(receipt.reply.body ?? '');
}
