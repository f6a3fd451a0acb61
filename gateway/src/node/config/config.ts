// Reads the configuration from the environment, the only file that does. All faults are reported
// together, by variable name.

import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { modes, type Mode } from '../../platform/db/mode.ts';
import { listensToThisMachine } from '../../platform/http/guards/own-people.ts';
import { logLevels, type LogLevel } from '../../platform/log.ts';
import type { MailServer } from '../../platform/mail/index.ts';
import type { OwnConnector } from '../own-connectors/index.ts';
import { readRetention, type Retention } from './retention.ts';
import { readText, type Environment, type Read } from './text.ts';
import {
  parseBaseUrl,
  parsePublicUrl,
  parseCertificates,
  parseChoice,
  parseDatabaseUrl,
  parseDnsServers,
  parseFile,
  parseHost,
  parseInteger,
  parseList,
  parseMailFrom,
  parseNetworks,
  parseNodeId,
  parseOrigin,
  parseRange,
  parseSecretKey,
  parseShort,
  parseSmtpUrl,
} from './parsers.ts';

export interface Config extends Retention {
  mode: Mode;
  host: string;
  /** 0 asks the system for a free port. */
  port: number;
  /** Without a slash at the end. Null: the address the server listens on. */
  publicUrl: string | null;
  /** Absolute. */
  dataDir: string;
  /** Holds a folder for each bank that exchanges files over one. Absolute. */
  bankFilesDir: string;
  /** Null: the embedded PostgreSQL below `dataDir`. */
  databaseUrl: string | null;
  /** Key-encryption key, 32 bytes. Null: generated into `dataDir` (sandbox only). */
  secretKey: Buffer | null;
  /**
   * Key-encryption keys that only open what they sealed, while it is sealed again under `secretKey`
   * (`jokko secrets rewrap`).
   */
  oldSecretKeys: Buffer[];
  /** Addresses and CIDR ranges whose forwarded addresses count. */
  trustedProxies: string[];
  /** Origins whose pages may read the GET routes: `https://site.example`, or `*`. */
  corsOrigins: string[];
  logLevel: LogLevel;
  /** Where health, readiness and metrics are served apart; null: on the main port. */
  opsPort: number | null;
  opsHost: string;
  leaseMs: number;
  /** Where other nodes reach this one; null: on `host`. */
  peerHost: string | null;
  /** 0: a free one; null: nothing is handed on between nodes. */
  peerPort: number | null;
  /** Whether somebody starts this node again; null: by the signs of it. */
  supervised: boolean | null;
  /** How long a node that is to stop says so, and goes on serving, before it closes its port. */
  drainMs: number;
  /** Whether developers may register by themselves. */
  portalRegistration: boolean;
  /** Hours until a new member counts as the second person of an approval; 0: at once. */
  newMemberHours: number;
  /** Whether everybody may read which services work. */
  publicStatus: boolean;
  /** Name servers for callbacks, `address` or `address:port`; empty: those of the system. */
  dnsServers: string[];
  /** Networks that callbacks may reach although they are not public: addresses and CIDR ranges. */
  outboundNetworks: string[];
  /**
   * PEM texts of authorities that are trusted besides the usual ones, by callbacks and by calls to
   * providers.
   */
  extraCa: string[];
  tls: { cert: Buffer; key: Buffer } | null;
  /** What e-mails to people go through; null: nobody gets any. */
  mail: MailServer | null;
  /** When status requests are too many (rule S2). */
  statusLimits: {
    perMinute: number;
    refusalsBeforeBlock: number;
    refusalWindowMs: number;
    blockMs: number;
  };
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
  /**
   * Unique among living nodes. A node that starts under the id of a dead one takes its leases at
   * once.
   */
  nodeId: string;
  /**
   * Connectors that were written elsewhere, as JOKKO_CONNECTORS names them. Relative paths begin in
   * the working directory.
   */
  connectorPackages: readonly string[];
  /** The same once they are loaded (`withOwnConnectors`); none before. */
  ownConnectors: readonly OwnConnector[];
  /** Base URL of the provider simulator. Set by `serve` once it runs; null in live mode. */
  simulatorUrl: string | null;
  /**
   * Passed on to the simulator. Keys, secrets and the SMPP account are between it and us.
   * `smppPort` is set by `serve` once it runs.
   */
  simulator: {
    port: number | null;
    smppPort: number | null;
    answer: 'async' | 'sync';
    delayMs: number;
    apiKey: string;
    noticeSecret: string;
    smppSystemId: string;
    smppPassword: string;
    /** Modules of the protocols that connectors of `ownConnectors` speak. */
    protocols: readonly string[];
  };
}

