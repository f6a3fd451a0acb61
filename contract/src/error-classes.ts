// Why an outbound call failed, as logs, callbacks and their pages tell it. Pure data without schemas.

export const errorClasses = [
  'dns_error',
  'connection_refused',
  'connection_reset',
  'network_unreachable',
  'network_error',
  'unclear_length',
  'head_too_large',
  'interim_flood',
  'protocol_switch',
  'timeout',
  'tls_error',
  'pin_mismatch',
  'redirect',
  'http_status',
  'blocked_target',
] as const;

export type ErrorClass = (typeof errorClasses)[number];
