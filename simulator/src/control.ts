// Control interface for tests of the provider: book, clock and misbehaviour; PROTOCOL.md section
// 4.

import { Readable } from 'node:stream';
import { statementOf } from './core/statement.ts';
import { isMembers, readJson, sendJson, textMember } from './http/exchange.ts';
import type { Book } from './core/book.ts';
import type { Clock } from './core/clock.ts';
import type { Engine } from './core/engine.ts';
import type { Store } from './core/store.ts';
import type { Exchange } from './http/exchange.ts';
import type { Protocol } from './protocol.ts';

export interface ControlDeps {
  /** By name. */
  protocols: ReadonlyMap<string, Protocol>;
  book: Book;
  clock: Clock;
  engine: Engine;
  store: Store;
  /** Keeps the clock's offset over a restart. */
  saveClock: () => void;
  outage: Outage;
}

/** Provider calls that are still to be answered with this status; Infinity: all. */
export type Outage = { [name in (typeof outages)[number]]: number };
const outages = ['http503', 'http408'] as const;

/** Handles a path below `/control`. */
export async function handleControl(
  deps: ControlDeps,
  exchange: Exchange,
  path: string,
): Promise<void> {
  if (path === '/book' && exchange.method === 'GET') return showBook(deps, exchange);
  if (path === '/statement' && exchange.method === 'GET') return showStatement(deps, exchange);
  if (path === '/clock' && exchange.method === 'GET')
    return sendJson(exchange, 200, { nowMs: deps.clock.nowMs() });
  if (path === '/clock' && exchange.method === 'POST') return pushClock(deps, exchange);
  if (path === '/behaviour' && exchange.method === 'POST') return misbehave(deps, exchange);
  return sendJson(exchange, 404, { error: 'no such control' });
}

async function showBook(deps: ControlDeps, exchange: Exchange): Promise<void> {
  await deps.book.settled();
  if (exchange.query.get('summary') === '1') {
    return sendJson(exchange, 200, {
      operations: deps.store.byReference.size,
      pending: deps.store.pending(),
      ...deps.store.totals.summary(),
    });
  }
  const reference = exchange.query.get('reference');
  if (reference !== null) return sendJson(exchange, 200, await linesOf(deps.book, reference));
  exchange.response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  const from = Number(exchange.query.get('from') ?? 0);
  if (!Number.isInteger(from) || from < 0 || from >= deps.book.durableBytes())
    return void exchange.response.end();
  deps.book.stream(from).pipe(exchange.response);
}

/** Streamed, since a day may have a million rows. */
async function showStatement(deps: ControlDeps, exchange: Exchange): Promise<void> {
  await deps.book.settled();
  const { query } = exchange;
  const services = query.get('service');
  const time = (name: string, otherwise: number): number =>
    query.has(name) ? Date.parse(query.get(name) ?? '') : otherwise;
  const order = { fromMs: time('from', -Infinity), untilMs: time('until', Infinity) };
  if (Number.isNaN(order.fromMs) || Number.isNaN(order.untilMs))
    return sendJson(exchange, 400, { error: 'from, until: a time is needed' });
  const chosen = {
    ...order,
    account: query.get('account'),
    services: services === null ? null : new Set(services.split(',')),
  };
  exchange.response.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' });
  const rows = statementOf(
    deps.book,
    chosen,
    (line) => deps.protocols.get(line.protocol)?.idOf(line) ?? '',
  );
  Readable.from(rows).pipe(exchange.response);
}

/** All lines of one reference, in their order; reads the whole book. */
async function linesOf(book: Book, reference: string): Promise<unknown[]> {
  const lines: unknown[] = [];
  const mark = `"ourReference":${JSON.stringify(reference)},`;
  for await (const line of book.lines()) if (line.includes(mark)) lines.push(JSON.parse(line));
  return lines;
}

async function pushClock(deps: ControlDeps, exchange: Exchange): Promise<void> {
  const body = await readJson(exchange);
  const seconds = isMembers(body) ? body['advanceSeconds'] : undefined;
  if (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds < 0)
    return sendJson(exchange, 400, { error: 'advanceSeconds: a number >= 0 is needed' });
  await deps.clock.advance(Math.round(seconds * 1000));
  deps.saveClock();
  sendJson(exchange, 200, { nowMs: deps.clock.nowMs() });
}

async function misbehave(deps: ControlDeps, exchange: Exchange): Promise<void> {
  const body = await readJson(exchange);
  if (!isMembers(body)) return sendJson(exchange, 400, { error: 'a JSON object is needed' });
  const { status } = body;
  const reverse = textMember(body, 'reverse');
  const forge = textMember(body, 'forge');
  for (const name of outages) {
    const count = body[name];
    if (count === undefined) continue;
    if (typeof count !== 'boolean' && !(Number.isInteger(count) && Number(count) >= 0))
      return sendJson(exchange, 400, { error: `${name}: a count, true or false is needed` });
    deps.outage[name] = count === true ? Infinity : Number(count);
  }
  if (reverse !== undefined) {
    const operation = await deps.engine.find(reverse);
    if (operation === undefined || !(await deps.engine.takeBack(operation)))
      return sendJson(exchange, 409, { error: 'reverse: no success under this reference' });
  }
  if (forge !== undefined) {
    const operation = await deps.engine.find(forge);
    const sent =
      operation !== undefined &&
      (await deps.engine.forge(operation, status === 'succeeded' ? 'succeeded' : 'failed'));
    if (!sent)
      return sendJson(exchange, 409, {
        error: 'forge: unknown reference, or no address for notices',
      });
  }
  const left = (count: number): number | 'all' => (Number.isFinite(count) ? count : 'all');
  const { http503, http408 } = deps.outage;
  sendJson(exchange, 200, {
    ok: true,
    http503Remaining: left(http503),
    http408Remaining: left(http408),
  });
}
