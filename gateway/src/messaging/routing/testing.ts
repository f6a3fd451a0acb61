// Helpers of tests with a routing text: connectors with forms like the real ones, a secret box
// that can be read back, short documents.

import type { ConfigField, SmsConnector } from '@jokko/connectors/kit';
import { compileRouting } from './compile.ts';
import type { RoutingDocument } from './document.ts';
import type { Routing } from './routing.ts';
import { readRouting, type ConnectionSettings } from './validate.ts';

const mark = 'sealed by the test:';
const field = (name: string, type: ConfigField['type'], required = true): ConfigField => ({
  name,
  type,
  required,
  label: { fr: name, en: name },
});

export const testSettings: ConnectionSettings = {
  connectors: {
    wire: {
      configForm: [
        field('host', 'text'),
        field('port', 'number'),
        field('password', 'secret', false),
      ],
      checkConfig: ({ port }: { port?: unknown }) =>
        Number(port) > 0 ? [] : [{ field: 'port', message: 'must be above 0' }],
    } as unknown as SmsConnector,
  },
  variables: { HOST: '127.0.0.1', PORT: 2775, PASSWORD: 'from the installation' },
  secrets: {
    seal: (plain) => Buffer.from(mark + plain).toString('base64'),
    open: (sealed) => {
      const text = Buffer.from(sealed, 'base64').toString();
      return text.startsWith(mark) ? text.slice(mark.length) : null;
    },
  },
};

/**
 * A country with two operators and a landline, three connections, one route; `changes` replaces
 * members.
 */
export function testDocument(changes: Partial<RoutingDocument> = {}): RoutingDocument {
  const connection = (name: string) => ({
    name,
    connector: 'wire',
    config: { host: 'h', port: 1 },
  });
  return {
    countries: [
      {
        code: 'SN',
        callingCode: '221',
        currency: 'XOF',
        price: 10,
        timeZone: 'Africa/Dakar',
        refund: ['REJECTED'],
        mobile: [{ lengths: [9], prefixes: ['70', '76', '77', '78'] }],
        landline: [{ lengths: [9], prefixes: ['33'] }],
        operators: [
          { name: 'OPA', prefixes: ['77', '78'] },
          { name: 'OPD', prefixes: ['76'], price: '12.5' },
        ],
      },
    ],
    links: [connection('A'), connection('B'), connection('C')],
    routes: [{ country: 'SN', links: [{ name: 'A' }] }],
    ...changes,
  };
}

/** Compiled without a check, as a node does with what is stored. */
export function compileFor(
  changes: Partial<RoutingDocument>,
  settings: ConnectionSettings,
): Routing {
  return compileRouting(testDocument(changes), { version: 1, hasPorted: false }, settings);
}

/** The routing of a document that was checked. */
export function testRouting(changes: Partial<RoutingDocument> = {}): Routing {
  const read = readRouting(JSON.stringify(testDocument(changes)), testSettings);
  if (!read.ok) throw new Error(`the document is not usable: ${JSON.stringify(read.problems)}`);
  return compileFor(changes, testSettings);
}

/** What the simulator's variables are when it runs. */
export const simulatorVariables = {
  SIMULATOR_URL: 'http://127.0.0.1:4000',
  SIMULATOR_INFOBIP_KEY: 'key',
  SIMULATOR_SMPP_HOST: '127.0.0.1',
  SIMULATOR_SMPP_PORT: 4001,
  SIMULATOR_SMPP_SYSTEM_ID: 'jokko',
  SIMULATOR_SMPP_PASSWORD: 'secret',
};
