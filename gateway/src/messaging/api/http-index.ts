// All endpoints of the SMS interface.

import type { FastifyInstance } from 'fastify';
import { smsRefusal, texts } from '@jokko/contract';
import { createListRoom } from '../../platform/http/guards/list-room.ts';
import { batchMessagesEndpoint } from '../applications/http-batch-messages.ts';
import { batchEndpoint, type BatchDeps } from '../applications/http-batch.ts';
import { cancelBatchEndpoint, type CancelBatchDeps } from '../delivery/http-cancel-batch.ts';
import { registerEndpoint, registerOtherMethods } from '../../platform/http/endpoint.ts';
import { callersLanguage } from '../../platform/http/visitor-language.ts';
import { answerOtherMethod, smsSteps } from './http-endpoint.ts';
import { optOutEndpoints } from '../applications/http-opt-outs.ts';
import { previewEndpoint, type PreviewDeps } from '../applications/http-preview.ts';
import { sendSmsEndpoint, type SendSmsDeps } from '../applications/http-send-sms.ts';

export { smsCors } from './http-endpoint.ts';
export type SmsDeps = Omit<SendSmsDeps & BatchDeps & PreviewDeps & CancelBatchDeps, 'lists'>;

/** The recipients of the requests in progress on a node; about 100 MB. */
const recipientsMax = 200_000;

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
    deps.log.warn(
      { requestId: request.id, path: request.routeOptions.url, reason: error.name },
      'request refused',
    );
    return reply
      .code(400)
      .type('application/json')
      .send(
        JSON.stringify(smsRefusal({}, texts[callersLanguage(request.headers)].bodyUnreadable())),
      );
  });
  const endpoints = [
    sendSmsEndpoint(deps),
    previewEndpoint(deps),
    batchEndpoint(deps),
    batchMessagesEndpoint(deps),
    cancelBatchEndpoint(deps),
    ...optOutEndpoints(deps),
  ];
  const steps = smsSteps(deps);
  for (const endpoint of endpoints) registerEndpoint(app, steps, endpoint);
  const methods = Map.groupBy(endpoints, ({ path }) => path);
  for (const [path, ofPath] of methods) {
    const allowed = ofPath.map(({ method }) => method);
    registerOtherMethods(app, path, allowed, answerOtherMethod(deps, allowed));
  }
}
