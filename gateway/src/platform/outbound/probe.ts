// Probes the certificate that a receiver presents right now. One TLS connection under the same
// guard as every other, but to any certificate: its faults are reported instead of refused.
// Nothing is sent.

import { defined } from '@jokko/contract';
import type { ErrorClass } from '@jokko/contract';
import type { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { approvedLookup, blockedTarget, type DialSettings } from './dial.ts';
import { classOfErrorCode } from './error-class.ts';
import { errorCode } from './http-client.ts';
import { startDeadline } from '../system/deadline.ts';
import { pinOf, rawPointPinOf } from './pin.ts';
import { issuerOf, keepCertificate, subjectOf } from './tls.ts';

const chainMax = 10;

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
export async function probeReceiver(
  settings: DialSettings,
  url: URL,
  timeoutMs: number,
): Promise<Probe> {
  const hostname = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const port = Number(url.port === '' ? 443 : url.port);
  const late = new AbortController();
  const allowed = startDeadline(timeoutMs, () => late.abort());
  const deadline = late.signal;
  try {
    const lookup = await approvedLookup(settings, { hostname, port });
    const socket = keepCertificate(
      connect({
        host: hostname,
        port,
        servername: isIP(hostname) === 0 ? hostname : '',
        secureContext: settings.secureContext,
        rejectUnauthorized: false,
        ALPNProtocols: ['http/1.1'],
        ...defined({ lookup }),
      }),
    );
    try {
      await handshake(socket, settings, port, deadline);
      return { ok: true, presented: look(socket) };
    } finally {
      socket.destroy();
    }
  } catch (error) {
    return {
      ok: false,
      errorClass: deadline.aborted ? 'timeout' : classOfErrorCode(errorCode(error)),
    };
  } finally {
    allowed.stop();
  }
}

function handshake(
  socket: TLSSocket,
  { guard }: DialSettings,
  port: number,
  deadline: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    deadline.addEventListener('abort', () => reject(new Error('the deadline has passed')));
    socket.once('error', reject);
    socket.once('connect', () => {
      if (!guard.mayConnect(socket.remoteAddress ?? '', port)) reject(blockedTarget());
    });
    socket.once('secureConnect', resolve);
  });
}

function look(socket: TLSSocket): Presented {
  const chain = chainOf(socket.getPeerX509Certificate());
  const { publicKey } = chain[0]!;
  const { namedCurve, modulusLength } = publicKey.asymmetricKeyDetails ?? {};
  return {
    address: socket.remoteAddress ?? '',
    tlsVersion: socket.getProtocol() ?? '',
    chain: chain.map((certificate) => ({
      subject: oneLine(subjectOf(certificate)),
      issuer: oneLine(issuerOf(certificate)),
      expiresAt: certificate.validToDate,
    })),
    keyType: [publicKey.asymmetricKeyType, namedCurve ?? modulusLength]
      .filter((part) => part !== undefined)
      .join(' '),
    pin: pinOf(publicKey),
    rawPointPin: rawPointPinOf(publicKey),
    problem: socket.authorized
      ? null
      : String(
          (socket.authorizationError as { code?: string } | null)?.code ??
            socket.authorizationError,
        ),
  };
}

/**
 * As far as the receiver sends it: an authority above that comes from our own list is not shown.
 */
function chainOf(first: X509Certificate | undefined): X509Certificate[] {
  const chain: X509Certificate[] = [];
  for (let at = first; at !== undefined && chain.length < chainMax; at = at.issuerCertificate)
    chain.push(at);
  return chain;
}

/** Node puts the parts of a name on lines of their own. */
const oneLine = (name: string): string => name.split('\n').join(', ');
