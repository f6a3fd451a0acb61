// The HTTP side of a node: one Fastify server for payments, provider notices, payer's pages,
// documentation and the operator's tools.

import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { defined, codes, endpoints, smsEndpoints, suggestions, texts } from '@jokko/contract';
import type { PayersPages } from './pay-pages.ts';
import type { Config } from '../config/config.ts';
import { createAddressList } from '../../payments/accounts/index.ts';
import type { Observe } from '../../platform/metrics.ts';
import type { Log, RequestLog } from '../../platform/log.ts';
import { answerClientError } from '../../payments/api/http-client-error.ts';
import { watchProxies } from '../../platform/http/guards/unlisted-proxy.ts';
import { noteStrangers, type OwnPeople } from '../../platform/http/guards/own-people.ts';
import { trustForwarded } from '../../platform/http/guards/address.ts';
import { registerDefaultCheck, registerOps, type OpsDeps } from '../../platform/http/http-ops.ts';
import { compressAnswers } from '../../platform/http/compress.ts';
import { secureAnswer, secureAnswers, tlsPolicy } from '../../platform/http/secure-answers.ts';
import { registerDocs } from '../../platform/http/pages/http-docs.ts';
import { registerOpenapi, type OpenapiServed } from '../../platform/http/pages/http-openapi.ts';
import {
  registerPaymentPages,
  type PaymentPagesDeps,
} from '../../payments/payment-pages/http-deep.ts';
import { registerPayPages } from '../../payments/checkouts/http-pay-page.ts';
import { registerLinkPages } from '../../payments/payment-links/http-link-page.ts';
import { registerIcons } from '../../platform/http/pages/http-icons.ts';
import { registerSdks } from '../../platform/http/pages/http-sdk.ts';
import { registerWellKnown } from '../../platform/http/pages/http-well-known.ts';
import { registerPortal, type PortalDeps } from '../portal/http-index.ts';
import { registerPayments, type PaymentsDeps, type PaymentsOfCell } from './http-payments.ts';
import type { StreamEnds } from '../../platform/http/event-stream.ts';
import { watchConnections } from '../../platform/http/connections.ts';
import { limitArrival } from '../../platform/http/guards/arrival.ts';
import { callersLanguage } from '../../platform/http/visitor-language.ts';
import { linkHelp } from '../../platform/http/help-link.ts';
import { envelopeForm, refusal } from '../../platform/http/http-refusal.ts';
import { nearestPath } from '../../platform/http/nearest-path.ts';
import { registerNotices, type NoticeDeps } from '../../payments/operations/http-notices.ts';
import { registerSmsNotices, type SmsNoticeDeps } from '../../messaging/delivery/http-notices.ts';
import { registerSms, type SmsDeps } from '../../messaging/api/http-index.ts';

export interface ServerDeps {
  config: Config;
  publicUrl: string;
  version: string;
  /** What the OpenAPI document is made for. */
  catalogue: OpenapiServed['catalogue'];
  log: Log;
  payments: PaymentsDeps;
  /** The payments of a further cell; null where this node cannot reach it. */
  paymentsOfCell(cell: number): PaymentsOfCell | null | undefined;
  sms: SmsDeps;
  notices: NoticeDeps;
  smsNotices: SmsNoticeDeps;
  paymentPages: PaymentPagesDeps;
  /** By the address of a page; null: there is none of its cell. */
  payPages(address: string): PayersPages | null;
  portal: PortalDeps;
  ops: Omit<OpsDeps, 'loopbackOnly'>;
}

const arrivalLimits = { headersTimeout: 10_000, requestTimeout: 30_000 };
const arrivalReadEveryMs = 1_000;
const keepAliveTimeoutMs = 65_000;
const httpOptions = {
  connectionsCheckingInterval: arrivalReadEveryMs,
  // Missing ones are refused by us (secure-answers.ts): Node's own answer has no headers and no
  // body.
  requireHostHeader: false,
};

