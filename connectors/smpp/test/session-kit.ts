// What the session's tests share: a session with short times, a core that remembers, and waiting
// for a condition.

import type { SmsEvents, SmsInbound, SmsPart, SmsReceipt, SmsSession } from '@jokko/connectors/kit';
import { until as untilTrue } from '../../../acceptance/harness/until.ts';
import { openSession } from '../session/session.ts';
import { settingsOf } from '../settings.ts';
import type { Settings, Times } from '../settings.ts';
import type { SmppConfig } from '../index.ts';

export interface Core {
  session: SmsSession;
  receipts: SmsReceipt[];
  inbound: SmsInbound[];
  /** `ourRef id` */
  late: string[];
  changes: number;
  logs: string[];
}

export interface Options {
  config?: Partial<SmppConfig>;
  times?: Partial<Times>;
  settings?: Partial<Settings>;
  events?: Partial<SmsEvents>;
}

/**
 * Pauses are short, so that no test waits long; what ends a wait for the operator is so long that a
 * slow machine does not run into it.
 */
const quickTimes: Partial<Times> = {
  connect: 60_000,
  unbind: 60_000,
  steady: 10_000,
  lost: { first: 20, max: 100 },
  absent: { first: 20, max: 100 },
  refused: { first: 60_000, max: 60_000 },
  alreadyBound: { first: 20, max: 100 },
};

export function configFor(port: number): SmppConfig {
  return { host: '127.0.0.1', port, systemId: 'jokko', password: 'secret' };
}

export function openFor(port: number, options: Options = {}): Core {
  const settings = settingsOf({ ...configFor(port), ...options.config });
  const core: Omit<Core, 'session'> = { receipts: [], inbound: [], late: [], changes: 0, logs: [] };
  const events: SmsEvents = {
    receipt: (receipt) => Promise.resolve(void core.receipts.push(receipt)),
    late: (ourRef, id) => void core.late.push(`${ourRef} ${id}`),
    inbound: (message) => Promise.resolve(void core.inbound.push(message)),
    changed: () => void (core.changes += 1),
    ...options.events,
  };
  const times = { ...settings.times, ...quickTimes, ...options.times };
  const session = openSession(
    { ...settings, ...options.settings, times },
    (level, message, details) =>
      void core.logs.push(`${level} ${message} ${JSON.stringify(details)}`),
    events,
  );
  return Object.assign(core, { session });
}

let lastRef = 0;

export function part(changes: Partial<SmsPart> = {}): SmsPart {
  lastRef += 1;
  const fixed = {
    from: 'Jokko',
    to: '221770000001',
    text: 'Bonjour',
    encoding: 'gsm7',
    validitySeconds: 3600,
  } as const;
  return { ...fixed, ourRef: `ref-${lastRef}`, ...changes };
}

export const until = (what: string, holds: () => boolean): Promise<boolean> =>
  untilTrue(what, holds, { everyMs: 5 });

export async function bound(core: Core): Promise<void> {
  await until(`bound (${core.session.detail})`, () => core.session.state === 'bound');
}
