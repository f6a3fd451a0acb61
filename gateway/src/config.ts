// How was this process asked to run? The only file that reads the environment. Every fault is reported at once, by variable name.

import { X509Certificate } from 'node:crypto';
import { Resolver } from 'node:dns';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { networksProblem } from './outbound/networks.ts';

export type Mode = 'sandbox' | 'live';
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface Config {
  mode: Mode;
  host: string;
  /** 0 asks the system for a free port. */
  port: number;
  /** Without a slash at the end. Null: the address the server listens on. */
  publicUrl: string | null;
  /** Absolute. */
  dataDir: string;
  /** Null: the embedded PostgreSQL below `dataDir`. */
  databaseUrl: string | null;
  /** Key-encryption key, 32 bytes. Null: generated into `dataDir` (sandbox only). */
  secretKey: Buffer | null;
  /** Key-encryption keys that only open what they sealed, while it is sealed again under `secretKey` (`jokko secrets rewrap`). */
  oldSecretKeys: Buffer[];
  /** Addresses and CIDR ranges whose forwarded addresses count. */
  trustedProxies: string[];
  /** Origins whose pages may read the GET routes: `https://site.example`, or `*`. */
  corsOrigins: string[];
  logLevel: LogLevel;
  /** Where health, readiness and metrics are served apart; null: on the main port. */
  opsPort: number | null;
  leaseMs: number;
  /** Whether developers may register by themselves. */
  portalRegistration: boolean;
  /** Whether everybody may read which services work. */
  publicStatus: boolean;
  /** How long receivers' answers stay in the delivery log. */
  callbackLogDays: number;
  /** How long failed attempts of callbacks that are delivered or parked stay. */
  callbackAttemptDays: number;
  /** How long the ids that operators gave to messages are kept after these have ended. */
  smsPartDays: number;
  /** How long texts of messages are kept, and whole messages. */
  smsTextDays: number;
  smsDays: number;
  /** Name servers for callbacks, `address` or `address:port`; empty: those of the system. */
  dnsServers: string[];
  /** Networks that callbacks may reach although they are not public: addresses and CIDR ranges. */
  outboundNetworks: string[];
  /** PEM texts of authorities that are trusted besides the usual ones, by callbacks and by calls to providers. */
  extraCa: string[];
  tls: { cert: Buffer; key: Buffer } | null;
  /** When status look-ups are too many (rule S2). */
  lookUps: { perMinute: number; refusalsBeforeBlock: number; refusalWindowMs: number; blockMs: number };
  /** How much this node takes on at once. */
  admission: {
    /** Requests under way, of all accounts. */
    inFlightMax: number;
    accountInFlightMax: number;
    /** Calls a second of an account that has no rate of its own; 0: no limit. */
    accountRate: number;
    /** Calls that may come at once after a pause; 0: those of one second. */
    accountBurst: number;
  };
  /** Unique among living nodes. A node that starts under the id of a dead one takes its leases at once. */
  nodeId: string;
  /** Base URL of the provider simulator. Set by `serve` once it runs; null in live mode. */
  simulatorUrl: string | null;
  /** Passed on to the simulator. Keys, secrets and the SMPP account are between it and us. `smppPort` is set by `serve` once it runs. */
  simulator: {
    port: number | null;
    smppPort: number | null;
    answer: 'async' | 'sync';
    delayMs: number;
    apiKey: string;
    noticeSecret: string;
    smppSystemId: string;
    smppPassword: string;
  };
}

export interface ConfigFault {
  name: string;
  message: string;
}
export type ConfigResult = { ok: true; config: Config } | { ok: false; faults: ConfigFault[] };

interface Environment {
  readonly [name: string]: string | undefined;
}
/** Reads one variable; `parse` throws a sentence that says what is wrong. Empty counts as absent. */
type Read = <T>(name: string, absent: T, parse: (text: string) => T) => T;

