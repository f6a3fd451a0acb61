// Metrics of signed requests.

import type { Metrics } from '../../platform/metrics.ts';
import type { ReplayProtection } from './once.ts';

export function declareReplayMetrics(
  metrics: Metrics,
  replayProtection: Pick<ReplayProtection, 'unanswered'>,
): void {
  metrics.counter({
    name: 'jokko_signed_requests_unanswered_total',
    help: 'Repeats of a signed request that were not answered because another node was processing it.',
    read: () => replayProtection.unanswered,
  });
}
