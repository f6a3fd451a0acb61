// Tracks whether a carrier is usable: it is while it answers to our credentials. A failed
// connection is retried with back-off.

import type { SmsContext, SmsSession } from '../sms.ts';
import { waitAfter } from './backoff.ts';

export interface Connection {
  state: SmsSession['state'];
  detail: string | null;
  /** A submission showed that nothing can be sent. */
  wentDown(reason: string): void;
  /** A submission was accepted or refused: the next failure is the first one again. */
  worked(): void;
  /** A submission that was sent at `sentMs` had no answer in time. */
  timedOut(sentMs: number): void;
  close(): void;
}

interface ConnectionDeps {
  /** The connector's name, for the log. */
  name: string;
  log: SmsContext<unknown>['log'];
  /** Null when the carrier knows us, else why it cannot be used. */
  greet(): Promise<string | null>;
  changed(): void;
}

const retries = { first: 1_000, max: 60_000 };

export function openConnection({ name, log, greet, changed }: ConnectionDeps): Connection {
  /** In a row. */
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let workedMs = -Infinity;
  const connection: Connection = {
    state: 'connecting',
    detail: null,
    wentDown(reason) {
      if (connection.state !== 'bound') return;
      connection.state = 'connecting';
      connection.detail = reason;
      log('warn', 'the SMS provider cannot be used', { connector: name, detail: reason });
      retry();
    },
    worked() {
      workedMs = performance.now();
      failures = 0;
    },
    timedOut(sentMs) {
      // Nothing that was sent since has an answer: a carrier that has frozen greets us before it
      // gets more.
      if (workedMs <= sentMs) connection.wentDown('timeout');
    },
    close() {
      connection.state = 'closed';
      clearTimeout(timer);
    },
  };
  function retry(): void {
    timer = setTimeout(() => void connect(), waitAfter(retries, failures));
    failures += 1;
  }
  async function connect(): Promise<void> {
    const problem = await greet();
    if (connection.state === 'closed') return;
    connection.detail = problem;
    if (problem === null) connection.state = 'bound';
    else retry();
    changed();
  }
  void connect();
  return connection;
}
