// Gives a test its own carrier connections: a routing in which each connection is an operator with
// a prefix, and its own account in the simulator, so that one test's faults are invisible to the
// others.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Installation } from './installation.ts';

export interface TestConnection {
  /** Fields of the connector's configuration, joined to what reaches the simulator. */
  config?: Record<string, unknown>;
  connector?: keyof typeof simulated;
  /** Connection that is tried after it. */
  next?: string;
  resendUnknown?: boolean;
}

export interface TestRouting {
  /** By name, of capitals and digits. */
  connections: Record<string, TestConnection>;
  /** States in which the price is given back; those of the default routing unless given. */
  refund?: readonly string[];
  inbound?: readonly { number: string; keyword?: string; app: string }[];
}

/** The account of a connection in the simulator. */
export const accountOf = (connection: string): string => `jokko-${connection.toLowerCase()}`;

const simulated = {
  smpp: (name: string) => ({
    host: '${SIMULATOR_SMPP_HOST}',
    port: '${SIMULATOR_SMPP_PORT}',
    systemId: accountOf(name),
    password: '${SIMULATOR_SMPP_PASSWORD}',
  }),
  // The simulator's PROTOCOL.md of each has its credentials.
  twilio: () => ({
    baseUrl: '${SIMULATOR_URL}/twilio',
    accountSid: 'AC00000000000000000000000000005a4d',
    authToken: 'sandbox00000000000000000000token',
  }),
  infobip: () => ({ baseUrl: '${SIMULATOR_URL}/infobip', apiKey: '${SIMULATOR_INFOBIP_KEY}' }),
  'africas-talking': () => ({
    baseUrl: '${SIMULATOR_URL}/africas-talking',
    username: 'sandbox',
    apiKey: 'sandbox-africas-talking-key',
  }),
  'orange-sms': () => ({
    baseUrl: '${SIMULATOR_URL}/orange-sms',
    clientId: 'jokko-orange-sms',
    clientSecret: 'sandbox-orange-sms-secret',
    country: 'SEN',
    ratePerSec: 100,
  }),
};
const prefixOf = (index: number): string => `7${String(index).padStart(2, '0')}`;
/**
 * Longer than real ones, so that there is room for a prefix, a number of its own and the digits
 * that choose the outcome.
 */
const nationalDigits = 12;

/** Replaces the routing in force. */
export async function importRouting(
  { cli, dataDir }: Pick<Installation, 'cli' | 'dataDir'>,
  routing: TestRouting,
): Promise<void> {
  const { connections, refund = ['REJECTED', 'UNDELIVERABLE'], inbound = [] } = routing;
  const names = Object.keys(connections);
  const document = {
    countries: [
      {
        code: 'SN',
        callingCode: '221',
        currency: 'XOF',
        price: 10,
        timeZone: 'Africa/Dakar',
        refund,
        mobile: [{ lengths: [nationalDigits], prefixes: ['7'] }],
        operators: names.map((name, index) => ({ name, prefixes: [prefixOf(index)] })),
      },
    ],
    links: names.map((name) => {
      const { connector = 'smpp', config = {} } = connections[name]!;
      return { name, connector, config: { ...simulated[connector](name), ...config } };
    }),
    routes: names.map((name) => {
      const { next, resendUnknown = false } = connections[name]!;
      const others = next === undefined ? [] : [{ name: next, priority: 2 }];
      return {
        country: 'SN',
        operator: name,
        resendUnknown,
        links: [{ name, priority: 1 }, ...others],
      };
    }),
    inbound,
  };
  const file = join(dataDir, 'routing-of-test.json');
  writeFileSync(file, JSON.stringify(document));
  await cli(['sms', 'routing', 'import', file]);
}

let given = 0;

/**
 * A number that goes over `connection`, and that no other call gave. Its last four digits choose
 * the outcome.
 */
export function smsNumber(
  { connections }: TestRouting,
  connection: string,
  lastFour = '0000',
): string {
  const index = Object.keys(connections).indexOf(connection);
  if (index < 0) throw new Error(`no connection ${connection}`);
  given += 1;
  return `+221${prefixOf(index)}${String(given % 100_000).padStart(5, '0')}${lastFour}`;
}
