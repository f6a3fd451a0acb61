// Reads the command line and the environment.

import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isNearAddress } from './near-address.ts';

/** What its user can put right. */
export class Mistake extends Error {}

export interface Gateway {
  /** Without a slash at the end. */
  url: string;
  key: string;
}

export interface ListenCommand {
  name: 'listen';
  gateway: Gateway;
  /** Null: callbacks are shown, and go nowhere. */
  forwardTo: string | null;
  /** Leaves out what arrived while nobody listened. */
  fromNow: boolean;
  /** Where the place in the stream is kept. */
  stateFolder: string;
  /** `whsec_…`: to check callbacks that go nowhere, and to sign what is sent as an old one. */
  secret: string | null;
}

export interface TriggerCommand {
  name: 'trigger';
  gateway: Gateway;
  event: TriggerEvent;
  amount: number;
  service: string;
}

export interface McpCommand {
  name: 'mcp';
  /** Without a slash at the end. */
  url: string;
  /** Undefined: none was given; the documentation needs none. */
  key: string | undefined;
  secret: string | null;
}

export interface ScenariosCommand {
  name: 'scenarios';
  gateway: Gateway;
  forwardTo: string;
  /** Absent: all of them. */
  only: string[] | undefined;
  /** An externalTransactionId that the receiver knows. */
  order: string | undefined;
  direction: string;
  /** How long the calls of the program are watched, once the callbacks were posted. */
  watchSeconds: number;
  /** Where the certificate goes, once everything has passed. */
  certificate: string | undefined;
  /** The report as JSON, for programs. */
  json: boolean;
}

type Command = { name: 'help' } | ListenCommand | TriggerCommand | McpCommand | ScenariosCommand;

export const triggerEvents = {
  'payment.succeeded': '0001',
  'payment.failed': '9026',
  timeout: '8000',
  late: '8001',
  twice: '8002',
} as const;
export type TriggerEvent = keyof typeof triggerEvents;

export const usage = `Usage:
  jokko-dev listen [--forward-to http://localhost:3000/callback] [--from-now] [--yes]
  jokko-dev trigger ${Object.keys(triggerEvents).join('|')} [--amount 500] [--service CODE]
  jokko-dev mcp
  jokko-dev scenarios --forward-to http://localhost:3000/callback [--only late,forgedHash]
      [--order ID] [--direction collect|payOut|both] [--watch 60] [--json]
      [--certificate FILE]

All take --url (or JOKKO_URL; http://127.0.0.1:8080 unless given) and --key (or JOKKO_KEY).

listen shows each callback of the account, and posts it to an address on this machine, with the
bytes and signatures that a server gets. It goes on where it ended; --from-now leaves out what
arrived meanwhile. Keys: r sends the last one again, d sends it twice, f sends a forged one, o one
that is too old, q ends. --secret whsec_… (or JOKKO_WEBHOOK_SECRET) checks the signatures where
nothing is posted, and signs what is sent too old.

trigger makes a test payment in the sandbox whose outcome is known beforehand.

mcp is a server of the Model Context Protocol on standard input and output, for assistants: they
read the documentation, and with a key of a sandbox make and examine test payments.

scenarios posts genuine and forged callbacks to your receiver, watches the calls of your program for
so many seconds (--watch), and reports pass, fail or not seen for each of eighteen bad days. It ends
with 1 when one failed. --order names an externalTransactionId that your server knows, where it
refuses others. --certificate keeps the signed report of a whole test without a failure.
`;

