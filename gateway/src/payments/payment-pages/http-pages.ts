// What the pages of payers have in common, whatever they are of: forms, failures that are pages,
// and how often one address may ask for pages that there are none of.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { defaultLanguage } from '@jokko/contract';
import {
  createCallerLimit,
  publicReadsPerMinute,
} from '../../platform/http/guards/caller-limit.ts';
import { callerToCount } from '../../platform/http/guards/unlisted-proxy.ts';
import { languageOf } from '../../platform/http/visitor-language.ts';
import type { Log } from '../../platform/log.ts';
import { answerFailures } from './http-failures.ts';
import { acceptForms } from './http-form.ts';
import { blankPage } from './page-bodies.ts';
import { pageHeaders } from './page-headers.ts';

/**
 * There is no such page. Who asks for many such is told to wait: a page that exists is still shown,
 * as many payers may share an address.
 */
export type SendUnknown = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Pages below `prefix`; what is below it and no page, at any depth, is unknown. */
export function registerPayersPages(
  app: FastifyInstance,
  prefix: string,
  log: Pick<Log, 'error'>,
  register: (scope: FastifyInstance, sendUnknown: SendUnknown) => void,
): void {
  const misses = createCallerLimit(publicReadsPerMinute);
  const sendUnknown: SendUnknown = (request, reply) => {
    const wait = misses(callerToCount(request));
    return wait === null
      ? sendBlank(request, reply, 404, 'unknown')
      : sendTooFast(request, reply, wait);
  };
  app.register(
    (scope, _options, done) => {
      scope.setNotFoundHandler(sendUnknown);
      answerFailures(scope, log, sendBlank);
      acceptForms(scope);
      register(scope, sendUnknown);
      done();
    },
    { prefix },
  );
}

export const sendTooFast = (
  request: FastifyRequest,
  reply: FastifyReply,
  waitSeconds: number,
): FastifyReply => sendBlank(request, reply.header('retry-after', waitSeconds), 429, 'trouble');

function sendBlank(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  message: 'unknown' | 'trouble',
): FastifyReply {
  const { lang } = request.query as { lang?: unknown };
  const language = languageOf(lang, request.headers['accept-language'], defaultLanguage);
  return reply.code(status).headers(pageHeaders).send(blankPage(language, message));
}