const portMax = 65_535;
const secretKeyBytes = 32;
const leaseMinMs = 500;
const leaseMaxMs = 600_000;
const delayMaxMs = 600_000;
const callbackLogDaysMax = 3_650;
const smsDaysMax = 3_650;
const msPerSecond = 1_000;
const secondsPerDay = 86_400;
/** Each look-up that may count takes memory for every transaction. */
const lookUpsPerMinuteMax = 1_000;
/** So many moments are remembered for each caller. */
const lookUpRefusalsMax = 10_000;
const callsMax = 1_000_000;

/** Reads the configuration, from the process's environment unless another is given. Touches no file but those it names. */
export function readConfig(environment: Environment = process.env): ConfigResult {
  const faults: ConfigFault[] = [];
  const read: Read = (name, absent, parse) => {
    const text = environment[name]?.trim();
    if (text === undefined || text === '') return absent;
    try {
      return parse(text);
    } catch (error) {
      faults.push({ name, message: error instanceof Error ? error.message : String(error) });
      return absent;
    }
  };
  const config = readAll(read, faults);
  faults.push(...combinationFaults(config, faults));
  return faults.length === 0 ? { ok: true, config } : { ok: false, faults };
}

function readAll(read: Read, faults: ConfigFault[]): Config {
  const mode = read<Mode>('JOKKO_MODE', 'sandbox', (text) => parseChoice(text, ['sandbox', 'live']));
  const port = read('PORT', 8080, (text) => parseInteger(text, 0, portMax));
  return {
    mode,
    host: read('HOST', '127.0.0.1', parseHost),
    port,
    publicUrl: read<string | null>('PUBLIC_URL', null, parseBaseUrl),
    dataDir: resolve(read('DATA_DIR', './data', (text) => text)),
    databaseUrl: read<string | null>('DATABASE_URL', null, parseDatabaseUrl),
    secretKey: read<Buffer | null>('JOKKO_SECRET_KEY', null, parseSecretKey),
    oldSecretKeys: read('JOKKO_SECRET_KEY_OLD', [], (text) => parseList(text).map(parseSecretKey)),
    trustedProxies: read('TRUSTED_PROXIES', [], (text) => parseList(text).map(parseRange)),
    corsOrigins: read('CORS_ORIGINS', [], (text) => parseList(text).map(parseOrigin)),
    logLevel: read<LogLevel>('LOG_LEVEL', 'info', (text) => parseChoice(text, logLevels)),
    opsPort: read<number | null>('OPS_PORT', null, (text) => parseInteger(text, 0, portMax)),
    leaseMs: read('JOKKO_LEASE_MS', 30_000, (text) => parseInteger(text, leaseMinMs, leaseMaxMs)),
    publicStatus: read('JOKKO_PUBLIC_STATUS', false, (text) => parseChoice(text, ['on', 'off']) === 'on'),
    portalRegistration: read('JOKKO_PORTAL_REGISTRATION', mode === 'sandbox', (text) => parseChoice(text, ['on', 'off']) === 'on'),
    callbackLogDays: read('JOKKO_CALLBACK_LOG_DAYS', 30, (text) => parseInteger(text, 1, callbackLogDaysMax)),
    callbackAttemptDays: read('JOKKO_CALLBACK_ATTEMPT_DAYS', 90, (text) => parseInteger(text, 1, callbackLogDaysMax)),
    smsPartDays: read('JOKKO_SMS_PART_DAYS', 30, (text) => parseInteger(text, 1, smsDaysMax)),
    smsTextDays: read('JOKKO_SMS_TEXT_DAYS', 30, (text) => parseInteger(text, 1, smsDaysMax)),
    smsDays: read('JOKKO_SMS_DAYS', 365, (text) => parseInteger(text, 1, smsDaysMax)),
    dnsServers: read('JOKKO_DNS_SERVERS', [], parseDnsServers),
    outboundNetworks: read('JOKKO_OUTBOUND_ALLOW', [], parseNetworks),
    extraCa: read<string[]>('JOKKO_EXTRA_CA', [], parseCertificates),
    tls: readTls(read, faults),
    lookUps: readLookUps(read),
    admission: readAdmission(read),
    nodeId: read('JOKKO_NODE_ID', defaultNodeId(port), parseNodeId),
    simulatorUrl: read<string | null>('SIMULATOR_URL', null, parseBaseUrl),
    simulator: {
      port: read<number | null>('SIMULATOR_PORT', null, (text) => parseInteger(text, 1, portMax)),
      smppPort: read<number | null>('SIMULATOR_SMPP_PORT', null, (text) => parseInteger(text, 1, portMax)),
      answer: read<'async' | 'sync'>('SIM_ANSWER', 'async', (text) => parseChoice(text, ['async', 'sync'])),
      delayMs: read('SIM_DELAY_MS', 1_000, (text) => parseInteger(text, 0, delayMaxMs)),
      apiKey: read('SIM_API_KEY', 'sandbox-api-key', (text) => text),
      noticeSecret: read('SIM_NOTICE_SECRET', 'sandbox-notice-secret', (text) => text),
      smppSystemId: read('SIM_SMPP_SYSTEM_ID', 'jokko', (text) => parseShort(text, 15)),
      smppPassword: read('SIM_SMPP_PASSWORD', 'secret', (text) => parseShort(text, 8)),
    },
  };
}

