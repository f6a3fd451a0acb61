// Metrics of the log of rejected requests.

import type { Metrics } from '../../platform/metrics.ts';
import type { RequestLog } from './recorder.ts';

export function declareRequestLogMetrics(
  metrics: Metrics,
  recorder: Pick<RequestLog, 'dropped'>,
): void {
  metrics.counter({
    name: 'jokko_refused_calls_not_logged_total',
    help: 'Refused calls that were not written into the log of their account, since too many came at once.',
    read: () => recorder.dropped,
  });
}
