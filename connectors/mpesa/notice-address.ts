// Addresses of notices. Daraja signs nothing, so that each attempt gets an address of its own that
// only the provider is told: below the route's secret path, with our reference and a code made of
// it with the consumer secret. Whoever posts to it was told it by us.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { MpesaConfig } from './config.ts';

/**
 * `stk`, `b2c`, `reversal`: the result of the attempt. `status`: the answer to a status query.
 * `timeout`: it was not processed in time.
 */
export const purposes = ['stk', 'b2c', 'reversal', 'status', 'timeout'] as const;
export type Purpose = (typeof purposes)[number];

/** 132 bits. */
const codeLength = 22;

function codeOf({ consumerSecret }: MpesaConfig, purpose: Purpose, ours: string): string {
  return createHmac('sha256', consumerSecret)
    .update(`notice ${purpose} ${ours}`)
    .digest('base64url')
    .slice(0, codeLength);
}

/** Where the provider posts; `base` is the route's own address. */
export function noticeAddress(
  config: MpesaConfig,
  base: string,
  purpose: Purpose,
  ours: string,
): string {
  return `${base}/${purpose}/${ours}/${codeOf(config, purpose, ours)}`;
}

const form = /^\/([a-z0-9]+)\/([0-9a-f-]{36})\/([\w-]{22})$/;

/**
 * What a path below the route's address stands for; null when its code is wrong, or it is none of
 * ours.
 */
export function readNoticePath(
  config: MpesaConfig,
  path: string,
): { purpose: Purpose; ours: string } | null {
  const [, word, ours = '', code = ''] = form.exec(path) ?? [];
  const purpose = purposes.find((each) => each === word);
  if (purpose === undefined) return null;
  const expected = Buffer.from(codeOf(config, purpose, ours));
  return timingSafeEqual(expected, Buffer.from(code)) ? { purpose, ours } : null;
}
