// Writes the POST of a callback and its result as rows that another thread can be given (link.ts).

import { X509Certificate } from 'node:crypto';
import { pinSetOf } from '../outbound/pin.ts';
import type { PostRequest, PostResult } from '../outbound/post.ts';
import { pushHeaders, readHeaders } from './call-rows.ts';

export function writePost(
  id: number,
  { url, body, timeoutMs, bodyMaxBytes, pins, headers }: PostRequest,
): unknown[] {
  const given = typeof body === 'string' ? body : new Uint8Array(body);
  const row = [id, url, given, timeoutMs, bodyMaxBytes, pins?.key ?? null];
  return pushHeaders(row, headers);
}

export function readPosts(values: unknown[], take: (id: number, post: PostRequest) => void): void {
  for (let at = 0; at < values.length;) {
    const [id, url, body, timeoutMs, bodyMaxBytes, pinsKey] = values.slice(at, at + 6);
    const [headers, end] = readHeaders(values, at + 6);
    at = end;
    take(id as number, {
      url: url as string,
      headers,
      body: typeof body === 'string' ? body : Buffer.from(body as Uint8Array),
      timeoutMs: timeoutMs as number,
      bodyMaxBytes: bodyMaxBytes as number,
      pins: pinsKey === null ? null : pinSetOf((pinsKey as string).split(' ')),
    });
  }
}

type Sent = Omit<PostResult, 'certificate' | 'body' | 'headers'> & {
  /** DER. */
  certificate: Uint8Array | null;
  /** latin1. */
  body: string;
  headers: { [name: string]: string };
};

export function writePosted(id: number, result: PostResult): unknown[] {
  const sent: Sent = {
    ...result,
    // A copy of its own: Node's own object cannot be read by a thread that did not make the connection.
    certificate: result.certificate === null ? null : new Uint8Array(result.certificate.raw),
    body: result.body.toString('latin1'),
    headers: result.headers(),
  };
  return [id, sent];
}

export function readPosted(
  values: unknown[],
  take: (id: number, result: PostResult) => void,
): void {
  for (let at = 0; at < values.length; at += 2) {
    const { certificate, body, headers, ...sent } = values[at + 1] as Sent;
    take(values[at] as number, {
      ...sent,
      certificate: certificate === null ? null : new X509Certificate(certificate),
      body: Buffer.from(body, 'latin1'),
      headers: () => headers,
    });
  }
}
