// A connection for an operator's work on a database as a whole: any statement, without preparing
// it, and also where the database refuses to be written by default, as one does that a cell has
// left.

import pg from 'pg';
import { readServerUrls } from './server-urls.ts';
import { streamOf } from './client-stream.ts';
import { within } from './within.ts';

export interface PlainConnection {
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** What `work` did is committed when it ends, and nothing of it when it throws. */
  transaction<Result>(work: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

const connectTimeoutMs = 5_000;
/**
 * Texts of rows, by which two databases are compared, look the same whatever their servers are set
 * to.
 */
const settings = `
  set default_transaction_read_only = off; set timezone = 'UTC'; set datestyle = 'ISO';
  set extra_float_digits = 1; set bytea_output = 'hex'; set intervalstyle = 'postgres';
  set lock_timeout = '3s'; set client_min_messages = 'warning'`;

/** To the one of the URL's servers that is no standby. Throws what the last one said. */
export async function connectPlainly(url: string): Promise<PlainConnection> {
  let last: unknown = new Error('the URL names no server');
  for (const server of readServerUrls(url)) {
    const client = new pg.Client({
      connectionString: server,
      application_name: 'jokko cell move',
      keepAlive: true,
    });
    // An error event that nobody listens to would end the process.
    client.on('error', () => {});
    try {
      await within(connectTimeoutMs, client.connect());
      await client.query(settings);
      const { rows } = await client.query<{ standby: boolean }>(
        'select pg_is_in_recovery() as standby',
      );
      if (rows[0]?.standby === false) return plain(client);
      last = new Error('the server is a standby');
    } catch (error) {
      last = error;
    }
    streamOf(client).destroy();
  }
  throw last;
}

function plain(client: pg.Client): PlainConnection {
  const query = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    (await client.query(text, [...values])).rows as Row[];
  return {
    query,
    async transaction(work) {
      await query('begin');
      try {
        const result = await work();
        await query('commit');
        return result;
      } catch (error) {
        await query('rollback').catch(() => {});
        throw error;
      }
    },
    close: () => client.end().catch(() => {}),
  };
}

/** `text` as a literal, for statements that take no parameters. */
export const literal = (text: string): string => pg.escapeLiteral(text);

/** `name` as an identifier. */
export const identifier = (name: string): string => pg.escapeIdentifier(name);
