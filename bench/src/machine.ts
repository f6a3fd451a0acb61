// Describes the environment of a measurement: machine, Node, and the PostgreSQL settings that
// decide what "durable" means.

import { cpus, release, totalmem } from 'node:os';
import pg from 'pg';

export interface Machine {
  cpu: string;
  cores: number;
  memoryGb: number;
  kernel: string;
  node: string;
  postgres: { [setting: string]: string };
}

const settings = [
  'server_version',
  'fsync',
  'synchronous_commit',
  'full_page_writes',
  'shared_buffers',
  'wal_level',
  'max_wal_size',
];

export async function describeMachine(databaseUrl: string): Promise<Machine> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; value: string }>(
      'select name, current_setting(name) as value from unnest($1::text[]) as name',
      [settings],
    );
    return {
      cpu: cpus()[0]?.model ?? 'unknown',
      cores: cpus().length,
      memoryGb: Math.round(totalmem() / 1e9),
      kernel: release(),
      node: process.version,
      postgres: Object.fromEntries(rows.map((row) => [row.name, row.value])),
    };
  } finally {
    await client.end();
  }
}

/** Refuses to measure what is not durable: a figure without fsync says nothing. */
export function assertDurable(machine: Machine): void {
  const { postgres } = machine;
  if (postgres['fsync'] !== 'on' || postgres['synchronous_commit'] !== 'on') {
    throw new Error(
      `PostgreSQL runs with fsync ${postgres['fsync']}, synchronous_commit ${postgres['synchronous_commit']}`,
    );
  }
}
