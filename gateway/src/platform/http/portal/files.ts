// Serves the portal's built files from memory, as compressed by the build. A request for a page
// that is no file gets the single HTML page, and the browser's router takes over.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isReading } from '../endpoint.ts';
import { setFileHeaders, setSecurityHeaders } from './headers.ts';
import { readPreloads } from './preloads.ts';

const types: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
};
const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;
/** Build files that are not served. */
const buildOnly = /(^|\/)(\.|(manifest|preloads)\.json$)/;

interface BuiltFile {
  type: string;
  etag: string;
  /** A name with a hash in it: never changes. */
  immutable: boolean;
  plain: Buffer;
  encoded: { name: string; bytes: Buffer }[];
}

const notBuilt =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Jokko</title><p>The portal is not built: run <code>npm start</code>. / Le portail n’est pas construit : lancez <code>npm start</code>.</p></html>';

/**
 * By path below the root, such as `/assets/index-1a2b3c4d.js`. Empty when the portal is not built.
 */
function readBuild(directory: string): Map<string, BuiltFile> {
  const files = new Map<string, BuiltFile>();
  if (!existsSync(directory)) return files;
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const full = join(entry.parentPath, entry.name);
    const path = full.slice(directory.length).replaceAll('\\', '/');
    const type = types[extname(path)];
    if (!entry.isFile() || type === undefined || buildOnly.test(path)) continue;
    const plain = readFileSync(full);
    const encoded = encodings
      .filter(({ suffix }) => existsSync(full + suffix))
      .map(({ name, suffix }) => ({ name, bytes: readFileSync(full + suffix) }));
    const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
    files.set(path, { type, etag, immutable: path.startsWith('/assets/'), plain, encoded });
  }
  return files;
}

/**
 * Registers a route for each built file. The answered function sends the page to whoever asks for
 * one; false: it is not for us.
 */
export function registerFiles(
  app: FastifyInstance,
  directory: string,
): (request: FastifyRequest, reply: FastifyReply) => boolean {
  const files = readBuild(directory);
  for (const [path, file] of files)
    if (path !== '/index.html') app.get(path, (request, reply) => send(request, reply, file));
  const page = files.get('/index.html');
  const preloads = readPreloads(directory);
  return (request, reply) => {
    if (!isReading(request) || !acceptsPage(request) || isInterface(request.url)) return false;
    if (page !== undefined) {
      const link = preloads(request);
      if (link !== null) reply.header('link', link);
      send(request, reply, page);
    } else {
      setSecurityHeaders(reply);
      reply.code(503).header('cache-control', 'no-store').type(types['.html']!).send(notBuilt);
    }
    return true;
  };
}

/** In words: a browser that opens a page says so, a program that takes anything does not. */
/**
 * Whoever asks for the portal itself gets it; below it, who wants no page is told that there is
 * nothing.
 */
const acceptsPage = ({ headers: { accept = '' }, url }: FastifyRequest): boolean =>
  accept.includes('text/html') || /^\/(?:\?|$)/.test(url);
/** Below these no answer is ever a page. */
const isInterface = (url: string): boolean =>
  /^\/+(api|api-services|sms-providers|providers|icons|assets|portal\/api)(\/|$|\?)/.test(url);

function send(request: FastifyRequest, reply: FastifyReply, file: BuiltFile): FastifyReply {
  if (file.immutable && /^text\/(javascript|css)/.test(file.type)) setFileHeaders(reply);
  else setSecurityHeaders(reply);
  const cacheControl = file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache';
  reply
    .code(200)
    .headers({ 'cache-control': cacheControl, etag: file.etag, vary: 'accept-encoding' });
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  const accepted = (request.headers['accept-encoding'] ?? '')
    .split(',')
    .map((part) => part.split(';')[0]!.trim());
  const encoded = file.encoded.find(({ name }) => accepted.includes(name));
  if (encoded !== undefined) reply.header('content-encoding', encoded.name);
  return reply.type(file.type).send(encoded?.bytes ?? file.plain);
}
