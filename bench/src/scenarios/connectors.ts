// Measures the CPU of each connector's own work on a call: preparing, signing, reading the answer.
// The network is left out: answers of the simulator are recorded once and given again from memory.
// The plain sandbox protocol is the base of comparison.

import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { measureConnector, type Subject } from '@jokko/connectors/kit/conformance';
import type { ScenarioResult } from '../report.ts';
import type { ScenarioOrder } from './scenario.ts';

const callsEach = 2_000;
const overPlainMaxMicros = 60;
const plain = 'sandbox';
const root = join(import.meta.dirname, '../../../connectors');

export async function runConnectors({ say }: ScenarioOrder): Promise<ScenarioResult> {
  const micros = new Map<string, number>();
  for (const file of globSync('*/test/subject*.ts', { cwd: root }).toSorted()) {
    const module = (await import(pathToFileURL(join(root, file)).href)) as object;
    for (const subject of Object.values(module).filter(isSubject)) {
      say(`connectors: ${subject.connector.name}`);
      micros.set(subject.connector.name, await measureConnector(subject, callsEach));
    }
  }
  const base = micros.get(plain) ?? 0;
  const others = [...micros].filter(([name]) => name !== plain);
  return {
    scenario: 'connectors',
    settings: { calls: callsEach, base: `${plain} ${base.toFixed(1)} µs` },
    metrics: others.map(([name, value]) => ({
      name: `${name} over ${plain}`,
      value: value - base,
      unit: 'µs',
      target: { atMost: overPlainMaxMicros },
    })),
    faults: [],
  };
}

const isSubject = (value: unknown): value is Subject<never> =>
  typeof value === 'object' && value !== null && 'connector' in value && 'mainKind' in value;
