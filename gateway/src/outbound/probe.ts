// What does a receiver present right now? One TLS connection under the same guard as every other, but to any certificate: what is wrong with
// it is told instead of refused. Nothing is sent.

import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { connect, type DetailedPeerCertificate, type TLSSocket } from 'node:tls';
import { approvedLookup, blockedTarget, type DialSettings } from './dial.ts';
import { classOfErrorCode, type ErrorClass } from './error-class.ts';
import { errorCode } from './http-client.ts';
import { pinOf, rawPointPinOf } from './pin.ts';

export interface PresentedCertificate {
  subject: string;
  issuer: string;
  expiresAt: Date;
}

export interface Presented {
  address: string;
  tlsVersion: string;
  /** The receiver's own first. */
  chain: PresentedCertificate[];
  /** rsa 2048, ec prime256v1, ed25519 … */
  keyType: string;
  pin: string;
  /** For EC keys: what some instructions make people compute instead of the pin. */
  rawPointPin: string | null;
  /** Null when the normal checks pass, else what they say (CERT_HAS_EXPIRED …). */
  problem: string | null;
}
export type Probe = { ok: true; presented: Presented } | { ok: false; errorClass: ErrorClass };

/** Never throws. */
export async function probeReceiver(settings: DialSettings, url: URL, timeoutMs: number): Promise<Probe> {
  const hostname = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const lookup = await approvedLookup(settings, hostname);
    const socket = connect({
      host: hostname,
      port: Number(url.port === '' ? 443 : url.port),
      servername: isIP(hostname) === 0 ? hostname : '',
      secureContext: settings.secureContext,
      rejectUnauthorized: false,
      ALPNProtocols: ['http/1.1'],
      ...(lookup === undefined ? {} : { lookup }),
    });
    try {
      await handshake(socket, settings, deadline);
      return { ok: true, presented: look(socket) };
    } finally {
      socket.destroy();
    }
  } catch (error) {
    return { ok: false, errorClass: deadline.aborted ? 'timeout' : classOfErrorCode(errorCode(error)) };
  }
}

function handshake(socket: TLSSocket, { guard }: DialSettings, deadline: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    deadline.addEventListener('abort', () => reject(new Error('the deadline has passed')));
    socket.once('error', reject);
    socket.once('connect', () => {
      if (!guard.mayConnect(socket.remoteAddress ?? '')) reject(blockedTarget());
    });
    socket.once('secureConnect', resolve);
  });
}

function look(socket: TLSSocket): Presented {
  const chain = chainOf(socket.getPeerCertificate(true));
  const { publicKey } = chain[0]!;
  const { namedCurve, modulusLength } = publicKey.asymmetricKeyDetails ?? {};
  return {
    address: socket.remoteAddress ?? '',
    tlsVersion: socket.getProtocol() ?? '',
    chain: chain.map(({ subject, issuer, validToDate }) => ({
      subject: oneLine(subject),
      issuer: oneLine(issuer),
      expiresAt: validToDate,
    })),
    keyType: [publicKey.asymmetricKeyType, namedCurve ?? modulusLength].filter((part) => part !== undefined).join(' '),
    pin: pinOf(publicKey),
    rawPointPin: rawPointPinOf(publicKey),
    problem: socket.authorized ? null : String((socket.authorizationError as { code?: string } | null)?.code ?? socket.authorizationError),
  };
}

/** Each certificate names the next; the last one names itself or nothing. */
function chainOf(first: DetailedPeerCertificate): X509Certificate[] {
  const chain: X509Certificate[] = [];
  let at: DetailedPeerCertificate | undefined = first;
  while (at?.raw !== undefined && chain.length < 10) {
    chain.push(new X509Certificate(at.raw));
    at = at.issuerCertificate === at ? undefined : at.issuerCertificate;
  }
  return chain;
}

/** Node puts the parts of a name on lines of their own. */
const oneLine = (name: string): string => name.split('\n').join(', ');
