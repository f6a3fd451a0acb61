// A connection to PostgreSQL: statements sent in one turn leave together, and one that gets no
// answer in time breaks the connection, since a connection gone silent would never say so itself.
// So does an answer that shows that the connection is of no use any more.

import { hash } from 'node:crypto';
import { streamOf } from './client-stream.ts';
import { connectClient, type ConnectOptions } from './connect.ts';
import { NotReplicated, rememberAway } from './database-away.ts';
import { environment } from '../environment.ts';
import { openPipeline } from './pipeline.ts';
import type { Statement } from './statement.ts';
import { within } from './within.ts';

export interface OpenConnection {
  /** True once the connection has failed; make a new one. */
  readonly broken: boolean;
  /**
   * Throws NoAnswer, and breaks the connection, when the answer takes longer than `deadlineMs`;
   * NotReplicated for a commit that was not.
   */
  run<Row>(statement: Statement, values: readonly unknown[], deadlineMs: number): Promise<Row[]>;
  /** Waits for what is under way, `closeMs` at most. */
  close(): Promise<void>;
  /** Breaks off at once, also a connection that has stopped answering: what is under way fails. */
  drop(): void;
}

const closeMs = 2_000;

/** Connects to `url`. Fails with an error that `isDatabaseError` knows. */
export async function openConnection(
  url: string,
  options: ConnectOptions,
): Promise<OpenConnection> {
  const client = await connectClient(url, options);
  const state = { broken: false, unreplicated: false };
  client.on('error', () => (state.broken = true));
  client.on('end', () => (state.broken = true));
  const send = openPipeline(client);
  const drop = (): void => {
    state.broken = true;
    streamOf(client).destroy();
  };
  client.on('notice', (notice) => {
    if (notice.routine !== standbyWait) return;
    state.unreplicated = true;
    drop();
  });
  return {
    get broken() {
      return state.broken;
    },
    async run<Row>(statement: Statement, values: readonly unknown[], deadlineMs: number) {
      const rows = await within(deadlineMs, send(distinct(statement), values), drop).catch(
        (error: unknown) => {
          // Its own would lead to the socket.
          if (error instanceof Error) Error.captureStackTrace(error);
          if (isReadOnly(error) || isStalePlan(error)) drop();
          return state.unreplicated ? [] : rememberAway(error);
        },
      );
      // The warning comes before the answer, and both may come in one packet.
      if (state.unreplicated) throw new NotReplicated();
      return rows as Row[];
    },
    async close() {
      const late = environment.startTimer(drop, closeMs);
      await client.end().finally(() => environment.stopTimer(late));
    },
    drop,
  };
}

/** The server cuts longer names: of two that begin alike it would run one statement. */
const nameCharactersMax = 63;

function distinct(statement: Statement): Statement {
  if (statement.name.length <= nameCharactersMax) return statement;
  const digest = hash('sha256', statement.name).slice(0, 16);
  return { ...statement, name: `${statement.name.slice(0, 40)} ${digest}` };
}

/**
 * Who warns `canceling wait for synchronous replication`, by a user's request or as the server is
 * shut down. The words are in the server's language, and the code is that of any warning.
 */
const standbyWait = 'SyncRepWaitForLSN';

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

/** The server became a standby, or was set to refuse writes, after we had connected. */
const isReadOnly = (error: unknown): boolean => codeOf(error) === '25006';

/**
 * A newer version of Jokko has changed a table whose columns this connection's prepared statement
 * returns: a new connection plans anew.
 */
export const isStalePlan = (error: unknown): boolean =>
  codeOf(error) === '0A000' && /cached plan must not change/.test((error as Error).message);
