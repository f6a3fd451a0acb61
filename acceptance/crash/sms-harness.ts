// Fixture of the SMS crash tests: two nodes that share the binds of three carrier connections, an
// SMSC that is never killed, and a client that either repeats an unanswered request under the same
// Idempotency-Key or never repeats it.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStoredRows, type StoredRows } from '../harness/database.ts';
import { freePort } from '../harness/free-port.ts';
import { createAccount, makeRandom, startInstallation, until } from '../harness/index.ts';
import type { Account, GatewayNode, Installation } from '../harness/index.ts';
import { openSmsc, type Smsc } from '../harness/smsc.ts';
import { accountOf, importRouting, smsNumber, type TestRouting } from '../harness/sms-routing.ts';
import { createSmsApp, createSmsClient, uniqueText, type SmsClient } from '../harness/sms.ts';
import { leaseMs, startSimulator } from './harness.ts';
import { supervise, type Supervision } from './supervise.ts';

export interface SmsRequest {
  key: string;
  msisdn: string[];
  content: string;
  /** Ids of batches that were answered. */
  acknowledged: Set<string>;
  /** Connections that broke: the client does not know. */
  unanswered: number;
  refused: string[];
}

export interface SmsHarness extends Omit<Supervision, 'end'> {
  installation: Installation;
  nodes: GatewayNode[];
  account: Account;
  /** XOF at the start. */
  fund: number;
  smsc: Smsc;
  rows: StoredRows;
  requests: SmsRequest[];
  random: () => number;
  /**
   * Sends so many requests over the nodes, spread over `durationMs`; resolves when every one has
   * been answered or given up.
   */
  load(count: number, durationMs: number): Promise<void>;
  close(): Promise<void>;
}

/** Connections where a message of unknown outcome is sent again. */
export const resending: readonly string[] = ['AGAIN'];
const fund = 10_000_000;
const recipientsMax = 30;
const answersAfterMs = 120;
const givesUpShare = 0.3;
/** A node that is started again takes its time on a busy machine. */
const triesMax = 200;
const repeatAfterMs = 250;
/** One recipient in `of` has these digits; the others are delivered plainly. */
const outcomes: readonly { digits: string; of: number }[] = [
  { digits: '9001', of: 15 },
  { digits: '9101', of: 40 },
  { digits: '7011', of: 20 },
  { digits: '8002', of: 20 },
  { digits: '8005', of: 20 },
  { digits: '8006', of: 30 },
];

export async function openSmsHarness(seed: number): Promise<SmsHarness> {
  const random = makeRandom(seed);
  const directory = mkdtempSync(join(tmpdir(), 'jokko-crash-sms-'));
  const simulator = await startSimulator(directory);
  const routing = routingTo(simulator.smppPort);
  const env = { JOKKO_LEASE_MS: String(leaseMs), LOG_LEVEL: 'warn', SIMULATOR_URL: simulator.url };
  // Nodes come back on their ports.
  const installation = await startInstallation({
    env,
    nodeId: 'node-1',
    port: await freePort(),
    ownDatabase: true,
  });
  const atSecond = { nodeId: 'node-2', env: { PORT: String(await freePort()) } };
  const second = await installation.addNode(atSecond).catch(async (error: unknown) => {
    // Whatever goes on would keep this file from its end.
    await installation.stop();
    simulator.stop();
    throw error;
  });
  const nodes = [installation.nodes[0]!, second];
  const smsc = openSmsc(simulator.url);
  // So that windows are full whenever a node dies.
  await smsc.behave(null, { slowMs: answersAfterMs });
  await importRouting(installation, routing);
  const account = await createAccount(installation, { fund });
  const app = await createSmsApp(installation, account.accountId);
  for (const connection of Object.keys(routing.connections))
    await until(
      `${connection} is bound`,
      async () => (await smsc.binds(accountOf(connection))).length === 2,
      {
        timeoutMs: 40_000,
      },
    );
  const { living, restart, end } = supervise(installation, nodes);
  const requests: SmsRequest[] = [];
  const anyNode = (): string => nodes[Math.floor(random() * nodes.length)]!.baseUrl;
  // Every answer is written down, those of a busy node too.
  const client = createSmsClient(anyNode, app.appKey, 'answer');
  const rows = openStoredRows(installation);
  return {
    installation,
    nodes,
    account,
    fund,
    smsc,
    rows,
    requests,
    random,
    living,
    restart,
    async load(count, durationMs) {
      const made = Array.from({ length: count }, () => makeRequest(routing, random));
      requests.push(...made);
      await Promise.all(
        made.map(async (request) => {
          await sleep(random() * durationMs);
          await perform(client, request, random() < givesUpShare);
        }),
      );
    },
    async close() {
      await end();
      await rows.close();
      await installation.stop();
      simulator.stop();
      rmSync(directory, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

function routingTo(port: number): TestRouting {
  const config = {
    host: '127.0.0.1',
    port,
    password: 'secret',
    binds: 2,
    window: 20,
    enquireLinkMs: 1_000,
    responseTimeoutMs: 5_000,
  };
  const connectionNames = ['ONE', 'TWO', ...resending];
  return {
    connections: Object.fromEntries(
      connectionNames.map((name) => [
        name,
        {
          config: { ...config, systemId: accountOf(name) },
          resendUnknown: resending.includes(name),
        },
      ]),
    ),
  };
}

function makeRequest(routing: TestRouting, random: () => number): SmsRequest {
  const connections = Object.keys(routing.connections);
  const count = 1 + Math.floor(random() * recipientsMax);
  const msisdn = Array.from({ length: count }, () =>
    smsNumber(
      routing,
      connections[Math.floor(random() * connections.length)]!,
      chooseDigits(random),
    ),
  );
  // One to three parts.
  const text = uniqueText();
  const content = `${text} ${'c'.repeat(Math.floor(random() ** 3 * 400))}`;
  return {
    key: `crash ${text}`.replaceAll(' ', '-'),
    msisdn,
    content,
    acknowledged: new Set(),
    unanswered: 0,
    refused: [],
  };
}

function chooseDigits(random: () => number): string {
  let lot = random();
  for (const { digits, of } of outcomes) {
    lot -= 1 / of;
    if (lot < 0) return digits;
  }
  return '0000';
}

/** Believes only complete answers. */
async function perform(client: SmsClient, request: SmsRequest, givesUp: boolean): Promise<void> {
  const { key, msisdn, content } = request;
  for (let tries = 0; tries < triesMax; tries++) {
    try {
      const answer = await client.send({ msisdn, content }, { 'idempotency-key': key });
      if (answer.json === undefined) throw new Error('no JSON');
      if (answer.status === 200) request.acknowledged.add(String(answer.headers['x-batch-id']));
      else request.refused.push(answer.text);
    } catch {
      request.unanswered += 1;
    }
    if (request.acknowledged.size > 0 || givesUp) return;
    await sleep(repeatAfterMs);
  }
}
