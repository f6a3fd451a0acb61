// Derives the settings of a session, including all its timeouts, from its configuration.

import type { Backoff } from '@jokko/connectors/kit/carrier';
import type { StatusTable } from './submit/status-table.ts';
import { parseStatusOverrides } from './submit/status-table.ts';
import type { SubmitSettings } from './submit/prepare.ts';
import type { IdFormats } from './receipt/spellings.ts';
import type { SmppConfig } from './config.ts';
import type { Address } from './codec/encode.ts';

export type BindMode = 'transceiver' | 'transmitter' | 'receiver';

/**
 * Milliseconds. Those that configuration does not set are fields all the same, so that tests need
 * not wait for them.
 */
export interface Times {
  connect: number;
  /** The time limit of every request, the bind included. */
  response: number;
  /** Nothing was heard for so long: ask. */
  enquireIdle: number;
  enquireAnswer: number;
  /** For the answer to our unbind, and for late answers after the peer's. */
  unbind: number;
  /**
   * A bind that lasted so long was a good one: the next reconnect begins with the shortest delay.
   */
  steady: number;
  /**
   * First and longest delay before the next attempt: after a loss; after the operator refused who
   * we are; while it still counts the old bind.
   */
  lost: Backoff;
  /** Nobody listens there: asking costs them nothing. */
  absent: Backoff;
  refused: Backoff;
  alreadyBound: Backoff;
  throttled: Backoff;
}

export interface TlsSettings {
  ca: string | undefined;
  servername: string | undefined;
  /** Our own certificate and its key; undefined: none is shown. */
  cert: string | undefined;
  key: string | undefined;
}

export interface Settings {
  host: string;
  port: number;
  /** Null: plain TCP. */
  tls: TlsSettings | null;
  systemId: string;
  password: string;
  systemType: string;
  /** As the bind names it: 0x34 is 3.4. */
  interfaceVersion: number;
  addressRange: Address;
  /** The binds that make up one session; the first one submits, the last one receives. */
  modes: BindMode[];
  window: number;
  ratePerSec: number | null;
  binds: number;
  submit: SubmitSettings;
  idFormats: IdFormats;
  statusOverrides: StatusTable;
  /** Receipts and messages that are being stored at one time; beyond it reading pauses. */
  unstoredMax: number;
  times: Times;
}

const versionOctets = { '3.3': 0x33, '3.4': 0x34, '5.0': 0x50 };

const defaults = { window: 10, binds: 1, responseMs: 30_000, enquireIdleMs: 30_000 };

/** Everything a session needs, of a configuration that `checkConfig` found usable. */
export function settingsOf(config: SmppConfig): Settings {
  return {
    host: config.host,
    port: Number(config.port),
    tls: tlsSettingsOf(config),
    systemId: config.systemId,
    password: config.password ?? '',
    systemType: config.systemType ?? '',
    interfaceVersion: versionOctets[config.interfaceVersion ?? '3.4'],
    addressRange: {
      ton: config.addressTon ?? 0,
      npi: config.addressNpi ?? 0,
      digits: config.addressRange ?? '',
    },
    modes: config.bindType === 'pair' ? ['transmitter', 'receiver'] : ['transceiver'],
    window: config.window ?? defaults.window,
    ratePerSec: config.ratePerSec ?? null,
    binds: config.binds ?? defaults.binds,
    submit: submitSettingsOf(config),
    idFormats: {
      response: config.responseIdFormat ?? 'auto',
      receipt: config.receiptIdFormat ?? 'auto',
    },
    statusOverrides: parseStatusOverrides(config.statusOverrides) ?? new Map<number, never>(),
    unstoredMax: 500,
    times: timesOf(config),
  };
}

function tlsSettingsOf(config: SmppConfig): TlsSettings | null {
  if (config.tls !== true) return null;
  const { tlsCa: ca, tlsServername: servername, tlsCertificate: cert, tlsKey: key } = config;
  return { ca, servername, cert, key };
}

function submitSettingsOf(config: SmppConfig): SubmitSettings {
  return {
    serviceType: config.serviceType ?? '',
    senders: {
      alphanumeric: { ton: config.alphanumericTon ?? 5, npi: config.alphanumericNpi ?? 0 },
      shortCode: { ton: config.shortCodeTon ?? 3, npi: config.shortCodeNpi ?? 0 },
      number: { ton: config.numberTon ?? 1, npi: config.numberNpi ?? 1 },
    },
    destination: { ton: config.destinationTon ?? 1, npi: config.destinationNpi ?? 1 },
    validity: config.validity ?? 'relative',
    receipts: config.receipts ?? true,
    gsmDataCoding: config.gsmDataCoding ?? 0,
    concatenation: config.concatenation ?? 'udh8',
  };
}

function timesOf(config: SmppConfig): Times {
  const enquireIdle = config.enquireLinkMs ?? defaults.enquireIdleMs;
  return {
    connect: 10_000,
    response: config.responseTimeoutMs ?? defaults.responseMs,
    enquireIdle,
    enquireAnswer: Math.min(10_000, enquireIdle),
    unbind: 1_000,
    steady: 10_000,
    lost: { first: 1_000, max: 60_000 },
    absent: { first: 1_000, max: 15_000 },
    // Operators lock accounts after a few wrong passwords.
    refused: { first: 60_000, max: 900_000 },
    alreadyBound: { first: 5_000, max: 60_000 },
    throttled: { first: 1_000, max: 16_000 },
  };
}
