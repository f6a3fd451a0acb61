// The metrics of a node, put together: each noun declares its own.

import { declareAlertMetrics } from '../../backoffice/alerts/metrics.ts';
import { declareCallbackMetrics } from '../../payments/callbacks/metrics.ts';
import { declareCatalogueMetrics } from '../../payments/catalogue/metrics.ts';
import { declareOperationMetrics } from '../../payments/operations/metrics.ts';
import { declareReplayMetrics } from '../../payments/replay-protection/metrics.ts';
import { declareHealthMetrics } from '../../payments/route-health/metrics.ts';
import { declareRequestLogMetrics } from '../../payments/request-log/metrics.ts';
import { declareSmsMetrics } from '../../messaging/delivery/metrics.ts';
import type { Admission } from '../../platform/http/guards/admission.ts';
import { declareAdmissionMetrics } from '../../platform/http/metrics.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { Core } from './core.ts';

export function declareMetrics(metrics: Metrics, core: Core, admission: Admission): void {
  declareCatalogueMetrics(metrics, {
    catalogue: core.catalogue,
    connectors: core.documents.catalogue.connectors,
    wallNow: core.clock.wallNow,
  });
  declareOperationMetrics(metrics, core);
  declareCallbackMetrics(metrics, core);
  declareHealthMetrics(metrics, core.health);
  declareSmsMetrics(metrics, core.sms);
  declareReplayMetrics(metrics, core.replayProtection);
  declareRequestLogMetrics(metrics, core.requestLog);
  declareAlertMetrics(metrics, core.people.measured);
  declareAdmissionMetrics(metrics, admission);
  metrics.gauge({
    name: 'jokko_clock_skew_seconds',
    help: "How far this machine's clock is ahead of the database's; negative: behind.",
    read: () => core.clock.skewMs() / 1_000,
  });
  metrics.counter({
    name: 'jokko_handed_on_total',
    help: 'Requests handed on to the node that their account belongs to, by what came back.',
    labels: ['outcome'],
    read: () =>
      Object.entries(core.peers.outcomes).map(([outcome, value]) => ({
        labels: { outcome },
        value,
      })),
  });
  metrics.gauge({
    name: 'jokko_quiet',
    help: '1 while nothing happens on any node and background tasks run at their longer intervals.',
    read: () => (core.pace.isQuiet() ? 1 : 0),
  });
  metrics.gauge({
    name: 'jokko_resident_bytes',
    help: 'Resident memory.',
    read: () => process.memoryUsage.rss(),
  });
}
