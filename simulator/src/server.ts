// Which part of the simulator answers a request? Sorts by path, keeps the promised outages, and lets no fault of one request take the
// process down.

import { handleControl } from './control.ts';
import { handleGsma } from './gsma/routes.ts';
import { openExchange, sendJson } from './http/exchange.ts';
import { handlePage } from './pages/routes.ts';
import { handleSmsControl } from './sms/control.ts';
import { handleSmsHttp } from './sms-http/routes.ts';
import { handleSandbox, sendError } from './sandbox/routes.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Book } from './core/book.ts';
import type { Clock } from './core/clock.ts';
import type { Engine } from './core/engine.ts';
import type { Store } from './core/store.ts';
import type { GsmaDeps } from './gsma/routes.ts';
import { gsmaError, sendGsmaError } from './gsma/errors.ts';
import type { Exchange } from './http/exchange.ts';
import type { SandboxDeps } from './sandbox/routes.ts';
import type { Settings } from './settings.ts';
import type { ShortMessages } from './sms/index.ts';

export interface HandlerDeps {
  settings: Settings;
  book: Book;
  clock: Clock;
  engine: Engine;
  store: Store;
  pageBase: () => string;
  nowMs: () => number;
  saveClock: () => void;
  /** Everything about short messages. */
  sms: ShortMessages;
}

const sandboxBase = '/sandbox/v1';
const gsmaBase = '/gsma/v1.2/mm';
const smsBase = '/sms/v1';
const smsControlBase = '/control/sms';

export function createHandler(deps: HandlerDeps): (request: IncomingMessage, response: ServerResponse) => void {
  const { settings, engine, store, clock } = deps;
  const outage = { remaining: 0 };
  const hold = (exchange: Exchange): void => holdSocket(clock, settings.holdMs, exchange);
  const sandbox: SandboxDeps = { engine, store, apiKey: settings.apiKey, hold, pageBase: deps.pageBase, nowMs: deps.nowMs };
  const gsma: GsmaDeps = { ...sandbox, apiKey: settings.gsmaApiKey };
  const control = { ...deps, outage };

  async function route(exchange: Exchange): Promise<void> {
    const { path } = exchange;
    if (path.startsWith(`${sandboxBase}/`)) {
      if (isOut(outage)) return sendError(exchange, 503, 'unavailable', 'told to be unavailable');
      return handleSandbox(sandbox, exchange, path.slice(sandboxBase.length));
    }
    if (path.startsWith(`${gsmaBase}/`)) {
      if (isOut(outage))
        return sendGsmaError(exchange, gsmaError('serviceUnavailable', 'genericError', 'told to be unavailable', clock.nowMs()));
      return handleGsma(gsma, exchange, path.slice(gsmaBase.length));
    }
    if (path.startsWith('/3ds/')) return handlePage({ engine }, exchange, '3ds', path.slice(5));
    if (path.startsWith('/pay/')) return handlePage({ engine }, exchange, 'pay', path.slice(5));
    if (path.startsWith(`${smsBase}/`)) return handleSmsHttp(deps.sms.http, exchange, path.slice(smsBase.length));
    if (path === smsControlBase || path.startsWith(`${smsControlBase}/`)) {
      return handleSmsControl(deps.sms.control, exchange, path.slice(smsControlBase.length));
    }
    if (path.startsWith('/control/')) return handleControl(control, exchange, path.slice(8));
    if (path === '/healthz') return sendJson(exchange, 200, { status: 'ok', smpp: deps.sms.control.smpp.port });
    return sendJson(exchange, 404, { error: 'not found' });
  }
  return (request, response) => {
    const exchange = openExchange(request, response);
    route(exchange).catch((error: unknown) => {
      // Name and place only: a message could quote a body.
      process.stderr.write(`${JSON.stringify({ level: 'error', path: exchange.path.split('/', 3).join('/'), fault: faultOf(error) })}\n`);
      sendJson(exchange, 500, { error: 'internal' });
    });
  };
}

function isOut(outage: { remaining: number }): boolean {
  if (outage.remaining <= 0) return false;
  outage.remaining -= 1;
  return true;
}

/** No answer: the connection breaks after a while, or when the caller gives up. */
function holdSocket(clock: Clock, holdMs: number, exchange: Exchange): void {
  const event = clock.schedule(holdMs, () => {
    exchange.response.destroy();
  });
  exchange.response.once('close', () => clock.cancel(event));
}

function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return 'thrown value';
  return `${error.name} ${error.stack?.split('\n')[1]?.trim() ?? ''}`;
}
