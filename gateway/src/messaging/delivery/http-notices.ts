// Receives notifications of SMS operators over HTTP: receipts and inbound messages, on a path
// whose secret part belongs to the carrier connection. A wrong secret looks like a wrong address;
// the answer leaves only once everything is stored, so that what is not acknowledged is sent
// again.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SmsNotices } from './index.ts';
import type { Log } from '../../platform/log.ts';
import type { Admission } from '../../platform/http/guards/admission.ts';

export interface SmsNoticeDeps {
  notices: Pick<SmsNotices, 'take'>;
  log: Log;
  /** ms since 1970 on the database's clock, without what the sandbox has added. */
  wallNow(): number;
  /**
   * Told of every notice: its work goes before new requests, and is never refused for being too
   * much.
   */
  admission: Pick<Admission, 'begin' | 'end'>;
}

const noticeBodyMaxBytes = 1_048_576;

type NoticeRequest = FastifyRequest<{
  Params: { connection: string; secret: string; '*'?: string };
}>;

export function registerSmsNotices(app: FastifyInstance, deps: SmsNoticeDeps): void {
  for (const url of [
    '/sms-providers/:connection/:secret',
    '/sms-providers/:connection/:secret/*',
  ]) {
    app.route({
      method: ['POST', 'PUT'],
      url,
      bodyLimit: noticeBodyMaxBytes,
      handler: (request, reply) => take(deps, request as NoticeRequest, reply),
    });
  }
}

async function take(
  { notices, log, admission, wallNow }: SmsNoticeDeps,
  request: NoticeRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { connection, secret } = request.params;
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const headers: { [name: string]: string | undefined } = {};
  for (const name in request.headers) headers[name] = String(request.headers[name]);
  admission.begin();
  try {
    const taken = await notices.take(connection, secret, {
      method: request.method,
      path: `/${request.params['*'] ?? ''}`,
      headers,
      body,
      ...rawQueryOf(request.raw.url ?? ''),
      receivedAtMs: wallNow(),
    });
    if (taken === null) return await reply.code(404).send();
    return await reply.code(taken.status).send(taken.body ?? '');
  } catch (error) {
    log.error({ connection, reason: String(error) }, 'notice of a carrier not accepted');
    return await reply.code(503).send();
  } finally {
    admission.end();
  }
}

function rawQueryOf(url: string): { rawQuery?: string } {
  const at = url.indexOf('?');
  return at < 0 ? {} : { rawQuery: url.slice(at + 1) };
}
