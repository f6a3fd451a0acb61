// Gives up waiting for the database's answer after a time.

import { startDeadline } from '../system/deadline.ts';

/** The database, or the way to it, did not answer in time. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

/**
 * The answer, or NoAnswer after `deadlineMs`; then `onLate` is called, and what becomes of the
 * answer is nobody's concern.
 */
export function within<Answer>(
  deadlineMs: number,
  answer: Promise<Answer>,
  onLate: () => void = () => {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let pending = true;
    const giveUp = (): void => {
      if (!pending) return;
      reject(new NoAnswer(`no answer from the database within ${deadlineMs} ms`));
      onLate();
    };
    const deadline = startDeadline(deadlineMs, giveUp);
    const settle = (): void => {
      pending = false;
      deadline.stop();
    };
    answer.finally(settle).then(resolve, reject);
  });
}
