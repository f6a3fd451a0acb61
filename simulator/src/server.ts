// HTTP server of the simulator. Routes by path, applies the configured outages, and keeps the
// fault of one request from ending the process.

import { handleControl } from './control.ts';
import type { Outage } from './control.ts';
import { belowBase, openExchange, sendJson } from './http/exchange.ts';
import { handlePage } from './pages/routes.ts';
import { handlePhones } from './phones.ts';
import { handleSmsControl } from './sms/control.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Book } from './core/book.ts';
import type { Clock } from './core/clock.ts';
import type { Engine } from './core/engine.ts';
import type { Store } from './core/store.ts';
import type { Exchange } from './http/exchange.ts';
import type { Protocol } from './protocol.ts';
import type { ShortMessages } from './sms/index.ts';

export interface HandlerDeps {
  /** By name. */
  protocols: ReadonlyMap<string, Protocol>;
  book: Book;
  clock: Clock;
  engine: Engine;
  store: Store;
  saveClock: () => void;
  /** Everything about short messages. */
  sms: ShortMessages;
}

const smsControlBase = '/control/sms';

export function createHandler(
  deps: HandlerDeps,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { engine, protocols } = deps;
  const outage: Outage = { http503: 0, http408: 0 };
  const control = { ...deps, outage };
  const byBase = [...protocols.values()].flatMap((protocol) =>
    protocol.bases.map((base) => ({ base, protocol })),
  );

  async function route(exchange: Exchange): Promise<void> {
    const { path } = exchange;
    for (const { base, protocol } of byBase) {
      if (!path.startsWith(base) || path[base.length] !== '/') continue;
      const below = belowBase(exchange, base);
      if (takes(outage, 'http503')) return protocol.unavailable(below);
      if (!takes(outage, 'http408')) return protocol.handle(below, base, below.path);
      return protocol.timedOut === undefined
        ? sendJson(below, 408, { message: 'the request timed out' })
        : protocol.timedOut(below);
    }
    if (path.startsWith('/3ds/')) return handlePage({ engine }, exchange, '3ds', path.slice(5));
    if (path.startsWith('/pay/')) return handlePage({ engine }, exchange, 'pay', path.slice(5));
    for (const carrier of deps.sms.carriers)
      if (path.startsWith(`${carrier.base}/`))
        return carrier.handle(belowBase(exchange, carrier.base));
    if (path === smsControlBase || path.startsWith(`${smsControlBase}/`)) {
      return handleSmsControl(deps.sms.control, exchange, path.slice(smsControlBase.length));
    }
    if (path.startsWith('/control/phones/'))
      return handlePhones({ engine }, exchange, path.slice('/control/phones'.length));
    if (path.startsWith('/control/')) return handleControl(control, exchange, path.slice(8));
    if (path === '/healthz')
      return sendJson(exchange, 200, { status: 'ok', smpp: deps.sms.control.smpp.port });
    return sendJson(exchange, 404, { error: 'not found' });
  }
  return (request, response) => {
    const exchange = openExchange(request, response);
    route(exchange).catch((error: unknown) => {
      // Name and place only: a message could quote a body.
      process.stderr.write(
        `${JSON.stringify({ level: 'error', path: exchange.path.split('/', 3).join('/'), fault: faultOf(error) })}\n`,
      );
      sendJson(exchange, 500, { error: 'internal' });
    });
  };
}

function takes(outage: Outage, status: keyof Outage): boolean {
  if (outage[status] <= 0) return false;
  outage[status] -= 1;
  return true;
}

/** No answer: the connection breaks after a while, or when the caller gives up. */
export function holdSocket(clock: Clock, holdMs: number, exchange: Exchange): void {
  const event = clock.schedule(holdMs, () => {
    exchange.response.destroy();
  });
  exchange.response.once('close', () => clock.cancel(event));
}

function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return 'thrown value';
  return `${error.name} ${error.stack?.split('\n')[1]?.trim() ?? ''}`;
}
