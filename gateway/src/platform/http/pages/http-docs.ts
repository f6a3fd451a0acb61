// The documentation of the interfaces: pages in French and English, a search, and what assistants
// read.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { defaultLanguage, openapiDocument, type Language } from '@jokko/contract';
import { createDocs, script, styleSheet, type Docs } from '@jokko/docs';
import { createCallerLimit, type CallerLimit } from '../guards/caller-limit.ts';
import { callerToCount } from '../guards/unlisted-proxy.ts';
import { sendTagged } from '../tagged.ts';
import { languageNamed, languageOf } from '../visitor-language.ts';

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');
const yearS = 31_536_000;
/**
 * The limit of one address: a search is work, and a reader's script asks at each pause in writing.
 */
const searchesPerMinute = 300;

interface DocsRequest {
  Params: { '*': string };
  /** Each may be an array, where it stands twice. */
  Querystring: { lang?: unknown; q?: unknown };
}

export function registerDocs(
  app: FastifyInstance,
  { isSandbox, ...options }: { baseUrl: string; version: string; isSandbox: boolean },
): void {
  let made: Docs | null = null;
  // Made when it is first read: a node's start does not wait for it.
  const docs = (): Docs =>
    (made ??= createDocs({
      baseUrl: options.baseUrl,
      isSandbox,
      document: openapiDocument(options),
    }));
  app.get('/llms.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(docs().llms()),
  );
  for (const { name, type, text } of [styleSheet, script])
    app.get(`/docs/assets/${name}`, (_request, reply) =>
      reply
        .headers({ 'content-type': type, 'cache-control': `public, max-age=${yearS}, immutable` })
        .send(text),
    );
  app.get<DocsRequest>('/docs', (request, reply) =>
    reply.redirect(`/docs/${readersLanguage(request)}/start`),
  );
  const searches = createCallerLimit(searchesPerMinute);
  app.get<DocsRequest>('/docs/*', (request, reply) => answer(docs(), searches, request, reply));
}

async function answer(
  docs: Docs,
  searches: CallerLimit,
  request: FastifyRequest<DocsRequest>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [first = '', ...rest] = request.params['*'].split('/').filter((part) => part !== '');
  const language = languageNamed(first);
  // A link that knows no language is for the reader's.
  if (language === undefined)
    return reply.redirect(
      `/docs/${readersLanguage(request)}/${encodeURI([first, ...rest].join('/'))}`,
    );
  const name = rest.join('/');
  if (name === '') return reply.redirect(`/docs/${language}/start`);
  if (name === 'search') {
    const wait = searches(callerToCount(request));
    return wait === null
      ? sendSearch(docs, language, request, reply)
      : reply.code(429).header('retry-after', wait).type('text/plain').send('Too many searches.\n');
  }
  const guide = name.endsWith('.md') ? docs.markdown(language, name.slice(0, -'.md'.length)) : null;
  if (guide !== null) return reply.type('text/markdown; charset=utf-8').send(guide);
  const page = docs.page(language, name);
  if (page === null) return sendPage(reply.code(404), await docs.unknownPage(language, name));
  // Kept by the browser, which asks each time whether it has changed.
  reply.header('cache-control', 'no-cache');
  return sendTagged(request, reply, page, sendPage);
}

/** As JSON for the page's script, which asks while the reader writes. */
async function sendSearch(
  docs: Docs,
  language: Language,
  { headers, query: { q = '' } }: FastifyRequest<DocsRequest>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const query = String(q);
  return headers.accept === 'application/json'
    ? reply.send(await docs.search(language, query))
    : sendPage(reply, await docs.searchPage(language, query));
}

const sendPage = (reply: FastifyReply, page: string): FastifyReply =>
  reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy,
      'referrer-policy': 'same-origin',
    })
    .send(page);

const readersLanguage = ({ query, headers }: FastifyRequest<DocsRequest>): Language =>
  languageOf(query.lang, headers['accept-language'], defaultLanguage);
