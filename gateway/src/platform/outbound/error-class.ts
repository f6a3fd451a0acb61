// Classifies why an outbound call failed. One closed set for the log, the page and the statistics;
// never a raw socket or resolver text.

import type { ErrorClass } from '@jokko/contract';

/**
 * Refused by the guard (guard.ts, dial.ts), with no further detail: the gateway is no scanner of
 * its own network.
 */
export const blockedTargetCode = 'ERR_BLOCKED_TARGET';
/** The receiver's key is none of those that were registered for it. */
export const pinMismatchCode = 'ERR_PIN_MISMATCH';

/** Interim answers without end (interim-answers.ts). */
export const interimFloodCode = 'ERR_INTERIM_FLOOD';
/** 101, which nobody asked for. */
export const protocolSwitchCode = 'ERR_PROTOCOL_SWITCH';

const byCode: { [code: string]: ErrorClass } = {
  ENOTFOUND: 'dns_error',
  EAI_AGAIN: 'dns_error',
  ENODATA: 'dns_error',
  ESERVFAIL: 'dns_error',
  EREFUSED: 'dns_error',
  EFORMERR: 'dns_error',
  ENOTIMP: 'dns_error',
  EBADRESP: 'dns_error',
  EBADNAME: 'dns_error',
  ETIMEOUT: 'dns_error',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  EPIPE: 'connection_reset',
  UND_ERR_SOCKET: 'connection_reset',
  EHOSTUNREACH: 'network_unreachable',
  ENETUNREACH: 'network_unreachable',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_ABORTED: 'timeout',
  ABORT_ERR: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'head_too_large',
  [interimFloodCode]: 'interim_flood',
  [protocolSwitchCode]: 'protocol_switch',
  [blockedTargetCode]: 'blocked_target',
  [pinMismatchCode]: 'pin_mismatch',
};
const tlsCode =
  /^(CERT_|CRL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH|PATH_LENGTH|ERR_TLS|ERR_SSL|EPROTO)/;

/** The class of a transport error. */
export function classOfErrorCode(code: string): ErrorClass {
  return byCode[code] ?? (tlsCode.test(code) ? 'tls_error' : 'network_error');
}

/**
 * The class of an error before the head of an answer was understood. The parser says why in words
 * alone, and not always, so the head itself is looked at.
 */
export function classOfHeadError(code: string, head: Buffer): ErrorClass {
  const known = classOfErrorCode(code);
  return known === 'network_error' && isLengthUnclear(head) ? 'unclear_length' : known;
}

/**
 * Transfer-Encoding beside a Content-Length, two lengths though they be equal, or one that is no
 * number: where such an answer ends is read in two ways (RFC 9112, 6.3), so it is refused.
 */
function isLengthUnclear(head: Buffer): boolean {
  const [status = '', ...lines] = head.toString('latin1').split('\r\n\r\n', 1)[0]!.split('\r\n');
  if (!status.startsWith('HTTP/')) return false;
  const valuesOf = (name: string): string[] =>
    lines
      .filter((line) => line.slice(0, line.indexOf(':')).toLowerCase() === name)
      .map((line) => line.slice(line.indexOf(':') + 1).trim());
  const lengths = valuesOf('content-length');
  if (lengths.length === 0) return false;
  const isNumber = /^\d{1,15}$/.test(lengths[0]!);
  return lengths.length > 1 || !isNumber || valuesOf('transfer-encoding').length > 0;
}

/** The class of an answer, or null for the only success: HTTP 200. */
export function classOfStatus(status: number): ErrorClass | null {
  if (status === 200) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'http_status';
}

/**
 * Failures that slow the retries of a destination queue (rule C4): the receiver is unreachable, so
 * frequent retries do not help. A response of any kind does not count.
 */
export function slowsDestination(errorClass: ErrorClass): boolean {
  return errorClass !== 'http_status' && errorClass !== 'redirect';
}
