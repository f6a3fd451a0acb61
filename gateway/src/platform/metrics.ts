// The metrics of a node, as Prometheus reads them. Each node has a registry of its own; what belongs to the process is kept once, as several
// nodes can run in one process.

import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { environment } from './environment.ts';

export interface Sample {
  labels: { [name: string]: string };
  value: number;
}

interface Declared {
  name: string;
  help: string;
  labels?: readonly string[];
}

/** Of a metric that is read when it is asked for. */
interface ReadMetric extends Declared {
  read(): number | readonly Sample[];
}

/** Notes how long something took. */
export type Observe<Label extends string> = (
  labels: { readonly [name in Label]: string },
  tookMs: number,
) => void;

export interface Metrics {
  /** Goes up and down. */
  gauge(metric: ReadMetric): void;
  /** Only grows; what is read is the total since the node started. */
  counter(metric: ReadMetric): void;
  /** A histogram in seconds. */
  duration<Label extends string>(metric: Declared & { labels: readonly Label[] }): Observe<Label>;
  /** Everything, in the text format. */
  render(): Promise<{ type: string; text: string }>;
}

/** From an answer out of memory to the longest deadline of an exchange. */
const bucketSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const msPerSecond = 1_000;

let ofProcess: Promise<Registry> | null = null;
/** By then the event loop has been measured for the first time. */
const firstSampleMs = 50;

/** Memory, processor, event loop and garbage collection. Made when somebody reads for the first time: from then on it wakes the process a hundred times a second. */
async function watchProcess(): Promise<Registry> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  await environment.sleep(firstSampleMs);
  return registry;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  return {
    gauge({ name, help, labels = [], read }) {
      new Gauge({
        name,
        help,
        labelNames: [...labels],
        registers: [registry],
        collect() {
          this.reset();
          for (const sample of samplesOf(read())) this.set(sample.labels, sample.value);
        },
      });
    },
    counter({ name, help, labels = [], read }) {
      new Counter({
        name,
        help,
        labelNames: [...labels],
        registers: [registry],
        collect() {
          this.reset();
          for (const sample of samplesOf(read())) this.inc(sample.labels, sample.value);
        },
      });
    },
    duration({ name, help, labels }) {
      const histogram = new Histogram({
        name,
        help,
        labelNames: [...labels],
        buckets: bucketSeconds,
        registers: [registry],
      });
      return (given, tookMs) => histogram.observe(given, tookMs / msPerSecond);
    },
    async render() {
      ofProcess ??= watchProcess();
      const [node, shared] = await Promise.all([
        registry.metrics(),
        ofProcess.then((process) => process.metrics()),
      ]);
      return { type: registry.contentType, text: `${node}\n${shared}` };
    },
  };
}

const samplesOf = (read: number | readonly Sample[]): readonly Sample[] =>
  typeof read === 'number' ? [{ labels: {}, value: read }] : read;
