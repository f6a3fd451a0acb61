// The OpenAPI description of both interfaces, in both languages or in one.

import type { FastifyInstance } from 'fastify';
import { openapiDocument } from '@jokko/contract';
import { languageNamed } from './http-docs.ts';

export function registerOpenapi(
  app: FastifyInstance,
  options: { baseUrl: string; version: string },
): void {
  const texts = {
    both: JSON.stringify(openapiDocument(options)),
    fr: JSON.stringify(openapiDocument({ ...options, language: 'fr' })),
    en: JSON.stringify(openapiDocument({ ...options, language: 'en' })),
  };
  app.get<{ Querystring: { lang?: unknown } }>('/openapi.json', (request, reply) =>
    reply
      .headers({
        'content-type': 'application/json; charset=utf-8',
        'access-control-allow-origin': '*',
      })
      .send(texts[languageNamed(request.query.lang) ?? 'both']),
  );
}
