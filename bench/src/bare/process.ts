// Baseline server that measures the most that one Node process can accept durably here: HTTP in,
// one grouped insert, HTTP out, without field checks, ledger or provider. The gateway's rate is
// compared with it. BARE_SERVER selects node:http or Fastify; with BARE_SIMULATOR each row lives on
// to its callback.

import http from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { type BareRow, openFinishes, openInserts } from './batch.ts';
import { live } from './life.ts';

interface Body {
  phone: string;
  amount: number;
  codeService: string;
  externalTransactionId: string;
  callbackUrl: string;
  apiKey: string;
}

const databaseUrl = process.env['DATABASE_URL'] ?? '';
const insert = await openInserts(databaseUrl);
const simulatorUrl = process.env['BARE_SIMULATOR'] ?? '';
const life = simulatorUrl === '' ? null : { simulatorUrl, finish: await openFinishes(databaseUrl) };
let lastId = 1_000_000_000_000;

/** Stores and answers what the gateway would answer, member for member. */
async function accept(body: Body): Promise<string> {
  const row: BareRow = {
    id: ++lastId,
    externalId: body.externalTransactionId,
    phone: body.phone,
    amount: body.amount,
    codeService: body.codeService,
    callbackUrl: body.callbackUrl,
  };
  await insert(row);
  if (life !== null) void live(life, row, body.apiKey);
  return JSON.stringify({
    code: 2000,
    msg: 'Opération acceptée sans erreur, vous recevrez le résultat par callback',
    error: false,
    data: {
      phone: row.phone,
      amount: row.amount,
      codeService: row.codeService,
      transactionId: String(row.id),
      status: 'PENDING',
      externalTransactionId: row.externalId,
      callbackUrl: row.callbackUrl,
    },
  });
}

function startHttp(): Promise<number> {
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => void answer(Buffer.concat(chunks), response));
  });
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );
}

async function answer(bytes: Buffer, response: http.ServerResponse): Promise<void> {
  const text = await accept(JSON.parse(bytes.toString()) as Body);
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

async function startFastify(): Promise<number> {
  const server = Fastify({ logger: false });
  server.post('/api-services/operation', async (request, reply) => {
    void reply.header('content-type', 'application/json; charset=utf-8');
    return accept(request.body as Body);
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  return (server.server.address() as AddressInfo).port;
}

const port = process.env['BARE_SERVER'] === 'fastify' ? await startFastify() : await startHttp();
process.send?.({ port });
process.on('disconnect', () => process.exit(0));
