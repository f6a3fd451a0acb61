// How many recipients a second does one node accept and store durably, in requests of 1, of 100 and of 1,000? The link takes ten messages a
// second meanwhile, so that the accepting is measured and not the sending.

import { checkSmsBooks, type SmsSent } from '../books/sms.ts';
import type { Figure, ScenarioResult } from '../report.ts';
import { closeLink, held, openLink } from '../sms/link.ts';
import { acceptedCode, smsLoad } from '../sms/order.ts';
import { settleSms } from '../sms/settle.ts';
import { createSmsApp, startStack } from '../stack/index.ts';
import { connections, cpuFigures, faultsOf, memoryFigure, runWatched, type ScenarioOrder } from './scenario.ts';

const defaultSeconds = 10;
const warmupSeconds = 3;
/** Recipients a second, by recipients in a request. */
const targets: readonly [recipients: number, atLeast: number][] = [
  [1, 10_000],
  [100, 20_000],
  [1_000, 50_000],
];

export async function runSmsAccept(order: ScenarioOrder): Promise<ScenarioResult> {
  const seconds = order.seconds ?? defaultSeconds;
  const stack = await startStack({ answer: 'sync', delayMs: 0, profileDirectory: order.profileDirectory });
  try {
    const { appKey } = await createSmsApp(stack);
    await openLink(stack, held);
    const figures: Figure[] = [];
    const faults: string[] = [];
    const runs: SmsSent[] = [];
    for (const [recipients, atLeast] of targets) {
      const idPrefix = `r${recipients}-`;
      const { command, sent } = smsLoad(stack, { appKey, recipients, idPrefix, connections, seconds, warmupSeconds });
      order.say(`sms-accept: requests of ${recipients}, ${connections} connections for ${warmupSeconds} + ${seconds} s`);
      const { result, usage } = await runWatched(stack, command);
      runs.push(sent);
      faults.push(...faultsOf(result, `requests of ${recipients}`, acceptedCode));
      const name = `of ${recipients}`;
      figures.push(
        { name: `recipients accepted durably, requests ${name}`, value: result.perSec * recipients, unit: '/s', target: { atLeast } },
        { name: `latency p50, ${name}`, value: result.latencyMs.p50, unit: 'ms' },
        { name: `latency p99, ${name}`, value: result.latencyMs.p99, unit: 'ms' },
        ...cpuFigures(usage, result.answered * recipients, null).map((figure) => ({
          ...figure,
          name: `${figure.name} recipient, ${name}`,
        })),
      );
    }
    figures.push(memoryFigure(stack));
    order.say('sms-accept: comparing the books');
    await closeLink(stack);
    await settleSms(stack, { allSent: false });
    faults.push(...(await checkSmsBooks({ stack, sent: runs, states: ['ACCEPTED', 'DELIVERED'] })));
    return {
      scenario: 'sms-accept',
      settings: { seconds, warmupSeconds, connections, linkRatePerSec: held.ratePerSec ?? 0 },
      figures,
      faults,
    };
  } finally {
    await stack.close();
  }
}
