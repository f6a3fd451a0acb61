// Tracks whether the provider is usable: it is while it answers to our key. A failed connection is
// retried with backoff.

import type { SmsContext, SmsSession } from '@jokko/connectors/kit';
import { introduce } from './call.ts';
import type { SmsHttpConfig } from './config.ts';
import { readAnswer } from './read-answer.ts';

export interface Connection {
  state: SmsSession['state'];
  detail: string | null;
  /** A submission showed that nothing can be sent. */
  wentDown(reason: string): void;
  close(): void;
}

const retryFirstMs = 1_000;
const retryMaxMs = 60_000;

export function openConnection(
  context: SmsContext<SmsHttpConfig>,
  changed: () => void,
): Connection {
  let retryMs = retryFirstMs;
  let timer: NodeJS.Timeout | undefined;
  const connection: Connection = {
    state: 'connecting',
    detail: null,
    wentDown(reason) {
      if (connection.state !== 'bound') return;
      connection.state = 'connecting';
      connection.detail = reason;
      context.log('warn', 'the SMS provider cannot be used', {
        connector: 'sms-http',
        detail: reason,
      });
      retry();
    },
    close() {
      connection.state = 'closed';
      clearTimeout(timer);
    },
  };
  function retry(): void {
    // Half of it is chance, so that nodes do not come back all at once.
    timer = setTimeout(() => void connect(), retryMs / 2 + (Math.random() * retryMs) / 2);
    retryMs = Math.min(retryMs * 2, retryMaxMs);
  }
  async function connect(): Promise<void> {
    const problem = await problemOf(context);
    if (connection.state === 'closed') return;
    connection.detail = problem;
    if (problem === null) {
      connection.state = 'bound';
      retryMs = retryFirstMs;
    } else retry();
    changed();
  }
  void connect();
  return connection;
}

/** Null when the provider knows us. */
async function problemOf(context: SmsContext<SmsHttpConfig>): Promise<string | null> {
  const result = await introduce(context);
  if (result.kind === 'answer' && result.status === 200) return null;
  if (result.kind !== 'answer') return `no connection: ${result.cause}`;
  const { outcome } = readAnswer(result, '', () => {});
  return 'code' in outcome ? `HTTP ${result.status}: ${outcome.code}` : `HTTP ${result.status}`;
}
