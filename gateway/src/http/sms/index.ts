// All endpoints of the SMS interface.

import type { FastifyInstance } from 'fastify';
import { defaultLanguage, smsRefusal, texts } from '@jokko/contract';
import { createListRoom } from '../guards/list-room.ts';
import { registerBatchMessages } from './batch-messages.ts';
import { registerBatch, type BatchDeps } from './batch.ts';
import { registerOtherMethods } from './endpoint.ts';
import { registerOptOuts } from './opt-outs.ts';
import { registerPreview, type PreviewDeps } from './preview.ts';
import { registerSendSms, type SendSmsDeps } from './send-sms.ts';

export { smsCors } from './endpoint.ts';
export type SmsDeps = Omit<SendSmsDeps & BatchDeps & PreviewDeps, 'lists'>;

/** Of the requests that a node has in hand; some 100 MB. */
const recipientsMax = 200_000;

const methodsOfPaths: readonly (readonly [path: string, ...methods: ('GET' | 'POST')[]])[] = [
  ['/api/send-sms', 'POST'],
  ['/api/sms/preview', 'POST'],
  ['/api/sms/batches/:id', 'GET'],
  ['/api/sms/batches/:id/messages', 'GET'],
  ['/api/sms/opt-outs', 'GET', 'POST'],
  ['/api/sms/opt-outs/remove', 'POST'],
];

const mediaType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+/;

export function registerSms(app: FastifyInstance, given: SmsDeps): void {
  const deps = { ...given, lists: createListRoom(recipientsMax) };
  // Fastify would refuse a type that is none; here the body says what it is (rule X1).
  app.addHook('onRequest', (request, _reply, done) => {
    const type = request.headers['content-type'];
    if (type !== undefined && !mediaType.test(type)) request.headers['content-type'] = 'text/plain';
    done();
  });
  // Every refusal is HTTP 400 (rule X5), those of the server itself too.
  app.setErrorHandler((error: Error, request, reply) => {
    deps.log.warn({ requestId: request.id, path: request.routeOptions.url, reason: error.name }, 'request refused');
    return reply
      .code(400)
      .type('application/json')
      .send(JSON.stringify(smsRefusal({}, texts[defaultLanguage].bodyNotJson())));
  });
  registerSendSms(app, deps);
  registerPreview(app, deps);
  registerBatch(app, deps);
  registerBatchMessages(app, deps);
  registerOptOuts(app, deps);
  for (const [path, ...methods] of methodsOfPaths) registerOtherMethods(app, deps, path, methods);
}
