// Limits how long a caller waits for work that continues without it.

import { environment } from '../../platform/environment.ts';

/** Time in which this process stands still counts as no more than this: what came meanwhile has not been read. */
const sliceMs = 500;

/** The value, or `otherwise` when it takes longer than this process ran for; the work goes on. */
export function withTimeout<Value>(
  work: Promise<Value>,
  timeoutMs: number,
  otherwise: Value,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    let leftMs = timeoutMs;
    const startSlice = () => {
      const thisMs = Math.min(leftMs, sliceMs);
      leftMs -= thisMs;
      return environment.startTimer(() => {
        if (leftMs > 0) timer = startSlice();
        else resolve(otherwise);
      }, thisMs);
    };
    let timer = startSlice();
    work.then(
      (value) => {
        environment.stopTimer(timer);
        resolve(value);
      },
      (error: unknown) => {
        environment.stopTimer(timer);
        reject(error as Error);
      },
    );
  });
}
