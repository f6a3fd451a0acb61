// Makes the gateway's connections to PostgreSQL, all of them: finds the server that takes writes
// (servers.ts), connects, and sets what is demanded of a connection (connection-settings.ts) before
// anything else runs on it.

import type { EventEmitter } from 'node:events';
import pg from 'pg';
import { streamOf } from './client-stream.ts';
import { rememberAway } from './database-away.ts';
import { settingsOf, settingsSql, type Purpose } from './connection-settings.ts';
import { ReadOnlyServer, serversOf, type Servers } from './servers.ts';
import { within } from './within.ts';

/** For the connection, and again for its settings. */
const connectTimeoutMs = 3_000;
/** An idle connection is probed after this. */
const keepAliveAfterMs = 5_000;

export interface ConnectOptions {
  purpose: Purpose;
  /** Under which the server lists the connection. */
  name?: string;
  /** Statements leave without waiting for the answers of those before. */
  pipeline?: boolean;
  /**
   * How many times longer than usual everything is waited for, by us and by the server; 1 unless
   * told. For tests, on machines that stand still.
   */
  patience?: number;
}

/**
 * A connection to the server of `url` that takes writes, ready for use. What it throws is known for
 * the database's (`isDatabaseError`).
 */
export const connectClient = (url: string, options: ConnectOptions): Promise<pg.Client> =>
  connectToOneOf(url, options).catch(rememberAway);

async function connectToOneOf(url: string, options: ConnectOptions): Promise<pg.Client> {
  const servers = serversOf(url);
  const server = await servers.find(options.patience);
  try {
    return await connectTo(server, options, servers);
  } catch (error) {
    // The one that was good when we last connected may have failed since.
    if (!servers.doubt(server)) throw error;
    return connectTo(await servers.find(options.patience), options, servers);
  }
}

async function connectTo(
  server: string,
  { purpose, name = 'jokko', pipeline = false, patience = 1 }: ConnectOptions,
  servers: Servers,
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: server,
    application_name: name,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    pipeline,
  });
  // An error event that nobody listens to would end the process.
  client.on('error', () => void servers.doubt(server));
  let serverVersion = 0;
  // The server names its version while it greets.
  const { connection } = client as unknown as { connection: EventEmitter };
  connection.on('parameterStatus', (status: { parameterName: string; parameterValue: string }) => {
    if (status.parameterName === 'server_version')
      serverVersion = Number.parseInt(status.parameterValue, 10);
  });
  const timeoutMs = connectTimeoutMs * patience;
  try {
    await within(timeoutMs, client.connect());
    const settings = settingsOf(purpose, serverVersion, patience);
    const { isReadOnly } = await within(timeoutMs, applySettings(client, settings));
    if (isReadOnly) throw new ReadOnlyServer(server);
    return client;
  } catch (error) {
    servers.doubt(server);
    streamOf(client).destroy();
    throw error;
  }
}

async function applySettings(
  client: pg.Client,
  settings: ReadonlyMap<string, string>,
): Promise<{ isReadOnly: boolean }> {
  const text = `${settingsSql(settings)}; show transaction_read_only`;
  // Several statements have a result each, which the driver's types do not know.
  const results = (await client.query(text)) as unknown as pg.QueryResult<{
    transaction_read_only?: string;
  }>[];
  return { isReadOnly: results.at(-1)?.rows[0]?.transaction_read_only === 'on' };
}