const options = {
  url: { type: 'string' },
  key: { type: 'string' },
  secret: { type: 'string' },
  'forward-to': { type: 'string' },
  'from-now': { type: 'boolean' },
  yes: { type: 'boolean' },
  amount: { type: 'string' },
  service: { type: 'string' },
  only: { type: 'string' },
  order: { type: 'string' },
  direction: { type: 'string' },
  watch: { type: 'string' },
  certificate: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const usualUrl = 'http://127.0.0.1:8080';

type Environment = { readonly [name: string]: string | undefined };

export function readCommand(words: readonly string[], environment: Environment): Command {
  const { values, positionals } = parse(words);
  const [name, event, ...more] = positionals;
  if (name === undefined || name === 'help' || values.help === true) return { name: 'help' };
  if (more.length > 0) throw new Mistake(`${more.join(' ')}: one word too many. ${seeHelp}`);
  const gateway = (): Gateway => ({
    url: readUrl('--url', values.url ?? environment['JOKKO_URL'] ?? usualUrl),
    key: readKey(values.key ?? environment['JOKKO_KEY']),
  });
  if (name === 'listen') {
    return {
      name,
      forwardTo: readTarget(values['forward-to'] ?? event, values.yes === true),
      gateway: gateway(),
      fromNow: values['from-now'] === true,
      stateFolder: environment['XDG_STATE_HOME'] ?? join(homedir(), '.local/state'),
      secret: values.secret ?? environment['JOKKO_WEBHOOK_SECRET'] ?? null,
    };
  }
  if (name === 'trigger') {
    return {
      name,
      event: readEvent(event),
      gateway: gateway(),
      amount: readAmount(values.amount ?? '500'),
      service: values.service ?? 'OPA_SN_API_CASH_OUT',
    };
  }
  if (name === 'mcp') return readMcp(values, environment);
  if (name === 'scenarios') {
    if (values.only !== undefined && values.certificate !== undefined)
      throw new Mistake('--certificate is given for a whole test: leave out --only.');
    return {
      name,
      forwardTo: needTarget(readTarget(values['forward-to'] ?? event, values.yes === true)),
      gateway: gateway(),
      only: values.only?.split(','),
      order: values.order,
      direction: values.direction ?? 'collect',
      watchSeconds: readSeconds(values.watch ?? '0'),
      certificate: values.certificate,
      json: values.json === true,
    };
  }
  throw new Mistake(`${name} is no command of jokko-dev. ${seeHelp}`);
}

function readMcp(
  { url, key, secret }: ReturnType<typeof parse>['values'],
  environment: Environment,
): McpCommand {
  return {
    name: 'mcp',
    url: readUrl('--url', url ?? environment['JOKKO_URL'] ?? usualUrl),
    key: key ?? environment['JOKKO_KEY'],
    secret: secret ?? environment['JOKKO_WEBHOOK_SECRET'] ?? null,
  };
}

const seeHelp = 'See jokko-dev --help.';

function parse(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    throw new Mistake(`${(error as Error).message} ${seeHelp}`);
  }
}

export function readUrl(name: string, text: string): string {
  const address = /^[a-z]+:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(address) || !/^https?:/i.test(address))
    throw new Mistake(`${name} takes an address such as http://localhost:3000, not ${text}.`);
  const { href, username, password } = new URL(address);
  if (username !== '' || password !== '')
    throw new Mistake(`${name} takes an address without a user or password.`);
  return href.replace(/\/$/, '');
}

export function readKey(key: string | undefined): string {
  if (key === undefined || key === '')
    throw new Mistake(
      'Give the API key in JOKKO_KEY or with --key. The sandbox prints it when it starts.',
    );
  if (key.startsWith('js_'))
    throw new Mistake(
      'This is a key of the SMS interface: give the API key, which begins with jk_.',
    );
  return key;
}

function readTarget(text: string | undefined, isSure: boolean): string | null {
  if (text === undefined) return null;
  const target = readUrl('--forward-to', text);
  const { hostname } = new URL(target);
  if (!isSure && !isNearAddress(hostname))
    throw new Mistake(
      `${hostname} is not on this machine or its network, and callbacks hold the data of payers. Add --yes if it is yours.`,
    );
  return target;
}

function needTarget(target: string | null): string {
  if (target === null)
    throw new Mistake('Give the address of your receiver: --forward-to http://localhost:3000/cb.');
  return target;
}

const watchSecondsMax = 3_600;

function readSeconds(text: string): number {
  const seconds = Number(text);
  if (!Number.isSafeInteger(seconds) || seconds < 0 || seconds > watchSecondsMax)
    throw new Mistake(`--watch takes up to ${watchSecondsMax} seconds, not ${text}.`);
  return seconds;
}

function readEvent(text: string | undefined): TriggerEvent {
  if (text !== undefined && Object.hasOwn(triggerEvents, text)) return text as TriggerEvent;
  throw new Mistake(`trigger takes one of ${Object.keys(triggerEvents).join(', ')}.`);
}

function readAmount(text: string): number {
  const amount = Number(text);
  if (!Number.isSafeInteger(amount) || amount <= 0)
    throw new Mistake(`--amount takes a whole number such as 500, not ${text}.`);
  return amount;
}
