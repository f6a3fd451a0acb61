// The interface's documentation: OpenAPI as JSON and as a page, both made from the contract.

import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { docsContentSecurityPolicy, docsPage, openapiDocument } from '@jokko/contract';

export function registerDocs(
  app: FastifyInstance,
  options: { baseUrl: string; version: string },
): void {
  const document = openapiDocument(options);
  const documentText = JSON.stringify(document);
  const policy = docsContentSecurityPolicy((text) =>
    createHash('sha256').update(text).digest('base64'),
  );
  const pages = { fr: docsPage(document, 'fr'), en: docsPage(document, 'en') };
  app.get('/openapi.json', (_request, reply) =>
    reply
      .headers({
        'content-type': 'application/json; charset=utf-8',
        'access-control-allow-origin': '*',
      })
      .send(documentText),
  );
  app.get<{ Querystring: { lang?: string } }>('/docs', (request, reply) => {
    const { lang } = request.query;
    const language =
      lang === 'en' || lang === 'fr'
        ? lang
        : /^\s*en\b/i.test(request.headers['accept-language'] ?? '')
          ? 'en'
          : 'fr';
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
      })
      .send(pages[language]);
  });
}
