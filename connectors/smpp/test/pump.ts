// Submits parts as the core does: whatever is free, again whenever told.

import type { SmsSession } from '@jokko/connectors/kit';
import { part } from './session-kit.ts';

/**
 * Ends when all `total` are answered; throws where one is not accepted. `arm` gets what is to be
 * called when there is room again.
 */
export async function pump(
  session: SmsSession,
  total: number,
  arm: (onChange: () => void) => void,
  onSubmit: () => void = () => {},
): Promise<void> {
  let submitted = 0;
  let answered = 0;
  const one = part();
  await new Promise<void>((resolve, reject) => {
    const fill = (): void => {
      // Asked until it refuses: only a caller that found no room is notified when there is some.
      while (submitted < total && session.free > 0) {
        submitted += 1;
        onSubmit();
        void session.submit(one).then((outcome) => {
          if (outcome.kind !== 'accepted')
            reject(new Error(`${JSON.stringify(outcome)} instead of accepted`));
          answered += 1;
          if (answered === total) resolve();
        });
      }
    };
    arm(fill);
    fill();
  });
}
