// Gives the doctor's statements their pace: after each one a pause, so that payments have the
// database in between, and a size of parts that follows the time that the slowest one took.

import type { Connection, Statement } from '../db/database.ts';
import { environment } from '../environment.ts';

/** A statement of the doctor should not keep a processor for longer. */
const statementMs = 20;
const rowsMin = 500;
const rowsMax = 20_000;

export interface PacedConnection extends Connection {
  /** Rows that the next part should have. */
  readonly rows: number;
  /**
   * Ends a part: the next one is half as large where a statement of this one took too long, or
   * twice where all were quick.
   */
  endPart(): void;
}

export interface PaceOptions {
  /** Pauses as long as each statement took, beside a node that serves. */
  givesWay: boolean;
  /** For tests: each part has so many. */
  rowsOfPart?: number;
}

export function paced(
  connection: Connection,
  { givesWay, rowsOfPart }: PaceOptions,
): PacedConnection {
  let rows = rowsOfPart ?? rowsMin;
  let slowestMs = 0;
  return {
    home: connection.home,
    get broken() {
      return connection.broken;
    },
    close: () => connection.close(),
    giveBack: () => connection.giveBack(),
    drop: () => connection.drop(),
    async query<Row>(statement: Statement, values?: readonly unknown[]): Promise<Row[]> {
      const begun = environment.monotonic();
      const found = await connection.query<Row>(statement, values);
      const tookMs = environment.monotonic() - begun;
      slowestMs = Math.max(slowestMs, tookMs);
      if (givesWay) await environment.sleep(Math.ceil(tookMs));
      return found;
    },
    get rows() {
      return rows;
    },
    endPart() {
      rows = rowsOfPart ?? nextRows(rows, slowestMs);
      slowestMs = 0;
    },
  };
}

export function nextRows(rows: number, slowestMs: number): number {
  if (slowestMs > statementMs) return Math.max(rowsMin, Math.floor(rows / 2));
  return slowestMs < statementMs / 2 ? Math.min(rowsMax, rows * 2) : rows;
}
