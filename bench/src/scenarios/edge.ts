// Measures what signatures and the delivery log cost: runs the lifecycle twice, with a gateway
// that leaves them out (src/plain) and with the real one.

import type { ScenarioResult } from '../report.ts';
import { runLifecycle } from './lifecycle.ts';
import type { ScenarioOrder } from './scenario.ts';

/**
 * The share of the lifecycle rate that must be kept; signing, guard and log together may cost a
 * tenth.
 */
const keptMin = 0.9;
const rateName = 'complete lives';

export async function runEdge(order: ScenarioOrder): Promise<ScenarioResult> {
  order.say('edge: without signatures and delivery log');
  const plain = await runLifecycle(order, { plain: true });
  order.say('edge: as it is');
  const full = await runLifecycle(order);
  const rateOf = ({ metrics }: ScenarioResult) =>
    metrics.find(({ name }) => name === rateName)?.value ?? 0;
  const cpu = [plain, full].flatMap(({ metrics }, index) =>
    metrics
      .filter(({ name }) => name.startsWith('CPU of '))
      .map(({ name, ...rest }) => ({
        ...rest,
        name: `${index === 0 ? 'without' : 'with'}: ${name}`,
      })),
  );
  return {
    scenario: 'edge',
    settings: full.settings,
    metrics: [
      { name: 'complete lives, without', value: rateOf(plain), unit: '/s' },
      { name: 'complete lives, with', value: rateOf(full), unit: '/s' },
      {
        name: 'rate that is kept',
        value: rateOf(full) / rateOf(plain),
        unit: '',
        target: { atLeast: keptMin },
      },
      ...cpu,
    ],
    faults: [...plain.faults.map((fault) => `without: ${fault}`), ...full.faults],
  };
}
