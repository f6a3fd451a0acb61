// What stands on the stage of a crash test of SMS? Two nodes that share the binds of three links, a message centre that nobody kills, and a
// client that repeats what it got no answer to under the same Idempotency-Key, or never.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStoredRows, type StoredRows } from '../harness/database.ts';
import { createAccount, makeRandom, startInstallation, until } from '../harness/index.ts';
import type { Account, GatewayNode, Installation } from '../harness/index.ts';
import { openCentre, type Centre } from '../harness/sms-centre.ts';
import { accountOf, importRouting, smsNumber, type TestRouting } from '../harness/sms-routing.ts';
import { createSmsApp, createSmsClient, uniqueText, type SmsClient } from '../harness/sms.ts';
import { leaseMs, startSimulator } from './stage.ts';

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

export interface SmsStage {
  installation: Installation;
  nodes: GatewayNode[];
  account: Account;
  /** XOF at the start. */
  fund: number;
  centre: Centre;
  rows: StoredRows;
  requests: SmsRequest[];
  random: () => number;
  living(): GatewayNode[];
  restart(place: number): Promise<void>;
  /** Sends so many requests over the nodes, spread over `durationMs`; resolves when every one has been answered or given up. */
  load(count: number, durationMs: number): Promise<void>;
  close(): Promise<void>;
}

/** Links where a message of unknown outcome is sent again. */
export const resending: readonly string[] = ['AGAIN'];
const fund = 10_000_000;
const recipientsMax = 30;
const answersAfterMs = 120;
const givesUpShare = 0.3;
const triesMax = 40;
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

export async function openSmsStage(seed: number): Promise<SmsStage> {
  const random = makeRandom(seed);
  const directory = mkdtempSync(join(tmpdir(), 'jokko-crash-sms-'));
  const simulator = await startSimulator(directory);
  const routing = routingTo(simulator.smppPort);
  const env = { JOKKO_LEASE_MS: String(leaseMs), LOG_LEVEL: 'warn', SIMULATOR_URL: simulator.url };
  const installation = await startInstallation({ env, nodeId: 'node-1' });
  const nodes = [installation.nodes[0]!, await installation.addNode({ nodeId: 'node-2' })];
  const centre = openCentre(simulator.url);
  // So that windows are full whenever a node dies.
  await centre.behave(null, { slowMs: answersAfterMs });
  await importRouting(installation, routing);
  const account = await createAccount(installation, { fund });
  const app = await createSmsApp(installation, account.accountId);
  for (const link of Object.keys(routing.links))
    await until(`${link} is bound`, async () => (await centre.binds(accountOf(link))).length === 2, { timeoutMs: 20_000 });
  const dead = new Set<GatewayNode>();
  const watch = (node: GatewayNode): GatewayNode => {
    void node.ended.then(() => dead.add(node));
    return node;
  };
  nodes.forEach(watch);
  const requests: SmsRequest[] = [];
  const anyNode = (): string => nodes[Math.floor(random() * nodes.length)]!.baseUrl;
  const client = createSmsClient(anyNode, app.appKey);
  const rows = openStoredRows(installation);
  return {
    ...{ installation, nodes, account, fund, centre, rows, requests, random },
    living: () => nodes.filter((node) => !dead.has(node)),
    async restart(place) {
      const { nodeId, baseUrl } = nodes[place]!;
      if (dead.has(nodes[place]!)) nodes[place] = watch(await installation.addNode({ nodeId, env: { PORT: new URL(baseUrl).port } }));
    },
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
      await rows.close();
      await installation.stop();
      simulator.stop();
      rmSync(directory, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

function routingTo(port: number): TestRouting {
  const config = { host: '127.0.0.1', port, password: 'secret', binds: 2, window: 20, enquireLinkMs: 1_000, responseTimeoutMs: 5_000 };
  const linkNames = ['ONE', 'TWO', ...resending];
  return {
    links: Object.fromEntries(
      linkNames.map((name) => [name, { config: { ...config, systemId: accountOf(name) }, resendUnknown: resending.includes(name) }]),
    ),
  };
}

function makeRequest(routing: TestRouting, random: () => number): SmsRequest {
  const links = Object.keys(routing.links);
  const count = 1 + Math.floor(random() * recipientsMax);
  const msisdn = Array.from({ length: count }, () => smsNumber(routing, links[Math.floor(random() * links.length)]!, chooseDigits(random)));
  // One to three parts.
  const text = uniqueText();
  const content = `${text} ${'c'.repeat(Math.floor(random() ** 3 * 400))}`;
  return { key: `crash ${text}`.replaceAll(' ', '-'), msisdn, content, acknowledged: new Set(), unanswered: 0, refused: [] };
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
