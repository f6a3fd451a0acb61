// What `medusa-config` gives the provider.

import { InvalidCall } from 'jokko-sdk';

export interface JokkoMedusaOptions {
  /** The address of the gateway, such as `https://pay.example`. */
  url: string;
  key: string;
  /** `whsec_…`; a list during a rotation. */
  webhookSecret: string | string[];
  hmacSecret?: string;
  /** `<address of Medusa>/hooks/payment/jokko_<id of the provider>`. */
  callbackUrl: string;
  /** Codes of the catalogue that customers may pay with, such as `OPA_SN_API_CASH_OUT`. */
  services: string[];
  /** Where the customer's browser is sent after a page of the wallet. */
  redirect?: { success: string; error: string };
  /** The time limit of one attempt; 60 s unless given. */
  timeoutMs?: number;
  /** Attempts after the first one; 4 unless given. */
  retries?: number;
}

/** No delay between two attempts is longer, whether the gateway asks for it or not. */
const delayMaxMs = 10_000;

/** After so long a call has an answer, or is given up. */
export const longestCallMs = ({
  timeoutMs = 60_000,
  retries = 4,
}: Pick<JokkoMedusaOptions, 'timeoutMs' | 'retries'>): number =>
  (timeoutMs + delayMaxMs) * (retries + 1);

/** Throws InvalidCall with all faults at once. */
export function checkOptions(options: { [name: string]: unknown }): void {
  const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
  const isList = (value: unknown): boolean =>
    Array.isArray(value) && value.length > 0 && value.every(isText);
  const faults = [
    ...['url', 'key', 'callbackUrl'].filter((name) => !isText(options[name])),
    ...['services'].filter((name) => !isList(options[name])),
    ...['webhookSecret'].filter((name) => !isText(options[name]) && !isList(options[name])),
  ];
  if (faults.length > 0)
    throw new InvalidCall(`The options of jokko-medusa lack ${faults.join(', ')}.`);
}
