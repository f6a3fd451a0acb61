// Sends statements so that those of one turn leave in one write, and those of one transaction are
// answered in one piece: PostgreSQL sends what it has when it reads a Sync, and the driver alone
// would write one behind every statement. A result's columns are described once a connection.

import pg from 'pg';
import { simpleArray } from './array-text.ts';
import type { Statement } from './statement.ts';

/** Runs one statement. Rejects with the server's error, or the connection's. */
export type Send = (statement: Statement, values: readonly unknown[]) => Promise<unknown[]>;

interface Sent {
  statement: Statement;
  values: readonly unknown[];
  rows: unknown[];
  /**
   * Why it has failed though the server reports no error: a row could not be read, or a commit was
   * a rollback.
   */
  fault?: unknown;
  resolve(rows: unknown[]): void;
  reject(error: unknown): void;
}

interface Column {
  name: string;
  read(text: string): unknown;
}

/**
 * By the names of statements. Where a table's change would give other columns the server refuses
 * the statement (`isStalePlan`).
 */
type KnownColumns = Map<string, readonly Column[]>;

/** What the driver's types do not tell of its connection. */
interface Wire {
  stream: { cork(): void; uncork(): void };
  /** Text by name: of statements that the server has prepared, and of those that it was sent. */
  parsedStatements: { [name: string]: string | undefined };
  submittedNamedStatements: { [name: string]: string | undefined };
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: readonly (string | Buffer | null)[] }): void;
  describe(message: { type: 'P' }): void;
  execute(message: object): void;
  sync(): void;
}

const { prepareValue } = (
  pg as unknown as { utils: { prepareValue(value: unknown): string | Buffer | null } }
).utils;

function written(value: unknown): string | Buffer | null {
  return (Array.isArray(value) ? simpleArray(value) : null) ?? prepareValue(value);
}

const beginsTransaction = /^begin\b/;
const endsTransaction = /^(commit|rollback)$/;

export function openPipeline(client: pg.Client): Send {
  const columns: KnownColumns = new Map();
  let turn: Sent[] = [];
  let inTransaction = false;
  const leave = (): void => {
    let together: Sent[] = [];
    const { stream } = (client as unknown as { connection: Wire }).connection;
    stream.cork();
    const send = (): void => {
      if (together.length > 0) client.query(new Batch(together, columns));
      together = [];
    };
    for (const sent of turn) {
      const { text } = sent.statement;
      together.push(sent);
      if (beginsTransaction.test(text)) inTransaction = true;
      else if (endsTransaction.test(text)) inTransaction = false;
      // Outside a transaction the Sync commits: each statement has its own.
      if (!inTransaction) send();
    }
    send();
    turn = [];
    stream.uncork();
  };
  return (statement, values) =>
    new Promise((resolve, reject) => {
      if (turn.length === 0) process.nextTick(leave);
      turn.push({ statement, values, rows: [], resolve, reject });
    });
}

/**
 * Statements up to one Sync. When one fails the server leaves out those behind it, and they fail
 * too. `submit` and `handle…` are what the driver calls.
 */
class Batch extends pg.Query {
  readonly #sent: readonly Sent[];
  readonly #columns: KnownColumns;
  /** The statement whose answer comes next. */
  #at = 0;
  #columnsAt: readonly Column[] = [];
  /** The name of that statement: the driver notes it as prepared when the server says so. */
  declare name: string | undefined;
  declare text: string | undefined;

  constructor(sent: readonly Sent[], columns: KnownColumns) {
    super({ text: '' });
    this.#sent = sent;
    this.#columns = columns;
    this.#expect(0);
  }

  override submit = (connection: unknown): Error | null => {
    const wire = connection as Wire;
    try {
      // All of them first: what cannot be written is found before anything leaves.
      this.#demandOneTextForEachName(wire);
      const values = this.#sent.map((sent) => sent.values.map(written));
      this.#sent.forEach(({ statement }, index) => this.#write(wire, statement, values[index]!));
    } catch (error) {
      return error as Error;
    }
    wire.sync();
    return null;
  };

  #demandOneTextForEachName({ parsedStatements, submittedNamedStatements }: Wire): void {
    const texts = new Map<string, string>();
    for (const { statement } of this.#sent) {
      const { name, text } = statement;
      const known = parsedStatements[name] ?? submittedNamedStatements[name] ?? texts.get(name);
      if (known === undefined) texts.set(name, text);
      else if (known !== text) throw new Error(`two statements have the name ${name}`);
    }
  }

  #write(wire: Wire, { name, text }: Statement, values: readonly (string | Buffer | null)[]): void {
    if ((wire.parsedStatements[name] ?? wire.submittedNamedStatements[name]) === undefined) {
      wire.parse({ name, text });
      wire.submittedNamedStatements[name] = text;
    }
    wire.bind({ statement: name, values });
    if (!this.#columns.has(name)) wire.describe({ type: 'P' });
    wire.execute({});
  }

  #expect(at: number): void {
    this.#at = at;
    const statement = this.#sent[at]?.statement;
    this.name = statement?.name;
    this.text = statement?.text;
    this.#columnsAt = (statement && this.#columns.get(statement.name)) ?? [];
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.#columnsAt = fields.map(({ name, dataTypeID }) => ({
      name,
      read: pg.types.getTypeParser(dataTypeID) as (text: string) => unknown,
    }));
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const sent = this.#sent[this.#at]!;
    try {
      sent.rows.push(readRow(fields, this.#columnsAt));
    } catch (error) {
      sent.fault = error;
    }
  }

  handleCommandComplete({ text: done }: { text: string }): void {
    // The answer to the commit of a transaction that has failed before is no error.
    if (this.text === 'commit' && done === 'ROLLBACK')
      this.#sent[this.#at]!.fault = abortedBefore();
    this.#columns.set(this.name!, this.#columnsAt);
    this.#expect(this.#at + 1);
  }

  /** Outside a transaction only this says that a statement was committed. */
  handleReadyForQuery(): void {
    this.#sent.forEach(settle);
  }

  handleError(error: Error, { submittedNamedStatements }: Wire): void {
    // After the last statement it was its commit that failed.
    const failed = Math.min(this.#at, this.#sent.length - 1);
    this.#sent.slice(0, failed).forEach(settle);
    this.#sent.slice(failed).forEach(({ statement, reject }, behind) => {
      // It may never have been prepared; what was is noted elsewhere.
      delete submittedNamedStatements[statement.name];
      reject(behind === 0 ? error : ofThoseBehind(error));
    });
  }
}

/**
 * As the server refuses them where they come after a Sync. A connection that has ended is every
 * statement's own fault.
 */
function ofThoseBehind(error: Error): Error {
  return error instanceof pg.DatabaseError ? abortedBefore() : error;
}

function abortedBefore(): Error {
  const aborted = new pg.DatabaseError('a statement before it has failed', 0, 'error');
  aborted.code = '25P02';
  return aborted;
}

function settle({ rows, fault, resolve, reject }: Sent): void {
  if (fault === undefined) resolve(rows);
  else reject(fault);
}

function readRow(fields: readonly (string | null)[], columns: readonly Column[]): object {
  const row: { [name: string]: unknown } = {};
  for (let index = 0; index < fields.length; index++) {
    const { name, read } = columns[index]!;
    const text = fields[index]!;
    row[name] = text === null ? null : read(text);
  }
  return row;
}
