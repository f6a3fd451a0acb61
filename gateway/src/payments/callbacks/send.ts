// Makes one delivery attempt: one POST of the frozen body with its own signatures. Only HTTP 200
// is success (rule C4).

import type { ErrorClass } from '@jokko/contract';
import { hash } from 'node:crypto';
import type { PinSet } from '../../platform/outbound/pin.ts';
import type { PostRequest, PostResult } from '../../platform/outbound/post.ts';
import type { DueCallback } from './lease.ts';

/** The interface gives the receiver 15 s in all: name, connection, TLS, head and body. */
const timeoutMs = 15_000;
/** More of an answer is never read. */
const answerMaxBytes = 16_384;
/** A success has nothing to explain; its first words are kept for the curious. */
const successKeptBytes = 1_024;

/** What one attempt did, as the delivery log keeps it. Times in ms. */
export interface Exchange {
  /** The hash of the bytes that were sent: the first 8 of their SHA-256. */
  bodyHash: Buffer;
  httpStatus: number | null;
  /** Null when delivered. */
  errorClass: ErrorClass | null;
  durationMs: number;
  /**
   * The phases of the connection; null when a kept one was used, or the attempt did not get there.
   */
  dnsMs: number | null;
  connectMs: number | null;
  tlsMs: number | null;
  firstByteMs: number | null;
  /** 12 or 13; null without TLS. */
  tlsVersion: number | null;
  /** Null without pins, and where no key was seen. */
  pinMatched: boolean | null;
  /** SHA-256 of the presented public key. */
  pinSeen: Buffer | null;
  /** Where it connected to. */
  address: string | null;
  timeoutPhase: string | null;
  /** At most 16 KiB, of a success 1 KiB; null when nothing was said. */
  answer: Buffer | null;
  answerCut: boolean;
  /**
   * At most 8 KB of the answer's headers, without what is secret; null without an answer, and of a
   * success.
   */
  answerHeaders: { [name: string]: string } | null;
}

export interface SendDeps {
  post(request: PostRequest): Promise<PostResult>;
  /** The pins of the address's host; null: none are registered. */
  pinsOf(accountId: number, url: string): Promise<PinSet | null>;
  /** Told of every attempt: what the receiver has shown. */
  saw(accountId: number, url: string, result: PostResult): void;
  /** The signature headers of one attempt (rule C5). */
  sign(callback: DueCallback): Promise<{ [name: string]: string }>;
}

const fixedHeaders = {
  'content-type': 'application/json',
  accept: '*/*',
  'accept-encoding': 'identity',
};

/** Throws only when pins or secrets cannot be read. */
export async function sendCallback(deps: SendDeps, callback: DueCallback): Promise<Exchange> {
  const [pins, signatures] = await Promise.all([
    deps.pinsOf(callback.accountId, callback.url),
    deps.sign(callback),
  ]);
  const { url, body } = callback;
  const headers = { ...fixedHeaders, ...signatures };
  const result = await deps.post({
    url,
    headers,
    body,
    timeoutMs,
    bodyMaxBytes: answerMaxBytes,
    pins,
  });
  deps.saw(callback.accountId, url, result);
  return { bodyHash: bodyHashOf(body), ...exchangeOf(result) };
}

const bodyHashBytes = 8;
const bodyHashOf = (body: string): Buffer =>
  hash('sha256', body, 'buffer').subarray(0, bodyHashBytes);

function exchangeOf(result: PostResult): Omit<Exchange, 'bodyHash'> {
  const { status, errorClass, phases, pinResult, pinSeen, tlsVersion, body, bodyCut, headers } =
    result;
  const kept = errorClass === null ? body.subarray(0, successKeptBytes) : body;
  return {
    httpStatus: status,
    errorClass,
    durationMs: phases.totalMs,
    dnsMs: phases.dnsMs,
    connectMs: phases.connectMs,
    tlsMs: phases.tlsMs,
    firstByteMs: phases.firstByteMs,
    tlsVersion: tlsVersion === null ? null : tlsVersion === 'TLSv1.3' ? 13 : 12,
    pinMatched: pinResult === 'match' ? true : pinResult === 'mismatch' ? false : null,
    pinSeen: pinSeen === null ? null : Buffer.from(pinSeen, 'base64'),
    // A blocked target tells nothing: the log is no scanner of the operator's network.
    address: errorClass === 'blocked_target' ? null : result.address,
    timeoutPhase: result.timedOutIn,
    answer: kept.length === 0 ? null : kept,
    answerCut: bodyCut || kept.length < body.length,
    answerHeaders: errorClass === null || status === null ? null : headers(),
  };
}
