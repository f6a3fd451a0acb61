// How do an operator's tools see this node? Alive, ready, and figures for Prometheus.

import type { FastifyInstance } from 'fastify';

interface Figure {
  name: string;
  help: string;
  /** A counter only grows; a gauge, which it is unless said otherwise, goes up and down. */
  type?: 'counter' | 'gauge';
  values: { labels: { [name: string]: string }; value: number }[];
}

export interface OpsDeps {
  isReady(): Promise<boolean>;
  figures(): Figure[];
  /** On the main port, metrics are for this machine alone. */
  loopbackOnly: boolean;
}

export function registerOps(app: FastifyInstance, deps: OpsDeps): void {
  app.get('/healthz', async (_request, reply) => reply.type('application/json').send('{"status":"alive"}'));
  app.get('/readyz', async (_request, reply) => {
    const ready = await deps.isReady();
    return reply
      .code(ready ? 200 : 503)
      .type('application/json')
      .send(`{"status":"${ready ? 'ready' : 'not ready'}"}`);
  });
  app.get('/metrics', async (request, reply) => {
    // The socket's own address: a forwarded one is whatever the caller says.
    const address = request.socket.remoteAddress ?? '';
    if (deps.loopbackOnly && !/^(127\.|::1$|::ffff:127\.)/.test(address)) return reply.code(404).send();
    const lines = deps
      .figures()
      .flatMap(({ name, help, type = 'gauge', values }) => [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} ${type}`,
        ...values.map(({ labels, value }) => `${name}${labelText(labels)} ${value}`),
      ]);
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}

function labelText(labels: { [name: string]: string }): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, '_')}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