export interface ConfigFault {
  name: string;
  message: string;
}
export type ConfigResult = { ok: true; config: Config } | { ok: false; faults: ConfigFault[] };

const portMax = 65_535;
const leaseMinMs = 500;
const leaseMaxMs = 600_000;
/**
 * Longer than the longest call that a route's form allows (60 s) and its margin (15 s), so that no
 * catalogue that is put in force keeps a node from starting. The sandbox, where calls are short,
 * shows a take-over sooner.
 */
const leaseOfRealMoneyMs = 75_000;
const leaseOfSandboxMs = 30_000;
const delayMaxMs = 600_000;
/** The rest of the 30 s that a stop takes is for the work at hand. */
const drainSecondsMax = 15;
const newMemberHoursMax = 720;
const msPerSecond = 1_000;
const secondsPerDay = 86_400;
/** Each status request that may count takes memory for every transaction. */
const statusRequestsPerMinuteMax = 1_000;
/** So many moments are remembered for each caller. */
const statusRefusalsMax = 10_000;
const callsMax = 1_000_000;

/** What this process was begun with, for another run of it. */
export const ownVariables = (): Readonly<NodeJS.ProcessEnv> => process.env;

/** Settings of earlier versions. */
const removed: { readonly [name: string]: string } = {
  JOKKO_THREADS: 'a node has one thread; `jokko serve --processes N` runs N nodes on one port',
};

/** A sentence for each setting that is set and means nothing any more. */
export const removedSettings = (): string[] =>
  Object.entries(removed)
    .filter(([name]) => (process.env[name] ?? '') !== '')
    .map(([name, instead]) => `${name} is not used any more: ${instead}`);

/**
 * Reads the configuration, from the process's environment unless another is given. Touches no file
 * but those it names.
 */
export function readConfig(environment: Environment = process.env): ConfigResult {
  const faults: ConfigFault[] = [];
  const read: Read = (name, absent, parse) => {
    try {
      const text = readText(environment, name);
      return text === '' ? absent : parse(text);
    } catch (error) {
      faults.push({ name, message: error instanceof Error ? error.message : String(error) });
      return absent;
    }
  };
  const config = readAll(read, faults);
  faults.push(...combinationFaults(config, faults));
  return faults.length === 0 ? { ok: true, config } : { ok: false, faults };
}

/** What Node itself was told besides the flags of its command. */
export const nodeOptions = (): string => process.env['NODE_OPTIONS'] ?? '';

function readDirectories(read: Read): Pick<Config, 'dataDir' | 'bankFilesDir'> {
  const dataDir = resolve(read('DATA_DIR', './data', (text) => text));
  const bankFiles = join(dataDir, 'bank-files');
  return {
    dataDir,
    bankFilesDir: resolve(read('JOKKO_BANK_FILES_DIR', bankFiles, (text) => text)),
  };
}

/** Who stands before the gateway, and whose pages may call it. */
function readNeighbours(read: Read): Pick<Config, 'trustedProxies' | 'corsOrigins'> {
  return {
    trustedProxies: read('TRUSTED_PROXIES', [], (text) => parseList(text).map(parseRange)),
    corsOrigins: read('CORS_ORIGINS', [], (text) => parseList(text).map(parseOrigin)),
  };
}

function readPeer(read: Read): Pick<Config, 'peerHost' | 'peerPort'> {
  return {
    peerHost: read<string | null>('JOKKO_PEER_HOST', null, parseHost),
    peerPort: read<number | null>('JOKKO_PEER_PORT', 0, (text) =>
      text === 'off' ? null : parseInteger(text, 0, portMax),
    ),
  };
}

