// Proves that every way in which a delivery fails belongs to the closed list.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ErrorClass } from '@jokko/contract';
import { classOfErrorCode, classOfStatus, slowsDestination } from './error-class.ts';

const classes: { [code: string]: ErrorClass } = {
  ENOTFOUND: 'dns_error',
  EAI_AGAIN: 'dns_error',
  ETIMEOUT: 'dns_error',
  ESERVFAIL: 'dns_error',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  EPIPE: 'connection_reset',
  UND_ERR_SOCKET: 'connection_reset',
  EHOSTUNREACH: 'network_unreachable',
  ENETUNREACH: 'network_unreachable',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  ABORT_ERR: 'timeout',
  CERT_HAS_EXPIRED: 'tls_error',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls_error',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls_error',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls_error',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tls_error',
  ERR_SSL_WRONG_VERSION_NUMBER: 'tls_error',
  EPROTO: 'tls_error',
  ERR_BLOCKED_TARGET: 'blocked_target',
  ERR_PIN_MISMATCH: 'pin_mismatch',
  ERR_INTERIM_FLOOD: 'interim_flood',
  ERR_PROTOCOL_SWITCH: 'protocol_switch',
  UND_ERR_HEADERS_OVERFLOW: 'head_too_large',
  HPE_INVALID_CONSTANT: 'network_error',
  unknown: 'network_error',
};

test('C4 transport errors by their code', () => {
  const found = Object.fromEntries(
    Object.keys(classes).map((code) => [code, classOfErrorCode(code)]),
  );
  assert.deepEqual(found, classes);
});

test('C4 only HTTP 200 is success', () => {
  for (let status = 100; status < 600; status++) {
    const expected =
      status === 200 ? null : status >= 300 && status < 400 ? 'redirect' : 'http_status';
    assert.equal(classOfStatus(status), expected, String(status));
  }
});

test('C4 an answer of any kind slows no destination queue; that nobody answers does', () => {
  assert.equal(slowsDestination('http_status'), false);
  assert.equal(slowsDestination('redirect'), false);
  for (const errorClass of [
    'dns_error',
    'connection_refused',
    'connection_reset',
    'tls_error',
    'pin_mismatch',
    'timeout',
  ] as const) {
    assert.equal(slowsDestination(errorClass), true, errorClass);
  }
});
