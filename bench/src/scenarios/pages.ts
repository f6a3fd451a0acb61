// Measures how long the portal's pages take to load their rows, over HTTP as a signed-in user, on
// a database of five million transactions, each time for another position, phone or transaction.

import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { runDoctor } from '../books/doctor.ts';
import { storedIdPrefix } from '../books/provider.ts';
import { codeService, externalIdOf } from '../order.ts';
import { signInOperator, signInOwner, type SignedIn } from '../user.ts';
import type { Metric, ScenarioResult } from '../report.ts';
import { startStack, type Stack } from '../stack/index.ts';
import { insertStored } from '../stored.ts';
import type { ScenarioOrder } from './scenario.ts';

const storedCount = 5_000_000;
const times = 20;
const pageMsMax = 50;
const pageKbMax = 20;

/** One of the stored transactions, as somebody may look for it. */
interface Sample {
  id: string;
  externalId: string;
  phone: string;
  reference: string;
  at: string;
}

interface Page {
  name: string;
  side: 'owner' | 'operator';
  path(sample: Sample): string;
  /** Fewer are a fault; a full page has 50. */
  rows: number;
}

const q = encodeURIComponent;
const both = (name: string, rows: number, path: (sample: Sample) => string): Page[] =>
  (['owner', 'operator'] as const).map((side) => ({
    name: `${side}, transactions ${name}`.trim(),
    side,
    rows,
    path: (sample) => `${side === 'operator' ? 'operator/' : ''}transactions${path(sample)}`,
  }));

const pages: Page[] = [
  ...both('', 50, () => ''),
  ...both('before a time', 50, ({ at }) => `?until=${at}`),
  ...both('by external id', 1, ({ externalId }) => `?q=${q(externalId)}`),
  ...both('by our id', 1, ({ id }) => `?q=${id}`),
  ...both('by provider’s id', 1, ({ reference }) => `?q=${q(reference)}`),
  ...both('by phone', 1, ({ phone }) => `?q=${q(phone)}`),
  ...both('by amount', 50, ({ at }) => `?amount=100&until=${at}`),
  ...both('by service', 50, ({ at }) => `?service=${codeService}&until=${at}`),
  ...both('by status, none has it', 0, () => '?status=failed'),
  ...both('by amount, none has it', 0, ({ at }) => `?amount=123&until=${at}`),
  {
    name: 'owner, one transaction',
    side: 'owner',
    rows: 0,
    path: ({ id }) => `transactions/${id}`,
  },
  { name: 'owner, statement', side: 'owner', rows: 50, path: () => 'statement' },
  {
    name: 'owner, statement before a time',
    side: 'owner',
    rows: 50,
    path: ({ at }) => `statement?until=${at}`,
  },
  { name: 'owner, home', side: 'owner', rows: 0, path: () => 'home' },
  { name: 'operator, overview', side: 'operator', rows: 0, path: () => 'operator/overview' },
  { name: 'operator, developers', side: 'operator', rows: 1, path: () => 'operator/developers' },
  {
    name: 'operator, search by phone',
    side: 'operator',
    rows: 0,
    path: ({ phone }) => `operator/search?q=${q(phone)}`,
  },
];

export async function runPages({ say }: ScenarioOrder): Promise<ScenarioResult> {
  const stack = await startStack({ answer: 'sync' });
  try {
    const stored = await insertStored(stack, storedCount, say);
    const samples = await takeSamples(stack, stored);
    const users = { owner: await signInOwner(stack), operator: await signInOperator(stack) };
    const metrics: Metric[] = [];
    const faults: string[] = [];
    for (const page of pages) {
      say(`pages: ${page.name}`);
      const { found, fault } = await measure(users[page.side], page, samples);
      metrics.push(...found);
      if (fault !== null) faults.push(fault);
    }
    say('pages: comparing the books');
    faults.push(...(await runDoctor(stack)));
    return { scenario: 'pages', settings: { stored, times }, metrics, faults };
  } finally {
    await stack.close();
  }
}

async function measure(user: SignedIn, { name, path, rows }: Page, samples: readonly Sample[]) {
  const answers: { text: string; ms: number }[] = [];
  for (const sample of samples) answers.push(await user.read(path(sample)));
  const ms = answers.map((answer) => answer.ms).sort((a, b) => a - b);
  const fewest = Math.min(
    ...answers.map(({ text }) => (JSON.parse(text) as { items?: unknown[] }).items?.length ?? 0),
  );
  const kb = Math.max(...answers.map(({ text }) => gzipSync(text).length)) / 1024;
  const found: Metric[] = [
    {
      name: `${name}, p50`,
      value: ms[Math.floor(ms.length / 2)]!,
      unit: 'ms',
      target: { atMost: pageMsMax },
    },
    { name: `${name}, highest`, value: ms.at(-1)!, unit: 'ms' },
  ];
  if (rows === 50)
    found.push({ name: `${name}, gzip`, value: kb, unit: 'KB', target: { atMost: pageKbMax } });
  return { found, fault: fewest < rows ? `${name}: ${fewest} rows instead of ${rows}` : null };
}

/** Somewhere between the first and the last. */
async function takeSamples(stack: Stack, stored: number): Promise<Sample[]> {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    const numbers = Array.from({ length: times }, (_, i) =>
      Math.floor(((i + 0.5) * stored) / times),
    );
    const { rows } = await client.query<Sample>(
      `select id::text as id, external_id as "externalId", phone, provider_reference as reference,
         to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
       from operation where account_id = $1 and external_id = any ($2)`,
      [stack.account.id, numbers.map((number) => externalIdOf(storedIdPrefix, number))],
    );
    return rows;
  } finally {
    await client.end();
  }
}