function readAll(read: Read, faults: ConfigFault[]): Config {
  const mode = read<Mode>('JOKKO_MODE', 'sandbox', (text) => parseChoice(text, modes));
  const port = read('PORT', 8080, (text) => parseInteger(text, 0, portMax));
  return {
    mode,
    host: read('HOST', '127.0.0.1', parseHost),
    port,
    publicUrl: read<string | null>('PUBLIC_URL', null, parsePublicUrl),
    ...readDirectories(read),
    databaseUrl: read<string | null>('DATABASE_URL', null, parseDatabaseUrl),
    secretKey: read<Buffer | null>('JOKKO_SECRET_KEY', null, parseSecretKey),
    oldSecretKeys: read('JOKKO_SECRET_KEY_OLD', [], (text) => parseList(text).map(parseSecretKey)),
    ...readNeighbours(read),
    logLevel: read<LogLevel>('LOG_LEVEL', 'info', (text) => parseChoice(text, logLevels)),
    opsPort: read<number | null>('OPS_PORT', null, (text) => parseInteger(text, 0, portMax)),
    opsHost: read('OPS_HOST', '127.0.0.1', parseHost),
    leaseMs: read(
      'JOKKO_LEASE_MS',
      mode === 'sandbox' ? leaseOfSandboxMs : leaseOfRealMoneyMs,
      (text) => parseInteger(text, leaseMinMs, leaseMaxMs),
    ),
    ...readPeer(read),
    supervised: read<boolean | null>(
      'JOKKO_SUPERVISED',
      null,
      (text) => parseChoice(text, ['on', 'off']) === 'on',
    ),
    drainMs:
      read('JOKKO_DRAIN_SECONDS', 0, (text) => parseInteger(text, 0, drainSecondsMax)) *
      msPerSecond,
    newMemberHours: read('JOKKO_NEW_MEMBER_HOURS', mode === 'sandbox' ? 0 : 24, (text) =>
      parseInteger(text, 0, newMemberHoursMax),
    ),
    publicStatus: read(
      'JOKKO_PUBLIC_STATUS',
      false,
      (text) => parseChoice(text, ['on', 'off']) === 'on',
    ),
    portalRegistration: read(
      'JOKKO_PORTAL_REGISTRATION',
      mode === 'sandbox',
      (text) => parseChoice(text, ['on', 'off']) === 'on',
    ),
    ...readRetention(read),
    dnsServers: read('JOKKO_DNS_SERVERS', [], parseDnsServers),
    outboundNetworks: read('JOKKO_OUTBOUND_ALLOW', [], parseNetworks),
    extraCa: read<string[]>('JOKKO_EXTRA_CA', [], parseCertificates),
    tls: readTls(read, faults),
    mail: readMail(read, faults),
    statusLimits: readStatusLimits(read),
    admission: readAdmission(read),
    nodeId: read('JOKKO_NODE_ID', defaultNodeId(port), parseNodeId),
    connectorPackages: read('JOKKO_CONNECTORS', [], parseList),
    ownConnectors: [],
    simulatorUrl: read<string | null>('SIMULATOR_URL', null, parseBaseUrl),
    simulator: readSimulator(read),
  };
}

function readSimulator(read: Read): Config['simulator'] {
  return {
    port: read<number | null>('SIMULATOR_PORT', null, (text) => parseInteger(text, 1, portMax)),
    smppPort: read<number | null>('SIMULATOR_SMPP_PORT', null, (text) =>
      parseInteger(text, 1, portMax),
    ),
    answer: read<'async' | 'sync'>('SIM_ANSWER', 'async', (text) =>
      parseChoice(text, ['async', 'sync']),
    ),
    delayMs: read('SIM_DELAY_MS', 1_000, (text) => parseInteger(text, 0, delayMaxMs)),
    apiKey: read('SIM_API_KEY', 'sandbox-api-key', (text) => text),
    noticeSecret: read('SIM_NOTICE_SECRET', 'sandbox-notice-secret', (text) => text),
    smppSystemId: read('SIM_SMPP_SYSTEM_ID', 'jokko', (text) => parseShort(text, 15)),
    smppPassword: read('SIM_SMPP_PASSWORD', 'secret', (text) => parseShort(text, 8)),
    protocols: [],
  };
}

