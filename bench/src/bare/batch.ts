// The bare loop's only work: everything that arrived while the last commit ran goes into the next
// statement. No timer.

import pg from 'pg';

export interface BareRow {
  id: number;
  externalId: string;
  phone: string;
  amount: number;
  codeService: string;
  callbackUrl: string;
}

const createTable = `
  create table if not exists bare (
    external_id text primary key,
    id bigint not null,
    phone text not null,
    amount bigint not null,
    code_service text not null,
    callback_url text not null,
    created_at timestamptz not null default now(),
    finished_at timestamptz
  )`;

const insertRows = `
  insert into bare (external_id, id, phone, amount, code_service, callback_url)
  select * from unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::text[], $6::text[])
  on conflict do nothing`;

const finishRows = `update bare set finished_at = now() where external_id = any($1::text[])`;

/** Settles when what it was given is durable. */
type Store = (row: BareRow) => Promise<void>;

export async function openInserts(databaseUrl: string): Promise<Store> {
  const client = await connect(databaseUrl);
  await client.query(createTable);
  return inGroups((rows) =>
    client.query({
      name: 'insert',
      text: insertRows,
      values: [
        rows.map((row) => row.externalId),
        rows.map((row) => row.id),
        rows.map((row) => row.phone),
        rows.map((row) => row.amount * 10_000),
        rows.map((row) => row.codeService),
        rows.map((row) => row.callbackUrl),
      ],
    }),
  );
}

export async function openFinishes(databaseUrl: string): Promise<Store> {
  const client = await connect(databaseUrl);
  return inGroups((rows) =>
    client.query({
      name: 'finish',
      text: finishRows,
      values: [rows.map((row) => row.externalId)],
    }),
  );
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  return client;
}

function inGroups(write: (rows: BareRow[]) => Promise<unknown>): Store {
  let gathered: { row: BareRow; done: () => void }[] = [];
  let running = false;

  async function run(): Promise<void> {
    running = true;
    while (gathered.length > 0) {
      const group = gathered;
      gathered = [];
      await write(group.map((entry) => entry.row));
      for (const entry of group) entry.done();
    }
    running = false;
  }

  return (row) =>
    new Promise((done) => {
      gathered.push({ row, done });
      // After this turn, so that the requests read together travel together.
      if (!running) {
        running = true;
        setImmediate(() => void run());
      }
    });
}
