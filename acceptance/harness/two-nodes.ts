// Two nodes of one installation that know each other, accounts on them, and how many requests each
// node has handed on to the other.

import assert from 'node:assert/strict';
import { createAccount } from './account.ts';
import { createClient, sendRequest, type Client } from './client.ts';
import { payOut } from './fixture.ts';
import { startInstallation, type Installation, type InstallationOptions } from './installation.ts';
import type { GatewayNode } from './node.ts';
import { until } from './until.ts';
import { uniquePhone } from './values.ts';

const accountsCount = 6;

export interface TwoNodes {
  installation: Installation;
  nodes: readonly [GatewayNode, GatewayNode];
  /** The keys of some accounts: some of them belong to either node. */
  keys: readonly string[];
  clientOf(node: GatewayNode, key: string): Client;
  /** One of each account. */
  clientsOf(node: GatewayNode): Client[];
  /** A pay-out that never ends. */
  order(): Record<string, unknown>;
  /** One order of each account, at each of these nodes. Every one must be accepted. */
  orderAll(at: readonly GatewayNode[]): Promise<void>;
  /** How many requests the node has handed on, and what came back. */
  handedOn(node: GatewayNode, outcome?: 'answer' | 'lost'): Promise<number>;
}

export async function startTwoNodes(options: InstallationOptions = {}): Promise<TwoNodes> {
  const installation = await startInstallation(options);
  const nodes = [installation.nodes[0]!, await installation.addNode()] as const;
  const accounts = await Promise.all(
    Array.from({ length: accountsCount }, () => createAccount(installation)),
  );
  const keys = accounts.map(({ apiKey }) => apiKey);
  const urlOf = ({ details }: GatewayNode): string => details.listening;
  const clientOf: TwoNodes['clientOf'] = (node, key) => createClient(urlOf(node), key);
  const clientsOf: TwoNodes['clientsOf'] = (node) => keys.map((key) => clientOf(node, key));
  const order = () => payOut({ phone: uniquePhone('8007'), amount: 10 });
  const orderAll: TwoNodes['orderAll'] = async (at) => {
    const answers = await Promise.all(
      at.flatMap(clientsOf).map((client) => client.operation(order())),
    );
    for (const { json } of answers) assert.equal(json.code, 2000, JSON.stringify(json));
  };
  const handedOn: TwoNodes['handedOn'] = async (node, outcome = 'answer') => {
    const { text } = await sendRequest(`${urlOf(node)}/metrics`);
    return Number(
      new RegExp(`^jokko_handed_on_total{outcome="${outcome}"} (\\d+)$`, 'm').exec(text)?.[1],
    );
  };
  await until('they know each other', async () => {
    await orderAll(nodes);
    return (await handedOn(nodes[0])) > 0 && (await handedOn(nodes[1])) > 0;
  });
  return { installation, nodes, keys, clientOf, clientsOf, order, orderAll, handedOn };
}
