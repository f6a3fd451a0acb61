// The metrics of a node, as Prometheus reads them. Each node has a registry of its own; what
// belongs to the process is kept once, as several nodes can run in one process.

import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export interface Sample {
  labels: { [name: string]: string };
  value: number;
}

interface Declared {
  name: string;
  help: string;
  labels?: readonly string[];
}

/** A metric that is read when it is asked for. */
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

let ofProcess: Registry | null = null;

/**
 * Memory, processor, event loop and garbage collection. Made when somebody reads for the first
 * time: from then on it wakes the process a hundred times a second.
 */
function processRegistry(): Registry {
  if (ofProcess === null) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

/**
 * Since the last reading the event loop may not have been measured yet: its figures are left out
 * then, and are not told as what is no number.
 */
const measured = (text: string): string =>
  text.includes('nodejs_eventloop_lag_mean_seconds Nan')
    ? text
        .split('\n')
        .filter((line) => !/^nodejs_eventloop_lag_(?!seconds)/.test(line))
        .join('\n')
    : text;

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
      const [node, shared] = await Promise.all([registry.metrics(), processRegistry().metrics()]);
      return { type: registry.contentType, text: `${node}\n${measured(shared)}` };
    },
  };
}

const samplesOf = (read: number | readonly Sample[]): readonly Sample[] =>
  typeof read === 'number' ? [{ labels: {}, value: read }] : read;
