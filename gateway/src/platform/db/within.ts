// Gives up waiting for the database's answer after a time.

import { NoAnswer } from './database-away.ts';
import { environment } from '../environment.ts';

/**
 * The answer, or NoAnswer after `deadlineMs`; then `onLate` is called, and what becomes of the answer is nobody's concern. Where this process
 * stood still, an answer that has arrived meanwhile is read first.
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
    const timer = environment.startTimer(() => environment.nextTurn(giveUp), deadlineMs);
    const settle = (): void => {
      pending = false;
      environment.stopTimer(timer);
    };
    answer.finally(settle).then(resolve, reject);
  });
}
