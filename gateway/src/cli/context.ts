// Names what the node hands to a command: the database and the secrets, and the way to providers
// and receivers. Only types stand here, so that commands know the frame and the node does the
// wiring.

import type { AddressProblem } from '@jokko/contract';
import type { ConnectionTestDeps } from '../backoffice/connection-tests/index.ts';
import type { ConnectionSettings } from '../messaging/routing/index.ts';
import type { RouteSettings } from '../payments/catalogue/index.ts';
import type { AuditEntry } from '../platform/audit/index.ts';
import type { Mode } from '../platform/db/mode.ts';
import type { OpenDatabase } from '../platform/db/database.ts';
import type { OperatorDocument } from '../platform/documents/index.ts';
import type { CarrierState, FloatLeft, TroubledService } from '../platform/health/index.ts';
import type { Probe } from '../platform/outbound/probe.ts';
import type { Secrets } from '../platform/secrets/index.ts';
import type { Output } from './output.ts';

/** Pages that a one-time link leads to. */
export type LinkPage = 'first-operator' | 'invitation' | 'reset';

export interface ListedConnector {
  name: string;
  carries: 'payments' | 'SMS';
  /** The package that it comes from; null: it is the program's own. */
  from: string | null;
  /** The members of its form. */
  fields: string[];
}

export interface ConfiguredContext {
  mode: Mode;
  /** PUBLIC_URL; null: the address that a node listens on. */
  publicUrl: string | null;
  /** A line on standard error beside the result. */
  progress: Output['progress'];
  /**
   * The connectors that routes and carrier connections can name. Throws a ConfigurationError for
   * those that cannot be loaded.
   */
  connectors(): Promise<ListedConnector[]>;
  /** What is wrong with a URL that callbacks shall be sent to; null: nothing. */
  callbackAddressProblem(
    url: string,
    rule: { httpAllowed: boolean },
  ): Promise<AddressProblem | null>;
  /** What a receiver presents in the TLS handshake right now. */
  probe(url: URL): Promise<Probe>;
}

export interface CommandContext extends ConfiguredContext {
  database: OpenDatabase;
  secrets: Secrets;
  /**
   * The same for a further cell; where there is none of this number, home's, which does not know
   * what is asked for. Throws a Refusal where it is away.
   */
  inCell(cell: number): Promise<CommandContext>;
  /** The further cells, in the order of their numbers. */
  cells(): Promise<{ number: number; name: string; url: string; catalogueVersion: number }[]>;
  /** Makes an empty database a further cell, or brings an existing one to another server. */
  changeCells: CellChanges;
  /** Names of the migrations that were applied when the database was opened. */
  migrations: readonly string[];
  /** Who appears in the audit log. */
  who: { readonly kind: 'command' };
  /** What checking and importing a catalogue needs. */
  routeSettings(): Promise<RouteSettings>;
  /** The same for the SMS routing. */
  connectionSettings(): Promise<ConnectionSettings>;
  /** Secrets of routes that expire soon, or have. */
  expiringSecrets(): Promise<string[]>;
  /** Routes, carrier connections and receivers that are not healthy. */
  troubledServices(): Promise<TroubledService[]>;
  /** What is left of our money with each provider, and how long it lasts. */
  floatsLeft(): Promise<FloatLeft[]>;
  /** How the carrier connections of SMS stand. */
  carrierStates(): Promise<CarrierState[]>;
  /** What testing the connectors of a document needs; ends with `work`. */
  withConnectors<T>(
    name: 'catalogue' | 'sms-routing',
    work: (document: OperatorDocument, deps: ConnectionTestDeps) => Promise<T>,
  ): Promise<T>;
  /** Where the provider of a route posts its notices; without PUBLIC_URL the path alone. */
  noticeUrl(route: string): Promise<string>;
  /** Where the carrier of a connection posts its notices; without PUBLIC_URL the path alone. */
  smsNoticeUrl(connection: string): Promise<string>;
  /** Adds an entry to the audit log in a transaction of its own. */
  noteAudit(entry: Omit<AuditEntry, 'who'>): Promise<void>;
  /** The URL of a one-time link. */
  portalLink(page: LinkPage, token: string): Promise<string>;
}

export interface CellChanges {
  /** Answers the number of the new cell. Throws a Refusal where the database cannot be one. */
  add(name: string, url: string): Promise<number>;
  /**
   * Copies the cell to the empty database at `url`, and lets all nodes serve it there. Throws a
   * Refusal where that cannot be.
   */
  move(number: number, url: string): Promise<MovedCell>;
  /** Takes up a move whose command has ended. */
  resumeMove(number: number): Promise<MovedCell>;
  /** Leaves the cell where it is. */
  cancelMove(number: number): Promise<void>;
}

export interface MovedCell {
  cell: number;
  /** For how long no node was to serve the cell; null: that was another command's. */
  pauseMs: number | null;
}

/** Opens contexts; the node's part of the command line. */
export interface ContextOpener {
  /** Reads the configuration only. */
  configured(output: Output): ConfiguredContext;
  /** Starts the embedded database where none runs; `close` stops it again. */
  opened(output: Output): Promise<{ context: CommandContext; close(): Promise<void> }>;
}
