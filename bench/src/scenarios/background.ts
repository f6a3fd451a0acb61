// Measures what a node's background work costs PostgreSQL while a thousand accounts pay at a steady
// rate: after the very first start, and after a start over a million stored transactions.

import { checkBooks, type Sent } from '../books.ts';
import { startLoad } from '../load/index.ts';
import { succeedingPhone } from '../order.ts';
import type { ScenarioResult } from '../report.ts';
import { startStack, type Stack } from '../stack/index.ts';
import { insertStored } from '../stored.ts';
import { drain } from './drain.ts';
import { backgroundFigures, type BackgroundFigures } from './statement-table.ts';
import { faultsOf, operationLoad, type ScenarioOrder } from './scenario.ts';
import { setTimeout as sleep } from 'node:timers/promises';

const accountCount = 1_000;
const storedCount = 1_000_000;
const ratePerSec = 50;
const defaultSeconds = 120;
/** The statements of the first minute are read apart. */
const firstSeconds = 60;

interface Run {
  stack: Stack;
  seconds: number;
  sent: Sent[];
  faults: string[];
  say(line: string): void;
}

export async function runBackground(order: ScenarioOrder): Promise<ScenarioResult> {
  const seconds = order.seconds ?? defaultSeconds;
  const { profileDirectory, say } = order;
  const stack = await startStack({ answer: 'sync', profileDirectory, statements: true });
  try {
    const run: Run = { stack, seconds, sent: [], faults: [], say };
    const young = await measure(run, 'first start');
    await insertStored(stack, storedCount, say);
    await forget(stack);
    const full = await measure(run, 'a million stored');
    say('background: comparing the books');
    run.faults.push(...(await checkBooks({ stack, sent: run.sent, allFinished: true })));
    const figures = [...young, ...full];
    return {
      scenario: 'background',
      settings: { seconds, accounts: accountCount, stored: storedCount, ratePerSec },
      metrics: figures.flatMap(({ metrics }) => metrics),
      tables: figures.map(({ table }) => table),
      faults: run.faults,
    };
  } finally {
    await stack.close();
  }
}

/** What is counted lasts over a restart. */
async function forget(stack: Stack): Promise<void> {
  const costs = await stack.countStatements();
  await costs.read();
  await costs.close();
}

/** Statements of the first minute after a start, and of the rest, while all accounts pay. */
async function measure(run: Run, what: string): Promise<BackgroundFigures[]> {
  const { stack, seconds, say } = run;
  const costs = await stack.countStatements();
  try {
    await stack.openAccounts(accountCount);
    const { command, sent } = operationLoad(stack, {
      phone: succeedingPhone,
      idPrefix: `${what.replaceAll(' ', '-')}-`,
      seconds,
      ratePerSec,
      apiKeys: stack.accounts.map(({ apiKey }) => apiKey),
    });
    const first = Math.min(firstSeconds, seconds);
    say(`background: ${what}, ${ratePerSec}/s for ${seconds} s`);
    const load = startLoad(command);
    await sleep(first * 1_000);
    const figures = [backgroundFigures(`${what}, ${first} s`, await costs.read())];
    const result = await load.result;
    if (seconds > first)
      figures.push(backgroundFigures(`${what}, ${seconds} s`, await costs.read()));
    run.sent.push(sent);
    run.faults.push(...faultsOf(result, what));
    await drain(stack, 'finished');
    return figures;
  } finally {
    await costs.close();
  }
}
