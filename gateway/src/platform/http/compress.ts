// Compresses answers to GET that are large enough, if the caller accepts it. Streams and answers
// that are compressed already pass unchanged.

import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isReading } from './endpoint.ts';

/** Compressing a smaller answer saves one or two packets at most. */
const bytesMin = 4_096;
/** Characters of `Accept-Encoding` that are read. Browsers send some 30. */
const acceptedCharactersMax = 500;
/** A quick level: most answers are sent once only. */
const brotliQuality = 4;

const [compressBrotli, compressGzip] = [promisify(brotliCompress), promisify(gzip)];

const encoders: { readonly [coding: string]: (text: string | Buffer) => Promise<Buffer> } = {
  br: (text) =>
    compressBrotli(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality },
    }),
  gzip: (text) => compressGzip(text),
};

export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isReading(request) || !isWorthIt(reply, payload)) return done(null, payload);
    reply.header('vary', varying(reply.getHeader('vary')));
    const coding = acceptedCoding(request);
    if (coding === null) return done(null, payload);
    reply.header('content-encoding', coding).removeHeader('content-length');
    encoders[coding]!(payload).then((encoded) => done(null, encoded), done);
  });
}

const isWorthIt = (reply: FastifyReply, payload: unknown): payload is string | Buffer =>
  (typeof payload === 'string' || Buffer.isBuffer(payload)) &&
  Buffer.byteLength(payload) > bytesMin &&
  isText(reply.getHeader('content-type')) &&
  !reply.hasHeader('content-encoding');

const isText = (type: unknown): boolean =>
  typeof type === 'string' && /^(text\/|application\/(json|.*\+json|javascript))/.test(type);

const varying = (given: unknown): string =>
  typeof given !== 'string'
    ? 'accept-encoding'
    : /\baccept-encoding\b/i.test(given)
      ? given
      : `${given}, accept-encoding`;

/** Returns the better of the codings that the caller accepts. `q=0` refuses a coding. */
function acceptedCoding({ headers }: FastifyRequest): string | null {
  const accepted = (headers['accept-encoding'] ?? '')
    .slice(0, acceptedCharactersMax)
    .split(',')
    .map((part) => part.split(';').map((word) => word.trim().toLowerCase()))
    .filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? ''))
    .map(([coding]) => coding);
  return Object.keys(encoders).find((coding) => accepted.includes(coding)) ?? null;
}
