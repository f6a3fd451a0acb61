// Fixture of a conformance run that speaks files instead of calls: a connector, the provider's
// folders, and what the provider's files have said about each order.

import { randomUUID } from 'node:crypto';
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connector, Prepared, StatementLine } from '../connector.ts';
import type { FileDoubt, FileEvent, FileProtocol, FileReading } from '../file-protocol.ts';
import type { Intent, OperationKind } from '../intent.ts';
import type { Claims, QueryOutcome } from '../outcome.ts';
import { sampleIntent } from './sample-intent.ts';
import { startSimulatorProcess } from './simulator-process.ts';
import type { SimulatorProcess } from './simulator-process.ts';

/** What the suite has to know about a connector of files beyond its interface. */
export interface FileSubject<Config> {
  connector: Connector<Config> & { files: FileProtocol<Config> };
  config: Config;
  mainKind: OperationKind;
  /** Last digits of an order that succeeds and comes back. */
  returnedDigits: string;
  /**
   * Those of an order that waits while the others of its file are worked on, and succeeds 20 s
   * later.
   */
  waitingDigits: string;
}

export interface FileOrder {
  intent: Intent;
  prepared: Prepared;
  reference: string;
}

/** What was said about one order, in the order in which the files were read. */
export interface Said {
  outcome: QueryOutcome;
  claims: Claims;
}

export interface FileFixture<Config> {
  subject: FileSubject<Config>;
  simulator: SimulatorProcess;
  order(digits: string): FileOrder;
  /** Puts the file of these orders; the same name is the same file. Returns its bytes. */
  put(orders: readonly FileOrder[], file: { reference: string; config?: Config }): Promise<Buffer>;
  putBytes(name: string, bytes: Buffer): Promise<void>;
  /** Lets time pass, and reads what the provider has put meanwhile. */
  pass(seconds: number): Promise<void>;
  said(reference: string): Said[];
  /** Events of whole files. */
  fileEvents: FileEvent[];
  doubts: FileDoubt[];
  lines: StatementLine[];
  /** Every file that the provider has put, by its name. */
  received: Map<string, Buffer>;
  /** How often the provider moved the money of this reference. */
  executions(reference: string): Promise<number>;
  stop(): Promise<void>;
}

/** Ours, for the files of a run. */
export const newFileReference = (): string =>
  `JK${randomUUID().replaceAll('-', '').slice(0, 26).toUpperCase()}`;

const [morningS, dayS] = [6 * 3_600, 24 * 3_600];

/** To the next one, in UTC. */
const secondsToMorning = (nowMs: number): number =>
  dayS - (Math.floor(nowMs / 1_000 - morningS) % dayS);

export async function openFileFixture<Config>(
  subject: FileSubject<Config>,
): Promise<FileFixture<Config>> {
  const { connector, config } = subject;
  assert.deepEqual(connector.checkConfig(config), [], 'the configuration must be usable');
  const folder = await mkdtemp(join(tmpdir(), 'jokko-file-conformance-'));
  const [toProvider, fromProvider] = [join(folder, 'to-bank'), join(folder, 'from-bank')];
  const drafts = join(folder, 'drafts');
  for (const each of [toProvider, fromProvider, drafts]) await mkdir(each);
  const simulator = await startSimulatorProcess({ SIM_BANK_DIR: folder });
  // From the morning: no end of a day, with a statement that tells all of it again, comes while a
  // test lets seconds pass.
  await simulator.advance(secondsToMorning(Date.now()));
  const readings = createReadings(subject);
  // It has its place when it is whole: the provider could read half of it.
  const putBytes = async (name: string, bytes: Buffer): Promise<void> => {
    await writeFile(join(drafts, name), bytes);
    await rename(join(drafts, name), join(toProvider, name));
  };
  return {
    subject,
    simulator,
    ...readings,
    putBytes,
    order(digits) {
      const reference = randomUUID();
      const intent = sampleIntent(subject.mainKind, { digits });
      return { intent, reference, prepared: connector.prepare(config, intent, reference) };
    },
    async put(orders, { reference, config: other = config }) {
      const prepared = orders.map((order) => order.prepared);
      const file = { reference, madeAtMs: Date.parse('2026-11-23T10:00:00Z') };
      const { name, bytes } = connector.files.assemble(other, prepared, file);
      await putBytes(name, bytes);
      return bytes;
    },
    async pass(seconds) {
      // In steps at the end, so that what follows from what was due has happened as well.
      for (const part of [seconds, 1, 1, 1, 1]) await simulator.advance(part);
      for (const name of (await readdir(fromProvider)).toSorted())
        if (!name.endsWith('.part') && !readings.received.has(name))
          readings.take(name, await readFile(join(fromProvider, name)));
    },
    executions: async (reference) =>
      (await simulator.book(reference)).filter(({ result }) => result === 'executed').length,
    async stop() {
      await simulator.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function createReadings<Config>({ connector, config }: FileSubject<Config>) {
  const byReference = new Map<string, Said[]>();
  const fileEvents: FileEvent[] = [];
  const doubts: FileDoubt[] = [];
  const lines: StatementLine[] = [];
  const received = new Map<string, Buffer>();
  const add = (reading: Extract<FileReading, { kind: 'read' }>): void => {
    for (const { match, outcome, claims = {} } of reading.events)
      if (match.ours !== undefined && outcome !== undefined)
        byReference.set(match.ours, [...(byReference.get(match.ours) ?? []), { outcome, claims }]);
    fileEvents.push(...reading.fileEvents);
    doubts.push(...reading.doubts);
    lines.push(...reading.lines);
  };
  return {
    fileEvents,
    doubts,
    lines,
    received,
    said: (reference: string): Said[] => byReference.get(reference) ?? [],
    take(name: string, bytes: Buffer): void {
      received.set(name, bytes);
      const reading = connector.files.read(config, { name, bytes });
      assert.ok(reading.kind === 'read', `${name}: ${'reason' in reading ? reading.reason : ''}`);
      assert.deepEqual(structuredClone(reading), reading, 'a reading is data: it leaves a thread');
      add(reading);
    },
  };
}