function readLookUps(read: Read): Config['lookUps'] {
  return {
    perMinute: read('JOKKO_LOOK_UPS_PER_MINUTE', 3, (text) => parseInteger(text, 1, lookUpsPerMinuteMax)),
    refusalsBeforeBlock: read('JOKKO_LOOK_UP_REFUSALS', 200, (text) => parseInteger(text, 1, lookUpRefusalsMax)),
    refusalWindowMs: read('JOKKO_LOOK_UP_REFUSAL_SECONDS', 600, (text) => parseInteger(text, 1, secondsPerDay)) * msPerSecond,
    blockMs: read('JOKKO_LOOK_UP_BLOCK_SECONDS', 600, (text) => parseInteger(text, 1, secondsPerDay)) * msPerSecond,
  };
}

function readAdmission(read: Read): Config['admission'] {
  return {
    inFlightMax: read('JOKKO_IN_FLIGHT', 4_096, (text) => parseInteger(text, 5, callsMax)),
    accountInFlightMax: read('JOKKO_ACCOUNT_IN_FLIGHT', 512, (text) => parseInteger(text, 1, callsMax)),
    accountRate: read('JOKKO_ACCOUNT_RATE', 0, (text) => parseInteger(text, 0, callsMax)),
    accountBurst: read('JOKKO_ACCOUNT_BURST', 0, (text) => parseInteger(text, 0, callsMax)),
  };
}

/** Two nodes on one machine differ by port; where the system chooses the port, by process. */
function defaultNodeId(port: number): string {
  return port === 0 ? `${hostname()}-pid-${process.pid}` : `${hostname()}-${port}`;
}

function readTls(read: Read, faults: ConfigFault[]): Config['tls'] {
  const cert = read<Buffer | null>('TLS_CERT', null, parseFile);
  const key = read<Buffer | null>('TLS_KEY', null, parseFile);
  if (cert !== null && key !== null) return { cert, key };
  const faulty = faults.some((fault) => fault.name.startsWith('TLS_'));
  if (cert === null && key !== null && !faulty) faults.push({ name: 'TLS_CERT', message: 'is needed together with TLS_KEY' });
  if (key === null && cert !== null && !faulty) faults.push({ name: 'TLS_KEY', message: 'is needed together with TLS_CERT' });
  return null;
}

