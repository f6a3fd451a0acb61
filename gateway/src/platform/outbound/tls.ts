// Starts a TLS connection and identifies its peer. Bypasses Node's own handling of peer
// certificates: its older form crashes the process (a segmentation fault, Node 24.21) when a key
// anywhere in the chain is on a curve that Node has no name for, such as brainpool; its newer one
// returns another certificate on a second call.

import { defined } from '@jokko/contract';
import type { X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import {
  createSecureContext,
  TLSSocket,
  type DetailedPeerCertificate,
  type PeerCertificate,
  type SecureContext,
} from 'node:tls';

/** What receivers may prove themselves with: ECDSA on the curves of NIST, EdDSA and RSA. */
const signatureAlgorithms = [
  ...[
    'ecdsa_secp256r1_sha256',
    'ecdsa_secp384r1_sha384',
    'ecdsa_secp521r1_sha512',
    'ed25519',
    'ed448',
  ],
  ...[
    'rsa_pss_rsae_sha256',
    'rsa_pss_rsae_sha384',
    'rsa_pss_rsae_sha512',
    'rsa_pss_pss_sha256',
    'rsa_pss_pss_sha384',
    'rsa_pss_pss_sha512',
  ],
  ...['rsa_pkcs1_sha256', 'rsa_pkcs1_sha384', 'rsa_pkcs1_sha512'],
];
/**
 * A star: a share of it is sent at once. These are what OpenSSL offers by itself, except unused
 * curves.
 */
const groups = ['*X25519MLKEM768', '*X25519', 'P-256', 'P-384', 'P-521'];

/** Which certificates are believed. */
export interface Trust {
  secureContext: SecureContext;
  /** The same as PEM texts, for connections with more to say; undefined: those of Node. */
  authorities?: string[] | undefined;
}

/**
 * `authorities`: PEM texts; undefined: those of Node. `own`: a certificate that we show, with its
 * key; throws when they are not usable.
 */
export function secureContextOf(
  authorities?: string[],
  own: { cert?: string | undefined; key?: string | undefined } = {},
): SecureContext {
  return createSecureContext({
    sigalgs: signatureAlgorithms.join(':'),
    ecdhCurve: groups.join(':'),
    ...defined({ ca: authorities, cert: own.cert, key: own.key }),
  });
}

/**
 * To be called before the handshake. From then on the socket's certificate may be asked for as
 * often as one likes.
 */
export function keepCertificate<Any extends Socket>(socket: Any): Any {
  if (!(socket instanceof TLSSocket)) return socket;
  const ask = socket.getPeerX509Certificate.bind(socket);
  let certificate: X509Certificate | undefined;
  socket.getPeerX509Certificate = () => (certificate ??= ask());
  // Node's check of the name asks for this, and needs no more of it.
  socket.getPeerCertificate = () =>
    namesOf(socket.getPeerX509Certificate()) as DetailedPeerCertificate;
  return socket;
}

/** The names that a certificate is for, in the form that `tls.checkServerIdentity` reads. */
function namesOf(
  certificate: X509Certificate | undefined,
): Pick<PeerCertificate, 'subjectaltname'> & { subject: { CN?: string[] } } {
  if (certificate === undefined) return { subject: {} };
  const commonNames = subjectOf(certificate)
    .split('\n')
    .filter((part) => part.startsWith('CN='))
    .map((part) => part.slice('CN='.length));
  const subject = commonNames.length === 0 ? {} : { CN: commonNames };
  return certificate.subjectAltName === undefined
    ? { subject }
    : { subject, subjectaltname: certificate.subjectAltName };
}

/**
 * Many certificates bear their names apart and leave this empty, for which Node has undefined,
 * whatever its types say.
 */
export const subjectOf = ({ subject }: X509Certificate): string =>
  (subject as string | undefined) ?? '';
export const issuerOf = ({ issuer }: X509Certificate): string =>
  (issuer as string | undefined) ?? '';
