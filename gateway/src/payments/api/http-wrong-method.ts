// Answers the methods of a path of the payments interface that no endpoint has, and the preflights
// of browsers.

import type { FastifyInstance } from 'fastify';
import { codes, texts } from '@jokko/contract';
import { registerOtherMethods } from '../../platform/http/endpoint.ts';
import { refusal } from '../../platform/http/http-refusal.ts';
import { callersLanguage } from '../../platform/http/visitor-language.ts';
import type { EndpointDeps, PaymentsEndpoint } from './http-endpoint.ts';
import { noteRefused, send } from './http-send.ts';

/** `allowed`: the methods of the endpoints of the path. */
export function registerWrongMethods(
  app: FastifyInstance,
  deps: EndpointDeps,
  { path, refusalForm }: Pick<PaymentsEndpoint, 'path' | 'refusalForm'>,
  allowed: PaymentsEndpoint['method'][],
): void {
  registerOtherMethods(app, path, allowed, (request, reply) => {
    if (
      allowed.includes('GET') &&
      request.method === 'OPTIONS' &&
      deps.cors.preflight(request, reply)
    )
      return reply;
    const { wrongMethod } = texts[callersLanguage(request.headers)];
    const body = refusalForm(refusal(codes.notFound, wrongMethod({ allowed: allowed.join(', ') })));
    noteRefused(deps, request, reply, body);
    return send(reply, body);
  });
}
