// Sends one POST of a callback to an address that a developer chose: guarded at every
// connection, one deadline for everything, no redirect, a bounded answer that is never
// decompressed, and all the details that the delivery log reports.

import type { X509Certificate } from 'node:crypto';
import type { ErrorClass } from '@jokko/contract';
import { withUserAgent } from '@jokko/connectors/kit';
import type { Connection, Exchanged, ExchangePhase } from './connection.ts';
import { createConnections } from './connections.ts';
import type { DialSettings } from './dial.ts';
import { classOfErrorCode, classOfHeadError, classOfStatus } from './error-class.ts';
import { errorCode } from './http-client.ts';
import type { PinSet } from './pin.ts';
import { loggedHeaders } from './logged-headers.ts';

export interface PostRequest {
  /** Absolute, http or https. */
  url: string;
  headers: { [name: string]: string };
  body: string | Buffer;
  /** For everything: name, connection, TLS, head and body. */
  timeoutMs: number;
  /** More of the answer is never read. */
  bodyMaxBytes: number;
  /** The receiver's key must be among them; null: the normal checks alone. */
  pins: PinSet | null;
}

export interface PostResult {
  /** Also of an answer that broke off in its body. */
  status: number | null;
  /** Null for the only success, HTTP 200 within the deadline. */
  errorClass: ErrorClass | null;
  /** For a time-out: where the deadline fell. */
  timedOutIn: ExchangePhase | null;
  /** The address that was connected to. */
  address: string | null;
  /**
   * In whole ms. The first three are null on a connection that was open already, and where they
   * were not reached.
   */
  phases: {
    dnsMs: number | null;
    connectMs: number | null;
    tlsMs: number | null;
    firstByteMs: number | null;
    totalMs: number;
  };
  reused: boolean;
  /** "TLSv1.3"; null with http. */
  tlsVersion: string | null;
  /** The pin of the key that the receiver presented. */
  pinSeen: string | null;
  /** `no_tls`: the host has pins, and an address without https, so nothing was sent. */
  pinResult: 'none' | 'match' | 'mismatch' | 'unseen' | 'no_tls';
  /** The certificate, when this call made the TLS connection. */
  certificate: X509Certificate | null;
  body: Buffer;
  bodyCut: boolean;
  /** At most 8 KB of the answer's headers, without what is secret. */
  headers(): { [name: string]: string };
}

export interface Poster {
  /** Never throws. */
  post(request: PostRequest): Promise<PostResult>;
  close(): void;
}

/** `now` in ms, of a clock that never goes back: connections have a highest age. */
export function createPoster(settings: DialSettings, now?: () => number): Poster {
  const connections = createConnections(settings, now);
  return {
    post: ({ url: text, headers, body, timeoutMs, bodyMaxBytes, pins }) =>
      new Promise((resolve) => {
        const url = new URL(text);
        const exchange = {
          path: url.pathname + url.search,
          headers: withUserAgent(headers),
          body,
          timeoutMs,
          bodyMaxBytes,
        };
        const end = (exchanged: Exchanged) => resolve(resultOf(exchanged, url, pins));
        const run = (
          connection: Connection,
          leftMs: number,
          done: (exchanged: Exchanged) => void,
        ) =>
          connection.exchange({ ...exchange, timeoutMs: leftMs }, (exchanged) => {
            connections.giveBack(connection);
            done(exchanged);
          });
        run(connections.take(url, pins), timeoutMs, (first) => {
          const leftMs = timeoutMs - first.totalMs;
          if (!isStale(first) || leftMs <= 0) return end(first);
          // The attempt is both of them.
          run(connections.open(url, pins), leftMs, (again) =>
            end({ ...again, totalMs: first.totalMs + again.totalMs }),
          );
        });
      }),
    close: () => connections.close(),
  };
}

/**
 * A kept connection may have been given up by the receiver, or by something between us, without a
 * word until it is used: that says nothing about the receiver. Where a byte of any answer came,
 * even of an interim one, the receiver has the request, and this attempt is over. Without one it
 * may have read it all the same; being told twice is what every receiver of callbacks must bear.
 */
function isStale({ opened, heard, timedOut, error }: Exchanged): boolean {
  return (
    !opened &&
    !heard &&
    !timedOut &&
    error !== null &&
    classOfErrorCode(errorCode(error)) === 'connection_reset'
  );
}

function resultOf(exchanged: Exchanged, url: URL, pins: PinSet | null): PostResult {
  const { status, timedOut, phase, dialled, opened, body, bodyCut, headers } = exchanged;
  const pinSeen = dialled?.pinSeen ?? null;
  return {
    status,
    errorClass: errorClassOf(exchanged),
    timedOutIn: timedOut ? phase : null,
    address: dialled?.address ?? null,
    phases: {
      dnsMs: opened ? rounded(dialled!.dnsMs) : null,
      connectMs: opened ? rounded(dialled!.connectMs) : null,
      tlsMs: opened ? rounded(dialled!.tlsMs) : null,
      firstByteMs: rounded(exchanged.firstByteMs),
      totalMs: Math.round(exchanged.totalMs),
    },
    reused: !opened,
    tlsVersion: dialled?.tlsVersion ?? null,
    pinSeen,
    pinResult: pinResultOf(pinSeen, url, pins),
    certificate: opened ? dialled!.certificate : null,
    body,
    bodyCut,
    headers: () => loggedHeaders(headers),
  };
}

function pinResultOf(
  pinSeen: string | null,
  { protocol }: URL,
  pins: PinSet | null,
): PostResult['pinResult'] {
  if (pins === null) return 'none';
  if (protocol !== 'https:') return 'no_tls';
  return pinSeen === null ? 'unseen' : pins.pins.has(pinSeen) ? 'match' : 'mismatch';
}

function errorClassOf({ status, error, timedOut, brokenHead }: Exchanged): ErrorClass | null {
  if (timedOut) return 'timeout';
  if (error !== null)
    return status === null
      ? classOfHeadError(errorCode(error), brokenHead)
      : classOfErrorCode(errorCode(error));
  return classOfStatus(status!);
}

const rounded = (durationMs: number | null): number | null =>
  durationMs === null ? null : Math.round(durationMs);
