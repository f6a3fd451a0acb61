// Interface of a connector whose protocol is files instead of calls, as banks have it: many orders
// leave in one file, and results come in files hours or days later. The core groups the orders,
// stores the bytes, carries files over a folder or SFTP and remembers what it has read; a connector
// only makes and reads bytes, so every member is pure. What the provider has put is read in a
// thread, so that what is read from it is data.

import type { Failed, Pending, Succeeded } from './outcome.ts';
import type { Prepared } from './prepared.ts';
import type { ProviderEvent } from './provider-event.ts';
import type { StatementDay, StatementLine } from './statement-line.ts';

export interface FileProtocol<Config> {
  /** When files may leave; both times in ms since 1970. */
  window(config: Config, nowMs: number): FileWindow;
  /** Orders in one file at most. */
  ordersMax(config: Config): number;
  /**
   * The file of these orders. `reference` is unique for ever, of at most 35 letters and digits; the
   * same orders, reference and time give the same bytes.
   */
  assemble(
    config: Config,
    orders: readonly Prepared[],
    file: { reference: string; madeAtMs: number },
  ): { name: string; bytes: Buffer };
  /**
   * The row of a payment of our own, such as a settlement, as `prepare` makes that of an order.
   * Null: it cannot be paid so.
   */
  preparePayout?(config: Config, payout: Payout): Prepared | null;
  place(config: Config): FilePlace;
  /** Reads a file of the provider. Never throws on garbage: it is `refused` with a reason. */
  read(config: Config, file: ReceivedFile): FileReading;
  /** The provider's reference of an order of ours where its files name none of its own. */
  theirsOf(ours: string): string;
  /**
   * The record of a day (`2026-11-22`) by the provider's files that say anything of it, oldest
   * first, and one that covers a later day. `none` while no file covers the day.
   */
  statement(config: Config, files: readonly ReceivedFile[], day: string): FiledDay;
}

/** A payment to an account that nobody ordered by the interface. */
export interface Payout {
  /** Ours, of at most 35 letters, digits and dashes. */
  reference: string;
  /** Ten-thousandths. */
  amount: bigint;
  currency: string;
  /** RIB or IBAN. */
  account: string;
  /** The country of the account's bank, ISO 3166 alpha-2. */
  country: string;
  holder: string;
}

export interface FileWindow {
  /** Whether a file may leave now. */
  open: boolean;
  /** When the next file leaves: orders that come now wait until then. */
  nextMs: number;
}

/** Where files are exchanged. Names of folders are plain; files never leave them. */
export type FilePlace =
  | { kind: 'folder'; folder: string }
  | {
      kind: 'sftp';
      host: string;
      port: number;
      user: string;
      password: string | undefined;
      /** OpenSSH or PEM. */
      privateKey: string | undefined;
      /** SHA-256 of the server's key, base64 without padding, as `ssh-keygen -lf` shows it. */
      hostKey: string;
      folders: FileFolders;
    };
export interface FileFolders {
  toProvider: string;
  fromProvider: string;
  /** Where files go once they are read; null: the provider removes them. */
  archive: string | null;
}

export interface ReceivedFile {
  name: string;
  bytes: Buffer;
}

export type FileReading =
  | {
      kind: 'read';
      /** In the protocol's own words, for people: `pain.002.001.03`. */
      type: string;
      events: ProviderEvent[];
      /** Statuses of whole files. */
      fileEvents: FileEvent[];
      /**
       * What was said and proves nothing, such as a refusal of what the provider has had before:
       * for users to look at.
       */
      doubts: FileDoubt[];
      /** What was left alone, for people, such as entries that are not booked yet. */
      notes?: string[];
      /** What moved on our account, where the file is a statement. */
      lines: StatementLine[];
      /**
       * Days (`2026-11-22`, by the provider's clock) of whose movements it says anything: their
       * statements are read again.
       */
      days: string[];
      /** Those of them that it is a statement of: what it does not list has not moved. */
      coveredDays: string[];
    }
  | { kind: 'refused'; reason: string };

export type FiledDay =
  { kind: 'read'; lines: StatementLine[]; said: StatementDay } | { kind: 'none'; reason: string };

/** About one order (`ours`), or all of a file (`file`). */
export interface FileDoubt {
  ours?: string;
  file?: string;
  evidence: string;
}

/**
 * A status that holds for every order of one of our files but those that the provider lists apart.
 */
export interface FileEvent {
  /** Our reference of the file. */
  file: string;
  /** Our references of the orders that have a status of their own. */
  except: string[];
  /** How many orders the provider says are in the file, if it says so. */
  orders?: number;
  dedupeKey: string;
  outcome: OutcomeOfAll;
}

/** What is the same for all orders of a file: an outcome without the references of one. */
export type OutcomeOfAll =
  | Pick<Pending, 'kind' | 'stage'>
  | Pick<Succeeded, 'kind'>
  | Pick<Failed, 'kind' | 'error' | 'executed'>;
