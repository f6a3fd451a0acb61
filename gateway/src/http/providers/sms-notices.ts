// What do SMS operators tell us by HTTP? Receipts and inbound messages arrive on a path whose secret part belongs to the link. A wrong secret
// looks like a wrong address; the answer leaves only once everything is stored, so that what is not acknowledged is sent again.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SmsNotices } from '../../domain/sms-delivery/index.ts';
import type { Log } from '../../log.ts';
import type { Admission } from '../guards/admission.ts';

export interface SmsNoticeDeps {
  notices: Pick<SmsNotices, 'take'>;
  log: Log;
  /** Told of every notice: its work goes before new requests, and is never refused for being too much. */
  admission: Pick<Admission, 'begin' | 'end'>;
}

const noticeBodyMaxBytes = 1_048_576;

type NoticeRequest = FastifyRequest<{ Params: { link: string; secret: string; '*'?: string } }>;

export function registerSmsNotices(app: FastifyInstance, deps: SmsNoticeDeps): void {
  for (const url of ['/sms-providers/:link/:secret', '/sms-providers/:link/:secret/*']) {
    app.route({
      method: ['POST', 'PUT'],
      url,
      bodyLimit: noticeBodyMaxBytes,
      handler: (request, reply) => take(deps, request as NoticeRequest, reply),
    });
  }
}

async function take({ notices, log, admission }: SmsNoticeDeps, request: NoticeRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { link, secret } = request.params;
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const headers: { [name: string]: string | undefined } = {};
  for (const name in request.headers) headers[name] = String(request.headers[name]);
  admission.begin();
  try {
    const taken = await notices.take(link, secret, { method: request.method, path: `/${request.params['*'] ?? ''}`, headers, body });
    if (taken === null) return await reply.code(404).send();
    return await reply.code(taken.status).send(taken.body ?? '');
  } catch (error) {
    log.error({ link, reason: String(error) }, 'notice of an SMS operator not taken');
    return await reply.code(503).send();
  } finally {
    admission.end();
  }
}