/** What single variables cannot tell: which combinations are refused. Silent about variables that are faulty already. */
function combinationFaults(config: Config, known: ConfigFault[]): ConfigFault[] {
  const faults: ConfigFault[] = [];
  const isFaulty = (...names: string[]): boolean => known.some((fault) => names.includes(fault.name));
  if (config.mode === 'live') {
    if (config.secretKey === null && !isFaulty('JOKKO_SECRET_KEY')) {
      faults.push({ name: 'JOKKO_SECRET_KEY', message: 'is required in live mode: base64 of 32 random bytes (openssl rand -base64 32)' });
    }
    const guarded = config.tls !== null || config.trustedProxies.length > 0;
    if (!isLoopback(config.host) && !guarded && !isFaulty('HOST', 'TLS_CERT', 'TLS_KEY', 'TRUSTED_PROXIES')) {
      faults.push({ name: 'HOST', message: 'is not loopback: live mode then needs TLS_CERT and TLS_KEY, or TRUSTED_PROXIES' });
    }
    if (config.simulatorUrl !== null) faults.push({ name: 'SIMULATOR_URL', message: 'is for the sandbox only' });
  }
  if (config.opsPort !== null && config.opsPort !== 0 && config.opsPort === config.port && !isFaulty('PORT')) {
    faults.push({ name: 'OPS_PORT', message: 'must differ from PORT' });
  }
  return faults;
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

function parseInteger(text: string, minimum: number, maximum: number): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= minimum && value <= maximum)) throw new Error(`must be a whole number from ${minimum} to ${maximum}`);
  return value;
}

/** SMPP allows so many characters. */
function parseShort(text: string, most: number): string {
  if (text.length > most) throw new Error(`must not be longer than ${most} characters`);
  return text;
}

function parseChoice<T extends string>(text: string, choices: readonly T[]): T {
  const choice = choices.find((candidate) => candidate === text);
  if (choice === undefined) throw new Error(`must be one of ${choices.join(', ')}`);
  return choice;
}

function parseHost(text: string): string {
  if (isIP(text) === 0 && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text)) throw new Error('must be an address or a host name');
  return text;
}

function parseBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const plain = url !== null && url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  if (!plain || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new Error('must be an absolute http or https URL without query, fragment or user');
  }
  return url.href.replace(/\/+$/, '');
}

function parseDatabaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol)) throw new Error('must be a URL postgres://user:password@host:port/database');
  return text;
}

function parseSecretKey(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== secretKeyBytes || bytes.toString('base64') !== text) throw new Error('must be the base64 of exactly 32 bytes');
  if (bytes.every((byte) => byte === bytes[0])) throw new Error('is not random: use openssl rand -base64 32');
  return bytes;
}

function parseList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function parseOrigin(text: string): string {
  if (text !== '*' && !(URL.canParse(text) && new URL(text).origin === text))
    throw new Error(`${text} is not an origin such as https://site.example`);
  return text;
}

function parseRange(text: string): string {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  const bits = version === 4 ? 32 : 128;
  const prefixFits = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
  if (version === 0 || !prefixFits || rest.length > 0) throw new Error(`${text} is not an address or a CIDR range`);
  return text;
}

function parseNetworks(text: string): string[] {
  const networks = parseList(text).map(parseRange);
  const problem = networksProblem(networks);
  if (problem !== null) throw new Error(problem);
  return networks;
}

function parseCertificates(path: string): string[] {
  const blocks = parseFile(path)
    .toString('latin1')
    .match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  if (blocks === null) throw new Error('holds no certificate in PEM form');
  for (const block of blocks) if (!isCertificate(block)) throw new Error('holds a certificate that cannot be read');
  return blocks;
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

function parseDnsServers(text: string): string[] {
  const servers = parseList(text);
  try {
    new Resolver().setServers(servers);
  } catch {
    throw new Error('must be a comma-separated list of addresses, each with an optional port (127.0.0.1:5353)');
  }
  return servers;
}

function parseNodeId(text: string): string {
  if (!/^[\w.:-]{1,100}$/.test(text)) throw new Error('must be 1 to 100 letters, digits, dots, colons, dashes or underscores');
  return text;
}

function parseFile(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new Error(`cannot be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}`, { cause: error });
  }
}
