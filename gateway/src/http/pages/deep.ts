// What does `/deep/…` answer? The payer's link pages: the link itself, the status its script asks for, and the return from the provider.

import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { defaultLanguage } from '@jokko/contract';
import { blankPage, statusAt } from './link-bodies.ts';
import { answerLink, answerReturn } from './link-page.ts';
import type { PageAnswer } from './link-page.ts';
import type { LinkPagesDeps, LinkView, Visitor } from './link-view.ts';
import { pageHeaders } from './page-headers.ts';
import { isPhone, languageOf } from './visitor.ts';

export type { LinkPagesDeps, LinkStatus, LinkView } from './link-view.ts';

const linkCharactersMax = 200;
const assetSeconds = 300;

interface LinkRequest {
  Params: { link: string };
  Querystring: { lang?: unknown };
}

/** Registers `GET /deep/<link>`, `/deep/<link>/status`, `/deep/<link>/return` and `/deep/assets/…`. */
export function registerLinkPages(app: FastifyInstance, deps: LinkPagesDeps): void {
  app.register(
    (scope, _options, done) => {
      scope.setNotFoundHandler((request, reply) => sendBlank(request, reply, 404, 'unknown'));
      // Logged without the address: it holds the payer's token.
      scope.setErrorHandler((error: Error, request, reply) => {
        request.log.error({ reqId: request.id, error: error.name, reason: error.message }, 'a link page failed');
        return sendBlank(request, reply, 503, 'trouble');
      });
      registerAsset(scope, 'link.css', 'text/css; charset=utf-8');
      registerAsset(scope, 'link.js', 'text/javascript; charset=utf-8');
      registerViews(scope, deps);
      done();
    },
    { prefix: '/deep' },
  );
}

function registerViews(scope: FastifyInstance, deps: LinkPagesDeps): void {
  const find = (link: string) => (link.length > linkCharactersMax ? Promise.resolve(null) : deps.findLink(link));

  scope.get<LinkRequest>('/:link', async (request, reply) => {
    const view = await find(request.params.link);
    if (view === null) return sendBlank(request, reply, 404, 'unknown');
    return send(reply, answerLink(view, visitorOf(request, view), deps.now(), pathOf(request)));
  });

  scope.get<LinkRequest>('/:link/return', async (request, reply) => {
    const view = await find(request.params.link);
    if (view === null) return sendBlank(request, reply, 404, 'unknown');
    return send(reply, answerReturn(view, visitorOf(request, view), deps.now(), pathOf(request)));
  });

  scope.get<LinkRequest>('/:link/status', async (request, reply) => {
    const view = await find(request.params.link);
    reply.headers({ ...pageHeaders, 'content-type': 'application/json; charset=utf-8' });
    if (view === null) return reply.code(404).send('{}');
    return reply.send(JSON.stringify({ status: statusAt(view, deps.now()) }));
  });
}

function registerAsset(scope: FastifyInstance, name: string, contentType: string): void {
  const body = readFileSync(new URL(`./assets/${name}`, import.meta.url));
  scope.get(`/assets/${name}`, (_request, reply) =>
    reply
      .headers({ 'content-type': contentType, 'cache-control': `public, max-age=${assetSeconds}`, 'x-content-type-options': 'nosniff' })
      .send(body),
  );
}

function pathOf(request: FastifyRequest<LinkRequest>): string {
  return `/deep/${encodeURIComponent(request.params.link)}`;
}

function visitorOf(request: FastifyRequest, view: LinkView | null): Visitor {
  const { headers } = request;
  const asked = (request.query as LinkRequest['Querystring']).lang;
  return {
    language: languageOf(asked, headers['accept-language'], view?.language ?? defaultLanguage),
    phone: isPhone(headers['user-agent'], textOf(headers['sec-ch-ua-mobile'])),
  };
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

function send(reply: FastifyReply, answer: PageAnswer): FastifyReply {
  reply.headers(pageHeaders);
  switch (answer.kind) {
    case 'redirect':
      return reply.code(answer.status).header('location', answer.url).send('');
    case 'page':
      return reply.code(answer.status).send(answer.body);
  }
}

function sendBlank(request: FastifyRequest, reply: FastifyReply, status: number, message: 'unknown' | 'trouble'): FastifyReply {
  return reply
    .code(status)
    .headers(pageHeaders)
    .send(blankPage(visitorOf(request, null).language, message));
}
