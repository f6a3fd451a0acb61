// Measures what a connector itself costs: the CPU of preparing, sending and reading, with answers
// of the simulator from memory in place of the network.

import { randomUUID } from 'node:crypto';
import type { HttpRequest, HttpResult } from '../connector.ts';
import { openFixture, type Subject } from './fixture.ts';
import { createTestContext } from './test-context.ts';

const timeoutMs = 60_000;
const warmupCalls = 300;

/**
 * Microseconds of CPU, user and system, for one order of the main kind: prepared, executed, its
 * answer read.
 */
export async function measureConnector<Config>(
  subject: Subject<Config>,
  calls: number,
): Promise<number> {
  const fixture = await openFixture(subject);
  try {
    const recorded = new Map<string, HttpResult>();
    const keyOf = ({ method, url }: HttpRequest): string =>
      `${method} ${new URL(url).pathname.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, '*')}`;
    const context = createTestContext(
      subject.config(fixture.simulator.url, timeoutMs),
      async (request) => {
        const known = recorded.get(keyOf(request));
        if (known !== undefined) return known;
        const answer = await fixture.transport.http(request);
        recorded.set(keyOf(request), answer);
        return answer;
      },
    );
    context.card = fixture.context.card;
    const { connector } = subject;
    const { intent } = await fixture.order(subject.mainKind, '0001');
    const call = (): Promise<unknown> =>
      connector.execute(
        context,
        intent,
        connector.prepare(context.config, intent, randomUUID()),
        'first',
      );
    for (let done = 0; done < warmupCalls; done += 1) await call();
    const began = process.cpuUsage();
    for (let done = 0; done < calls; done += 1) await call();
    const { user, system } = process.cpuUsage(began);
    return (user + system) / calls;
  } finally {
    await fixture.stop();
  }
}
