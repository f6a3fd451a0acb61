// Turns what a carrier throws into what it stands for: nobody would hear it otherwise, the node
// would stop, and the part would never have an outcome.

import type { SmsContext } from '../sms.ts';
import type { Carrier } from './carrier.ts';
import { garbled } from './reading.ts';

/**
 * The same carrier, whose calls always resolve. An error's own words may hold a secret: only its
 * kind is told.
 */
export function withoutThrows(carrier: Carrier, log: SmsContext<unknown>['log']): Carrier {
  async function heard<Told>(call: string, make: () => Promise<Told>, otherwise: Told) {
    try {
      return await make();
    } catch (error) {
      const reason = error instanceof Error ? error.name : typeof error;
      log('error', 'a call of a carrier threw', { connector: carrier.name, call, reason });
      return otherwise;
    }
  }
  const { find } = carrier;
  return {
    ...carrier,
    greet: () => heard<string | null>('greet', () => carrier.greet(), 'the greeting failed'),
    // It may have left before.
    submit: (parts) =>
      heard(
        'submit',
        () => carrier.submit(parts),
        parts.map(() => garbled),
      ),
    ...(find === undefined
      ? {}
      : {
          find: {
            ...find,
            ask: (part, submitted) =>
              heard('find', () => find.ask(part, submitted), { kind: 'unknown' }),
          },
        }),
  };
}
