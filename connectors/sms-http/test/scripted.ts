// Plays the provider in this connector's unit tests: a list of answers, served in order, and the
// requests that they answered.

import type {
  HttpRequest,
  HttpResult,
  SmsContext,
  SmsEvents,
  SmsPart,
} from '@jokko/connectors/kit';
import { until as untilTrue } from '../../../acceptance/harness/until.ts';
import type { SmsHttpConfig } from '../config.ts';

export const config: SmsHttpConfig = {
  baseUrl: 'https://sms.example/v1/',
  apiKey: 'key',
  noticeSecret: 'notice-secret',
};
export const known: HttpResult = json(200, { webhook: '' });

export const part: SmsPart = {
  from: 'JOKKO',
  to: '221770000001',
  text: 'Bonjour',
  encoding: 'gsm7',
  validitySeconds: 3_600,
  ourRef: 'B1-7-1',
};

export interface Scripted extends SmsContext<SmsHttpConfig> {
  requests: HttpRequest[];
  lines: string[];
}

/** A function among the answers makes its answer when it is asked. */
export function scripted(
  answers: (HttpResult | (() => Promise<HttpResult>))[],
  changes: Partial<SmsHttpConfig> = {},
): Scripted {
  const requests: HttpRequest[] = [];
  const lines: string[] = [];
  const left = [...answers];
  return {
    config: { ...config, ...changes },
    requests,
    lines,
    log: (_level, message, details) => void lines.push(`${message} ${JSON.stringify(details)}`),
    http(request) {
      requests.push(request);
      const answer = left.shift();
      if (answer === undefined) return Promise.resolve({ kind: 'lost', cause: 'connection' });
      return typeof answer === 'function' ? answer() : Promise.resolve(answer);
    },
  };
}

export function json(
  status: number,
  body: unknown,
  headers: { [name: string]: string } = {},
): HttpResult {
  return { kind: 'answer', status, headers, body: Buffer.from(JSON.stringify(body)) };
}

export function quietEvents(): SmsEvents & { changes: number } {
  const events = {
    changes: 0,
    receipt: () => Promise.resolve(),
    inbound: () => Promise.resolve(),
    late: () => {},
    changed: () => void (events.changes += 1),
  };
  return events;
}

export const until = (condition: () => boolean, what: string): Promise<boolean> =>
  untilTrue(what, condition, { everyMs: 5 });