/** What shakes no hands has as long as headers have. */
const tlsOptions = { ...tlsPolicy, handshakeTimeout: arrivalLimits.headersTimeout };

/** Paths below which no answer is ever HTML. */
const interfacePath = /^\/api(-services)?\//;

const strangersCame =
  'requests come from beyond this machine: from now on callbacks reach loopback only where JOKKO_OUTBOUND_ALLOW lists it';

export function createServer({
  config,
  log,
  requestLog,
  onAnswer,
  onUnlistedProxy,
  isLeaving,
  people,
}: Pick<ServerDeps, 'config' | 'log'> & {
  requestLog: RequestLog;
  /**
   * Whether the node is about to close its port: a kept connection would break under its next
   * request.
   */
  isLeaving(): boolean;
  people: OwnPeople;
  onAnswer: Observe<'endpoint'>;
  /** Told once of each. */
  onUnlistedProxy: Parameters<typeof watchProxies>[1];
}): FastifyInstance {
  const nextRequestId = countRequests();
  const app = Fastify({
    // Fastify's own request lines would hold addresses with tokens; what matters is logged where it
    // happens.
    logger: false,
    genReqId: nextRequestId,
    trustProxy:
      config.trustedProxies.length > 0
        ? trustForwarded(createAddressList(config.trustedProxies).has)
        : false,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    requestTimeout: arrivalLimits.requestTimeout,
    keepAliveTimeout: keepAliveTimeoutMs,
    exposeHeadRoutes: true,
    http: httpOptions,
    // An address that cannot be decoded names nothing; without this Fastify would answer in a form
    // of its own.
    frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) =>
      secureAnswer(request, reply) ? reply : sendUnknownPath(request, reply),
    // What comes on a connection that waits for an answer is answered as ever: Fastify's refusal
    // has a form of its own.
    return503OnClosing: false,
    ...defined({ https: config.tls && { ...httpOptions, ...config.tls, ...tlsOptions } }),
    clientErrorHandler: (error: Error, socket: Socket) =>
      answerClientError(error, socket, {
        requestId: nextRequestId(),
        publicUrl: config.publicUrl,
        connections,
      }),
  } as Parameters<typeof Fastify>[0]) as unknown as FastifyInstance;
  limitArrival(app.server, arrivalLimits, arrivalReadEveryMs);
  const connections = watchConnections(app, isLeaving);
  takeExpectations(app);
  readNoUnknownBody(app);
  app.decorateReply('envelopeCode', undefined);
  app.decorateReply('keyWasValid', false);
  app.decorateReply('askedFor', undefined);
  answerErrors(app, log);
  secureAnswers(app, config.publicUrl);
  watchProxies(app, onUnlistedProxy);
  noteStrangers(app, people, () => log.warn(strangersCame));
  compressAnswers(app);
  nameAndMeasure(app, onAnswer);
  logRequests(app, requestLog);
  return app;
}

function nameAndMeasure(app: FastifyInstance, onAnswer: Observe<'endpoint'>): void {
  // Rule H6 holds for every answer, so not only for those of the endpoints.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const endpoint = `${request.method} ${request.routeOptions.url ?? 'none'}`;
    onAnswer({ endpoint }, reply.elapsedTime);
    done();
  });
}

/**
 * Node would refuse an expectation that it does not know with an empty body; nothing here depends
 * on one.
 */
function takeExpectations({ server }: FastifyInstance): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/**
 * What no route asks for is read by nobody: Fastify's own parser would take a megabyte of JSON in
 * one turn.
 */
function readNoUnknownBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, parsed) => {
    payload.resume();
    parsed(null);
  });
}

/** Ids of requests: unlike those of any other start of a node. */
function countRequests(): () => string {
  const prefix = randomBytes(6).toString('base64url');
  let requests = 0;
  return () => `${prefix}-${(requests++).toString(36)}`;
}

