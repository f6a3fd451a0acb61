// Validates the TLS fields of a configuration: the provider's authority and name, and our own
// certificate with its key.

import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { optional, secret, text } from './fields.ts';

const hostUnitsMax = 253;

/** With another authority, others read what is sent. */
export const tlsFields = {
  /** PEM; absent: the authorities that Node trusts. */
  tlsCa: optional(
    text('Autorité de certification (PEM)', 'Certificate authority (PEM)', undefined, {
      address: true,
      lines: true,
      expiry: 'certificate',
    }),
  ),
  /** When it is not the configured host. */
  tlsServername: optional(
    text('Nom dans le certificat', 'Name in the certificate', undefined, { address: true }),
  ),
  /**
   * PEM: our own certificate and its key, for providers that want clients to show one. Both or
   * neither.
   */
  tlsCertificate: optional(
    text('Notre certificat client (PEM)', 'Our client certificate (PEM)', undefined, {
      lines: true,
      expiry: 'certificate',
    }),
  ),
  tlsKey: optional(
    secret('Clé du certificat client (PEM)', 'Key of the client certificate (PEM)', undefined, {
      lines: true,
    }),
  ),
};

type TlsConfig = { [name in keyof typeof tlsFields]?: string } & { tls?: boolean };
type RefuseTls = (field: keyof typeof tlsFields, message: string) => void;

/** Refuses every field that cannot be used, an empty one too. Never quotes the key. */
export function checkTls(config: TlsConfig, refuse: RefuseTls): void {
  if (config.tlsCa !== undefined && readCertificate(config.tlsCa) === null)
    refuse('tlsCa', 'must be a certificate in PEM');
  if (config.tlsServername !== undefined && !isHostName(config.tlsServername))
    refuse('tlsServername', 'must be a host name');
  checkOwn(config, refuse);
}

/** Checked here because a connection would only fail with the provider's alert, which says less. */
function checkOwn({ tls, tlsCertificate, tlsKey }: TlsConfig, refuse: RefuseTls): void {
  if (tlsCertificate === undefined && tlsKey === undefined) return;
  if (tls !== true) refuse('tlsCertificate', 'needs TLS, which is off');
  if (tlsCertificate === undefined)
    return refuse('tlsCertificate', 'is missing: the key is of no use without its certificate');
  if (tlsKey === undefined) refuse('tlsKey', 'is missing: the certificate needs its key');
  const certificate = readCertificate(tlsCertificate);
  const key = tlsKey === undefined ? null : readKey(tlsKey);
  if (certificate === null) refuse('tlsCertificate', 'must be a certificate in PEM');
  if (tlsKey !== undefined && key === null)
    refuse('tlsKey', 'must be a private key in PEM without a passphrase');
  if (certificate !== null && key !== null && !certificate.checkPrivateKey(key))
    refuse('tlsKey', 'is not the key of the certificate');
}

/** TLS ignores unreadable certificates and would then trust none. The first one of a chain. */
function readCertificate(text: unknown): X509Certificate | null {
  if (typeof text !== 'string') return null;
  try {
    return new X509Certificate(text);
  } catch {
    return null;
  }
}

function readKey(text: unknown): KeyObject | null {
  if (typeof text !== 'string') return null;
  try {
    return createPrivateKey(text);
  } catch {
    return null;
  }
}

function isHostName(value: unknown): boolean {
  return typeof value === 'string' && value.length <= hostUnitsMax && /^[\x20-\x7e]*$/.test(value);
}
