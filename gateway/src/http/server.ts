// The HTTP side of a node: one Fastify server for payments, provider notices, payer's pages, documentation and the operator's figures.

import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { codes, defaultLanguage, texts } from '@jokko/contract';
import type { Config } from '../config.ts';
import { createAddressList } from '../domain/accounts/index.ts';
import type { Log, RequestLog } from '../log.ts';
import { answerClientError } from './client-error.ts';
import { trustForwarded } from './guards/address.ts';
import { registerOps, type OpsDeps } from './ops/index.ts';
import { registerDocs } from './pages/docs.ts';
import { registerLinkPages, type LinkPagesDeps } from './pages/deep.ts';
import { registerIcons } from './pages/icons.ts';
import { registerPortal, type PortalDeps } from './portal/index.ts';
import { registerPayments, type PaymentsDeps } from './payments/index.ts';
import { envelopeForm, refusal } from './present/refusal.ts';
import { registerNotices, type NoticeDeps } from './providers/notices.ts';
import { registerSmsNotices, type SmsNoticeDeps } from './providers/sms-notices.ts';
import { registerSms, type SmsDeps } from './sms/index.ts';

export interface ServerDeps {
  config: Config;
  publicUrl: string;
  version: string;
  log: Log;
  payments: PaymentsDeps;
  sms: SmsDeps;
  notices: NoticeDeps;
  smsNotices: SmsNoticeDeps;
  links: LinkPagesDeps;
  portal: PortalDeps;
  ops: Omit<OpsDeps, 'loopbackOnly'>;
}

const headersTimeoutMs = 10_000;
const requestTimeoutMs = 30_000;
const keepAliveTimeoutMs = 65_000;

/** Paths below which no answer is ever HTML. */
const interfacePath = /^\/api(-services)?\//;

export function createServer({
  config,
  log,
  requestLog,
}: Pick<ServerDeps, 'config' | 'log'> & { requestLog: RequestLog }): FastifyInstance {
  const prefix = randomBytes(6).toString('base64url');
  let requests = 0;
  const nextRequestId = (): string => `${prefix}-${(requests++).toString(36)}`;
  const app = Fastify({
    // Fastify's own request lines would hold addresses with tokens; what matters is logged where it happens.
    logger: false,
    genReqId: nextRequestId,
    trustProxy: config.trustedProxies.length > 0 ? trustForwarded(createAddressList(config.trustedProxies).has) : false,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: false },
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    exposeHeadRoutes: false,
    // How often the time-outs of heads and bodies are looked at.
    http: { connectionsCheckingInterval: 1_000 },
    // An address that cannot be decoded names nothing; without this Fastify would answer in a form of its own.
    frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) => sendUnknownPath(request, reply),
    forceCloseConnections: 'idle',
    ...(config.tls === null ? {} : { https: config.tls }),
    clientErrorHandler: (error: Error, socket: Socket) => answerClientError(error, socket, nextRequestId()),
  } as Parameters<typeof Fastify>[0]) as unknown as FastifyInstance;
  app.server.headersTimeout = headersTimeoutMs;
  // Node would refuse an expectation that it does not know with an empty body; nothing here depends on one.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.decorateReply('envelopeCode', undefined);
  app.decorateReply('keyWasValid', false);
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    log.warn({ requestId: request.id, path: request.routeOptions.url, reason: error.name }, 'request refused');
    const status = interfacePath.test(request.url) ? 200 : (error.statusCode ?? 500);
    return reply
      .code(status)
      .type('application/json')
      .send(JSON.stringify(envelopeForm(refusal(codes.invalid, texts[defaultLanguage].bodyNotJson()))));
  });
  // Rule H6 holds for every answer, so not only for those of the endpoints.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  logRequests(app, requestLog);
  return app;
}

/** One line an answer, by route and never by address: addresses hold payers' tokens. */
function logRequests(app: FastifyInstance, requests: RequestLog): void {
  if (!requests.log.isLevelEnabled('info')) return;
  app.addHook('onResponse', (request, reply, done) => {
    const { url } = request.routeOptions;
    const facts = {
      requestId: request.id,
      method: request.method,
      route: url ?? 'none',
      status: reply.statusCode,
      code: reply.envelopeCode,
      ms: Math.round(reply.elapsedTime),
    };
    requests.log.info(facts, 'answered');
    done();
  });
  app.addHook('onClose', (_app, done) => {
    requests.flush();
    done();
  });
}

function sendUnknownPath(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const body = envelopeForm(refusal(codes.notFound, texts[defaultLanguage].unknownPath()));
  return reply.code(404).header('x-request-id', request.id).type('application/json').send(JSON.stringify(body));
}

/** Routes of the main port, and of the operator's port where it is apart. */
export function registerRoutes(app: FastifyInstance, deps: ServerDeps, opsApp: FastifyInstance | null): void {
  app.register((scope, _options, done) => {
    // Payment endpoints read their own bodies (guards/body.ts): nothing is parsed before its limit is known.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    registerPayments(scope, deps.payments);
    done();
  });
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    registerSms(scope, deps.sms);
    done();
  });
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
    registerNotices(scope, deps.notices);
    registerSmsNotices(scope, deps.smsNotices);
    done();
  });
  const sendPage = registerPortal(app, deps.portal);
  app.setNotFoundHandler((request, reply) => (sendPage(request, reply) ? reply : sendUnknownPath(request, reply)));
  opsApp?.setNotFoundHandler(sendUnknownPath);
  registerLinkPages(app, deps.links);
  registerIcons(app);
  registerDocs(app, { baseUrl: deps.publicUrl, version: deps.version });
  registerOps(opsApp ?? app, { ...deps.ops, loopbackOnly: opsApp === null });
}
