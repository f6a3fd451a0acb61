// What a client is made with.

import { readWebhookSecret } from '../../../contract/src/signing/index.ts';
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
  /** The time limit of one attempt; 60,000 unless given. */
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
  if (!isAddress(options.url))
    throw new InvalidCall(
      'url must be the address of your gateway, such as https://pay.example, without a password, query or fragment.',
    );
  if (typeof options.key !== 'string' || !headerText.test(options.key.trim()))
    throw new InvalidCall('key must be your API key.');
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > timeoutMsMax)
    throw new InvalidCall(`timeoutMs must be an integer from 1 to ${timeoutMsMax}.`);
  if (secretsOf(options.webhookSecret).some((secret) => readWebhookSecret(secret) === null))
    throw new InvalidCall('webhookSecret must be whsec_… as printed, or a list of them.');
  if (!Number.isInteger(retries) || retries < 0)
    throw new InvalidCall('retries must be an integer from 0.');
  const url = options.url.replace(/\/$/, '');
  return { ...options, url, key: options.key.trim(), timeoutMs, retries, firstDelayMs };
}

const timeoutMsMax = 2_147_483_647;
/** What a header can hold. */
const headerText = /^[\x21-\x7e]+$/;

function isAddress(url: unknown): url is string {
  if (typeof url !== 'string' || !/^https?:\/\//.test(url) || !URL.canParse(url)) return false;
  const { username, password, search, hash } = new URL(url);
  return username === '' && password === '' && search === '' && hash === '';
}

/** A list that has a hole, as a variable that is not set leaves, is wrong. */
const secretsOf = (given: JokkoOptions['webhookSecret']): string[] =>
  given === undefined ? [] : ([given].flat() as string[]).map((secret) => secret ?? '');