function readStatusLimits(read: Read): Config['statusLimits'] {
  return {
    perMinute: read('JOKKO_LOOK_UPS_PER_MINUTE', 3, (text) =>
      parseInteger(text, 1, statusRequestsPerMinuteMax),
    ),
    refusalsBeforeBlock: read('JOKKO_LOOK_UP_REFUSALS', 200, (text) =>
      parseInteger(text, 1, statusRefusalsMax),
    ),
    refusalWindowMs:
      read('JOKKO_LOOK_UP_REFUSAL_SECONDS', 600, (text) => parseInteger(text, 1, secondsPerDay)) *
      msPerSecond,
    blockMs:
      read('JOKKO_LOOK_UP_BLOCK_SECONDS', 600, (text) => parseInteger(text, 1, secondsPerDay)) *
      msPerSecond,
  };
}

function readAdmission(read: Read): Config['admission'] {
  return {
    inFlightMax: read('JOKKO_IN_FLIGHT', 4_096, (text) => parseInteger(text, 5, callsMax)),
    accountInFlightMax: read('JOKKO_ACCOUNT_IN_FLIGHT', 512, (text) =>
      parseInteger(text, 1, callsMax),
    ),
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
  if (cert === null && key !== null && !faulty)
    faults.push({ name: 'TLS_CERT', message: 'is needed together with TLS_KEY' });
  if (key === null && cert !== null && !faulty)
    faults.push({ name: 'TLS_KEY', message: 'is needed together with TLS_CERT' });
  return null;
}

function readMail(read: Read, faults: ConfigFault[]): Config['mail'] {
  const url = read<string | null>('JOKKO_SMTP_URL', null, parseSmtpUrl);
  const from = read<string | null>('JOKKO_MAIL_FROM', null, parseMailFrom);
  if (url !== null && from !== null) return { url, from };
  if (url !== null && !faults.some(({ name }) => name === 'JOKKO_MAIL_FROM'))
    faults.push({ name: 'JOKKO_MAIL_FROM', message: 'is needed together with JOKKO_SMTP_URL' });
  return null;
}

/**
 * What single variables cannot tell: which combinations are refused. Silent about variables that
 * are faulty already.
 */
function combinationFaults(config: Config, known: ConfigFault[]): ConfigFault[] {
  const faults: ConfigFault[] = [];
  const isFaulty = (...names: string[]): boolean =>
    known.some((fault) => names.includes(fault.name));
  if (config.mode !== 'sandbox') {
    if (config.secretKey === null && !isFaulty('JOKKO_SECRET_KEY')) {
      faults.push({
        name: 'JOKKO_SECRET_KEY',
        message:
          'is required in rehearsal and live mode: base64 of 32 random bytes (openssl rand -base64 32)',
      });
    }
    const guarded = config.tls !== null || config.trustedProxies.length > 0;
    if (
      !listensToThisMachine(config) &&
      !guarded &&
      !isFaulty('HOST', 'TLS_CERT', 'TLS_KEY', 'TRUSTED_PROXIES')
    ) {
      faults.push({
        name: 'HOST',
        message:
          'is not loopback: rehearsal and live mode then need TLS_CERT and TLS_KEY, or TRUSTED_PROXIES',
      });
    }
    if (config.simulatorUrl !== null)
      faults.push({ name: 'SIMULATOR_URL', message: 'is for the sandbox only' });
  }
  if (
    config.opsPort !== null &&
    config.opsPort !== 0 &&
    config.opsPort === config.port &&
    !isFaulty('PORT')
  ) {
    faults.push({ name: 'OPS_PORT', message: 'must differ from PORT' });
  }
  return faults;
}
