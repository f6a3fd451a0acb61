// Metrics of requests: under way, refused, and how long their answers take.

import type { Metrics, Observe } from '../metrics.ts';
import { shedReasons, type Admission } from './guards/admission.ts';

/** By method and pattern, never by the address as it was called: addresses hold payers' tokens. */
export const measureRequests = (metrics: Metrics): Observe<'endpoint'> =>
  metrics.duration({
    name: 'jokko_request_duration_seconds',
    help: 'From a request to the end of its answer, by endpoint.',
    labels: ['endpoint'],
  });

export function declareAdmissionMetrics(
  metrics: Metrics,
  admission: Pick<Admission, 'inFlight' | 'refused'>,
): void {
  metrics.gauge({
    name: 'jokko_requests_in_flight',
    help: 'Requests under way on this node.',
    read: () => admission.inFlight,
  });
  metrics.counter({
    name: 'jokko_requests_shed_total',
    help: 'Requests refused before anything was stored, by reason.',
    labels: ['reason'],
    read: () =>
      shedReasons.map((reason) => ({ labels: { reason }, value: admission.refused(reason) })),
  });
}
