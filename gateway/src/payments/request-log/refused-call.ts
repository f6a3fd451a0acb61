// The types of a rejected request in the log.

/**
 * `value`: null where it is not told. `type`: of the JSON value, so that the call can be made
 * again; absent in entries of before.
 */
export interface Member {
  name: string;
  value: string | null;
  type?: 'string' | 'number' | 'boolean' | 'object' | 'array' | 'null';
}

/** What may be shown of a rejected request, without secrets. */
export interface RejectedRequest {
  endpoint: string;
  code: number;
  error: string | null;
  message: string;
  fields: readonly { field: string; message: string }[];
  /** `jk_test_7` of an API key, `js_test_7` of an SMS app. */
  keyName: string;
  /** The number in it. */
  key: { kind: 'account' | 'app'; id: number };
  keyValid: boolean;
  address: string | null;
  requestId: string;
  durationMs: number;
  codeService: string | null;
  members: readonly Member[];
}

export interface Waiting extends RejectedRequest {
  /** ms, of this process. */
  notedAt: number;
}
