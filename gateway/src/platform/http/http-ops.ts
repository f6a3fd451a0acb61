// Endpoints for an operator's tools: liveness, readiness, and metrics for Prometheus.

import type { FastifyInstance } from 'fastify';
import { isOfThisMachine } from './guards/own-people.ts';
import type { Metrics } from '../metrics.ts';

export interface OpsDeps {
  /** Why this node is not ready; empty: it is. */
  reasonsNotReady(): Promise<string[]>;
  metrics: Pick<Metrics, 'render'>;
  /** On the main port, metrics are for this machine alone. */
  loopbackOnly: boolean;
}

export function registerOps(app: FastifyInstance, deps: OpsDeps): void {
  app.get('/healthz', async (_request, reply) =>
    reply.type('application/json').send('{"status":"alive"}'),
  );
  app.get('/readyz', async (_request, reply) => {
    const reasons = await deps.reasonsNotReady();
    const ready = reasons.length === 0;
    return reply
      .code(ready ? 200 : 503)
      .type('application/json')
      .send(JSON.stringify({ ready, reasons }));
  });
  app.get('/metrics', async (request, reply) => {
    if (deps.loopbackOnly && !isOfThisMachine(request)) return reply.code(404).send();
    const { type, text } = await deps.metrics.render();
    return reply.type(type).send(text);
  });
}

/**
 * `OPTIONS /` on the main port, which HAProxy asks unless told otherwise: the readiness without
 * reasons, for everybody.
 */
export function registerDefaultCheck(
  app: FastifyInstance,
  { reasonsNotReady }: Pick<OpsDeps, 'reasonsNotReady'>,
): void {
  app.options('/', async (_request, reply) => {
    const reasons = await reasonsNotReady();
    return reply.code(reasons.length === 0 ? 204 : 503).send();
  });
}
