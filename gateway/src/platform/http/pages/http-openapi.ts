// The OpenAPI description of both interfaces, in both languages or in one, with the services of the
// catalogue in force.

import type { FastifyInstance } from 'fastify';
import { openapiDocument, type Language, type OfferedService } from '@jokko/contract';
import { sendTagged } from '../tagged.ts';
import { languageNamed } from '../visitor-language.ts';

export interface OpenapiServed {
  baseUrl: string;
  version: string;
  /** The catalogue in force. Its services tell the forms of an operation's body apart. */
  catalogue(): { version: number; services: readonly OfferedService[] };
}

export function registerOpenapi(app: FastifyInstance, options: OpenapiServed): void {
  const openapi = keepOpenapi(options);
  app.get<{ Querystring: { lang?: unknown } }>('/openapi.json', (request, reply) => {
    reply.headers({
      'content-type': 'application/json; charset=utf-8',
      'access-control-allow-origin': '*',
    });
    const text = openapi(languageNamed(request.query.lang));
    return sendTagged(request, reply, text, () => reply.send(text));
  });
}

/** The texts by language, each made when it is first asked for and anew for another catalogue. */
function keepOpenapi({
  catalogue,
  ...options
}: OpenapiServed): (language: Language | undefined) => string {
  let made = { version: -1, texts: new Map<Language | undefined, string>() };
  return (language) => {
    const { version, services } = catalogue();
    if (version !== made.version) made = { version, texts: new Map() };
    const kept = made.texts.get(language);
    if (kept !== undefined) return kept;
    const both = { ...options, services };
    const text = JSON.stringify(
      language === undefined ? openapiDocument(both) : openapiDocument({ ...both, language }),
    );
    made.texts.set(language, text);
    return text;
  };
}
