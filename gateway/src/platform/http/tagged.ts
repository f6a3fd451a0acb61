// Sends a body with its ETag, or HTTP 304 to a caller who has it already.

import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** `send`: how a body leaves that the caller does not have. */
export function sendTagged<Body extends object | string>(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Body,
  send: (reply: FastifyReply, body: Body) => FastifyReply,
): FastifyReply {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const tag = `"${hash('sha256', text, 'base64url')}"`;
  reply.header('etag', tag);
  return isAmong(tag, request.headers['if-none-match'])
    ? reply.code(304).send()
    : send(reply, body);
}

/** A proxy that compressed the answer may have made the tag a weak one. */
const isAmong = (tag: string, given: string | undefined): boolean =>
  given !== undefined && given.split(',').some((each) => each.trim().replace(/^W\//, '') === tag);
