// Sends one HTTP call to Africa's Talking.

import type { HttpResult, SmsContext, SmsPart } from '@jokko/connectors/kit';
import { senderKind } from '@jokko/connectors/kit/carrier';
import { settingsOf } from './config.ts';
import type { AfricasTalkingConfig } from './config.ts';

type Context = SmsContext<AfricasTalkingConfig>;

const secondsPerHour = 3_600;

/** Whole hours for which the provider tries: it knows no shorter time. */
export const retryHours = ({ validitySeconds }: SmsPart): number =>
  Math.max(1, Math.floor(validitySeconds / secondsPerHour));

/** One text from one sender to several numbers. The provider takes no reference of ours. */
export function postMessages(
  { config, http }: Context,
  parts: readonly [SmsPart, ...SmsPart[]],
): Promise<HttpResult> {
  const { baseUrl, username, headers, timeoutMs } = settingsOf(config);
  const [first] = parts;
  const form = new URLSearchParams({
    username,
    to: parts.map(({ to }) => `+${to}`).join(','),
    message: first.text,
    from: senderKind(first.from) === 'number' ? `+${first.from}` : first.from,
    bulkSMSMode: '1',
    enqueue: '1',
    retryDurationInHours: String(retryHours(first)),
  });
  return http({
    method: 'POST',
    url: `${baseUrl}/version1/messaging`,
    headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
    timeoutMs,
  });
}

/** Holds our balance. */
export function getUser({ config, http }: Context): Promise<HttpResult> {
  const { baseUrl, username, headers, timeoutMs } = settingsOf(config);
  return http({
    method: 'GET',
    url: `${baseUrl}/version1/user?username=${encodeURIComponent(username)}`,
    headers: { ...headers },
    timeoutMs,
  });
}
