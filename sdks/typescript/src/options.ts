// What a client is made with.

import { InvalidCall } from './errors.ts';

export interface JokkoOptions {
  /** Address of the gateway, such as `https://pay.example`. */
  url: string;
  /** API key. */
  key: string;
  /** `whsec_…`, which signs callbacks; several during a rotation. */
  webhookSecret?: string | readonly string[] | undefined;
  /** Signs every request to the payments API. */
  hmacSecret?: string | undefined;
  /** Application key of the SMS API. */
  smsKey?: string | undefined;
  /** Receives the results of operations that name no address. */
  callbackUrl?: string | undefined;
  /** Of one attempt; 60,000 unless given. */
  timeoutMs?: number | undefined;
  /** Attempts after the first one; 4 unless given. */
  retries?: number | undefined;
  /** For tests: the time before the second attempt; it doubles from then on. */
  firstDelayMs?: number | undefined;
}

const timeoutMsDefault = 60_000;
const retriesDefault = 4;
const firstDelayMsDefault = 1_000;

export interface Settings extends JokkoOptions {
  timeoutMs: number;
  retries: number;
  firstDelayMs: number;
}

/** Null, which callers without types give for what they do not have, is as good as nothing. */
export function readOptions(given: JokkoOptions): Settings {
  const {
    timeoutMs = timeoutMsDefault,
    retries = retriesDefault,
    firstDelayMs = firstDelayMsDefault,
    ...options
  } = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null),
  ) as unknown as JokkoOptions;
  if (typeof options.url !== 'string' || !/^https?:\/\//.test(options.url))
    throw new InvalidCall('url must be the address of your gateway, such as https://pay.example.');
  if (typeof options.key !== 'string' || options.key.trim() === '')
    throw new InvalidCall('key must be your API key.');
  if (!(timeoutMs > 0)) throw new InvalidCall('timeoutMs must be a positive number.');
  if (!Number.isInteger(retries) || retries < 0)
    throw new InvalidCall('retries must be an integer from 0.');
  const url = options.url.replace(/\/$/, '');
  return { ...options, url, key: options.key.trim(), timeoutMs, retries, firstDelayMs };
}
