// Serves `/deep/…`, the payment pages: the page itself, the status that its script polls, the
// return from the provider, the page of the result, and what the payer does on the page.

import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerAddress } from '../../platform/http/guards/address.ts';
import { languageOf } from '../../platform/http/visitor-language.ts';
import { watchedStatus } from './page-bodies.ts';
import {
  answerPaymentPage,
  answerPostedReturn,
  answerResult,
  answerReturn,
  pageAddress,
} from './payment-page.ts';
import type { PageAnswer } from './payment-page.ts';
import type { PaymentPagesDeps, PaymentPageView, Visitor } from './payment-page-view.ts';
import { bankPolicy, pageHeaders } from './page-headers.ts';
import type { Log } from '../../platform/log.ts';
import { queryFields, readForm } from './http-form.ts';
import { registerPayersPages, type SendUnknown } from './http-pages.ts';
import { answerReturned, answerTyped, returnedStep, type StepVisit } from './take-step.ts';
import type { Connection } from './step-input.ts';
import { stepProblems } from './texts.ts';
import { isPhone } from './phone-visitor.ts';

export type { PaymentPagesDeps, PaymentPageStatus, PaymentPageView } from './payment-page-view.ts';

const addressCharactersMax = 200;
const assetSeconds = 300;

interface PaymentPageRequest {
  Params: { address: string };
  Querystring: { lang?: unknown; problem?: unknown; [name: string]: unknown };
}

/**
 * Registers `GET /deep/<address>`, `/deep/<address>/status`, `/return` and `/result` below it,
 * `POST` of `/return` and `/step`, and `/deep/assets/…`.
 */
export function registerPaymentPages(
  app: FastifyInstance,
  deps: PaymentPagesDeps,
  log: Pick<Log, 'error'>,
): void {
  registerPayersPages(app, '/deep', log, (scope, sendUnknown) => {
    registerAsset(scope, 'link.css', 'text/css; charset=utf-8');
    registerAsset(scope, 'link.js', 'text/javascript; charset=utf-8');
    registerViews(scope, deps, sendUnknown);
  });
}

function registerViews(
  scope: FastifyInstance,
  deps: PaymentPagesDeps,
  sendUnknown: SendUnknown,
): void {
  const find = (address: string) =>
    address.length > addressCharactersMax ? Promise.resolve(null) : deps.findPaymentPage(address);

  scope.get<PaymentPageRequest>('/:address', async (request, reply) => {
    const view = await find(request.params.address);
    if (view === null) return sendUnknown(request, reply);
    const visitor = visitorOf(request, view);
    const problem = stepProblems.find((each) => each === request.query.problem) ?? null;
    return send(reply, answerPaymentPage(view, visitor, deps.now(), pathOf(request), problem));
  });

  scope.get<PaymentPageRequest>('/:address/return', async (request, reply) => {
    const view = await find(request.params.address);
    if (view === null) return sendUnknown(request, reply);
    const visitor = visitorOf(request, view);
    const returned = returnedStep(view, queryFields(request), deps.now());
    if (returned !== null)
      return send(reply, await answerReturned(deps, visit(request, view, visitor), returned));
    return send(reply, answerReturn(view, visitor, deps.now(), pathOf(request)));
  });

  scope.post<PaymentPageRequest>('/:address/return', async (request, reply) => {
    const view = await find(request.params.address);
    if (view === null) return sendUnknown(request, reply);
    const visitor = visitorOf(request, view);
    const returned = returnedStep(view, readForm(request.body), deps.now());
    if (returned !== null)
      return send(reply, await answerReturned(deps, visit(request, view, visitor), returned));
    return send(reply, answerPostedReturn(view, visitor, pathOf(request)));
  });

  scope.post<PaymentPageRequest>('/:address/step', async (request, reply) => {
    const view = await find(request.params.address);
    if (view === null) return sendUnknown(request, reply);
    const given = readForm(request.body);
    const asked = visit(request, view, visitorOf(request, view));
    return send(reply, await answerTyped(deps, asked, given, connectionOf(request)));
  });

  scope.get<PaymentPageRequest>('/:address/result', async (request, reply) => {
    const view = await find(request.params.address);
    if (view === null) return sendUnknown(request, reply);
    return send(reply, answerResult(view, visitorOf(request, view), deps.now(), pathOf(request)));
  });

  scope.get<PaymentPageRequest>('/:address/status', async (request, reply) => {
    const view = await find(request.params.address);
    if (view === null) return sendUnknown(request, reply);
    reply.headers({ ...pageHeaders, 'content-type': 'application/json; charset=utf-8' });
    const status = watchedStatus(pageAddress(view, deps.now(), pathOf(request)));
    return reply.send(JSON.stringify({ status }));
  });
}

function registerAsset(scope: FastifyInstance, name: string, contentType: string): void {
  const body = readFileSync(new URL(`./assets/${name}`, import.meta.url));
  scope.get(`/assets/${name}`, (_request, reply) =>
    reply
      .headers({
        'content-type': contentType,
        'cache-control': `public, max-age=${assetSeconds}`,
      })
      .send(body),
  );
}

function pathOf(request: FastifyRequest<PaymentPageRequest>): string {
  return `/deep/${encodeURIComponent(request.params.address)}`;
}

function visitorOf(request: FastifyRequest, view: PaymentPageView): Visitor {
  const { headers } = request;
  const asked = (request.query as PaymentPageRequest['Querystring']).lang;
  return {
    language: languageOf(asked, headers['accept-language'], view.language),
    phone: isPhone(headers['user-agent'], textOf(headers['sec-ch-ua-mobile'])),
  };
}

const visit = (
  request: FastifyRequest<PaymentPageRequest>,
  view: PaymentPageView,
  visitor: Visitor,
): StepVisit => ({ address: request.params.address, path: pathOf(request), view, visitor });

/** What the bank's 3-D Secure step asks of a browser's connection. */
const connectionOf = (request: FastifyRequest): Connection => ({
  ip: callerAddress(request) ?? '',
  userAgent: request.headers['user-agent'] ?? '',
  acceptHeader: request.headers.accept ?? '*/*',
  acceptLanguage: request.headers['accept-language'] ?? '',
});

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

function send(reply: FastifyReply, answer: PageAnswer): FastifyReply {
  reply.headers(pageHeaders);
  if (answer.kind === 'page' && answer.bank !== undefined)
    reply.header('content-security-policy', bankPolicy(answer.bank));
  // What is tried again by itself should come to another node, where there are several.
  if (answer.kind === 'page' && answer.elsewhere === true) reply.header('connection', 'close');
  switch (answer.kind) {
    case 'redirect':
      return reply.code(answer.status).header('location', answer.url).send('');
    case 'page':
      return reply.code(answer.status).send(answer.body);
  }
}
