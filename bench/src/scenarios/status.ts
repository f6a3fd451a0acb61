// Measures how many status queries per second one node answers with the limiter on. They are
// spread over so many transactions that none is queried more than three times a minute: the
// limiter counts every query and rejects none.

import { checkBooks } from '../books.ts';
import { storedIdPrefix } from '../books/provider.ts';
import type { LoadCommand } from '../load/index.ts';
import { numberMark } from '../load/command.ts';
import { externalIdOf, numberDigits } from '../order.ts';
import type { ScenarioResult } from '../report.ts';
import { startStack, type Stack } from '../stack/index.ts';
import { insertStored } from '../stored.ts';
import {
  connections,
  cpuMetrics,
  faultsOf,
  memoryMetric,
  runWatched,
  type ScenarioOrder,
} from './scenario.ts';

const defaultSeconds = 20;
const warmupSeconds = 3;
/** With three look-ups a minute for each, enough for 65,000/s over 23 s. */
const transactionCount = 500_000;
const statusRequestsPerMinuteMax = 3;

export async function runStatus(order: ScenarioOrder): Promise<ScenarioResult> {
  const seconds = order.seconds ?? defaultSeconds;
  const stack = await startStack({ answer: 'sync', profileDirectory: order.profileDirectory });
  try {
    const stored = await insertStored(stack, transactionCount, order.say);
    order.say(`status: ${connections} connections for ${warmupSeconds} + ${seconds} s`);
    const { result, usage } = await runWatched(stack, statusLoad(stack, stored, seconds));
    const faults = [...faultsOf(result, 'inquiries'), ...(await checkLimiter(stack, stored))];
    order.say('status: comparing the books');
    faults.push(...(await checkBooks({ stack, sent: [], allFinished: true })));
    return {
      scenario: 'status',
      settings: { seconds, warmupSeconds, connections, transactions: stored },
      metrics: [
        {
          name: 'look-ups answered',
          value: result.perSec,
          unit: '/s',
          target: { atLeast: 15_000 },
        },
        { name: 'latency p50', value: result.latencyMs.p50, unit: 'ms' },
        { name: 'latency p99', value: result.latencyMs.p99, unit: 'ms' },
        { name: 'latency highest', value: result.latencyMs.max, unit: 'ms' },
        memoryMetric(stack),
        ...cpuMetrics(usage, result.answered, result),
      ],
      faults,
    };
  } finally {
    await stack.close();
  }
}

const path = '/api-services/get-transaction-status';

function statusLoad(stack: Stack, stored: number, seconds: number): LoadCommand {
  return {
    host: stack.host,
    port: stack.port,
    path,
    bodyTemplate: JSON.stringify({
      externalTransactionId: storedIdPrefix + numberMark,
      apiKey: stack.account.apiKey,
    }),
    numberDigits,
    firstNumber: 1,
    numberCount: stored,
    connections,
    seconds,
    warmupSeconds,
  };
}

/** Asks for one transaction often enough that the limiter must have stepped in. */
async function checkLimiter(stack: Stack, stored: number): Promise<string[]> {
  const body = JSON.stringify({
    externalTransactionId: externalIdOf(storedIdPrefix, stored),
    apiKey: stack.account.apiKey,
  });
  const codes: number[] = [];
  for (let i = 0; i <= statusRequestsPerMinuteMax; i++) {
    const answer = await fetch(`http://${stack.host}:${stack.port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    codes.push(((await answer.json()) as { code: number }).code);
  }
  return codes.includes(4029) ? [] : [`the limiter is off: ${codes.join(', ')}`];
}