function answerErrors(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    log.warn(
      { requestId: request.id, path: request.routeOptions.url, reason: error.name },
      'request refused',
    );
    const status = interfacePath.test(request.url) ? 200 : (error.statusCode ?? 500);
    const body = envelopeForm(
      refusal(codes.invalid, texts[callersLanguage(request.headers)].bodyUnreadable()),
    );
    linkHelp(reply, body);
    return reply.code(status).type('application/json').send(JSON.stringify(body));
  });
}

/** One line an answer, by route and never by address: addresses hold payers' tokens. */
function logRequests(app: FastifyInstance, requests: RequestLog): void {
  if (!requests.log.isLevelEnabled('info')) return;
  app.addHook('onResponse', (request, reply, done) => {
    const { url } = request.routeOptions;
    const terms = {
      requestId: request.id,
      method: request.method,
      route: url ?? 'none',
      status: reply.statusCode,
      code: reply.envelopeCode,
      ms: Math.round(reply.elapsedTime),
      ...(requests.form === 'people' ? reply.askedFor?.() : undefined),
    };
    requests.log.info(terms, 'answered');
    done();
  });
  app.addHook('onClose', (_app, done) => {
    requests.flush();
    done();
  });
}

const interfacePaths = [...endpoints, ...smsEndpoints].map(({ path }) => path);

function sendUnknownPath(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const meant = nearestPath(request.url, interfacePaths);
  const language = callersLanguage(request.headers);
  const msg = texts[language].unknownPath();
  const hint = meant === null ? '' : ` ${suggestions[language].didYouMean(meant)}`;
  const body = envelopeForm(refusal(codes.notFound, msg + hint));
  linkHelp(reply, body);
  return reply
    .code(404)
    .header('x-request-id', request.id)
    .type('application/json')
    .send(JSON.stringify(body));
}

/**
 * For endpoints that read their own bodies (guards/body.ts): nothing is parsed before its limit is
 * known.
 */
function registerReadBodies(
  app: FastifyInstance,
  register: (scope: FastifyInstance) => void,
): void {
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    register(scope);
    done();
  });
}

/** Routes of the main port, and of the operator's port where it is apart. */
export function registerRoutes(
  app: FastifyInstance,
  deps: ServerDeps,
  opsApp: FastifyInstance | null,
): StreamEnds {
  const ends: StreamEnds = [];
  registerReadBodies(app, (scope) =>
    registerPayments(scope, deps.payments, deps.paymentsOfCell, ends),
  );
  registerReadBodies(app, (scope) => registerSms(scope, deps.sms));
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) =>
      parsed(null, body),
    );
    registerNotices(scope, deps.notices);
    registerSmsNotices(scope, deps.smsNotices);
    done();
  });
  const sendPage = registerPortal(app, deps.portal, ends);
  app.setNotFoundHandler((request, reply) =>
    sendPage(request, reply) ? reply : sendUnknownPath(request, reply),
  );
  opsApp?.setNotFoundHandler(sendUnknownPath);
  registerPaymentPages(app, deps.paymentPages, deps.log);
  registerPayPages(app, (address) => deps.payPages(address)?.checkouts ?? null, deps.log);
  registerLinkPages(app, (address) => deps.payPages(address)?.links ?? null, deps.log);
  registerIcons(app);
  registerSdks(app, { baseUrl: deps.publicUrl });
  registerWellKnown(app);
  registerOpenapi(app, {
    baseUrl: deps.publicUrl,
    version: deps.version,
    catalogue: deps.catalogue,
  });
  registerDocs(app, {
    baseUrl: deps.publicUrl,
    version: deps.version,
    isSandbox: deps.config.mode === 'sandbox',
  });
  registerDefaultCheck(app, deps.ops);
  registerOps(opsApp ?? app, { ...deps.ops, loopbackOnly: opsApp === null });
  return ends;
}
