// Why did a delivery attempt fail? One closed set for the log, the page and the statistics; never a raw socket or resolver text.

export type ErrorClass =
  | 'dns_error'
  | 'connection_refused'
  | 'connection_reset'
  | 'network_unreachable'
  | 'network_error'
  | 'timeout'
  | 'tls_error'
  | 'redirect'
  | 'http_status'
  | 'blocked_target';

const byCode: { [code: string]: ErrorClass } = {
  ENOTFOUND: 'dns_error',
  EAI_AGAIN: 'dns_error',
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
  ERR_BLOCKED_TARGET: 'blocked_target',
};
const tlsCode = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO)/;

/** The class of a transport error. */
export function classOfErrorCode(code: string): ErrorClass {
  return byCode[code] ?? (tlsCode.test(code) ? 'tls_error' : 'network_error');
}

/** The class of an answer, or null for the only success: HTTP 200. */
export function classOfStatus(status: number): ErrorClass | null {
  if (status === 200) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'http_status';
}

/** Failures that slow the retries of a lane (rule C4): nobody is there, so asking often helps nobody. An answer, whatever it says, does not. */
export function slowsLane(errorClass: ErrorClass): boolean {
  return errorClass !== 'http_status' && errorClass !== 'redirect';
}
