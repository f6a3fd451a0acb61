// Registers the table of routes. Each entry runs its handler behind the same steps: same-origin
// check, authentication, authorization, validation. With an entry without handler or policy, or a
// handler without entry, the gateway does not start.

import { defined } from '@jokko/contract';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { makePortalEncoder, portalErrors } from '@jokko/contract/portal';
import type {
  Policy,
  PortalError,
  PortalErrorCode,
  PortalRoute,
  RouteTable,
} from '@jokko/contract/portal';
import type { Log } from '../../log.ts';
import { callerAddress } from '../guards/address.ts';
import {
  createCallerLimit,
  publicReadsPerMinute,
  type CallerLimit,
} from '../guards/caller-limit.ts';
import { countedAddress } from '../guards/unlisted-proxy.ts';
import { parseStrictJson } from '../guards/strict-json.ts';
import { readToken, sessionCookie } from './cookie.ts';
import { registerEndpoint, type EndpointHead, type Interface } from '../endpoint.ts';
import { refusalOf, type Mode } from './enforce.ts';
import { cardNumberRefusal, inputCheckOf, type Input, type InputValue } from './input.ts';
import { openPageEvents, type EventStreams } from './page-events.ts';
import type { Exports } from './exports.ts';
import type { FileAnswer } from './handler.ts';
import { setDownloadHeaders, setSecurityHeaders } from './headers.ts';
import { isCrossSite, ownOrigin } from './same-origin.ts';
import { createSessionSearch, type SessionSearch } from './session-search.ts';
import type { FindSession, LiveSession, Visit } from './caller.ts';
import { NoRoomNow, refuse as refusedWith, refuseTries, type Refused } from './refused.ts';

export interface RegisterDeps {
  findSession: FindSession;
  log: Log;
  /** As configured; null: the address that the browser uses. */
  publicUrl: string | null;
  mode: Mode;
  streams: EventStreams;
  exports: Exports;
  /** The clock of the installation, ms since 1970: the sandbox's clock can be put forward. */
  now(): number;
}

const bodyMaxBytes = 65_536;
const notNow: Refused = { ok: false, refusal: 'notNow', retryAfterSeconds: 5 };
const compressedCharactersMin = 2_000;
const gzip = promisify(zlib.gzip);

/** What all handlers have in common, whatever their types. */
type AnyHandler = (call: unknown) => Promise<AnyAnswer | Refused> | AnyAnswer | Refused;
type AnyAnswer =
  | { ok: true; answer: unknown; session?: string | null }
  | FileAnswer
  | { ok: true; follow(notify: (event: { kind: string }) => void): () => void };

/** Throws where table and handlers do not fit together. */
export function registerTable(
  app: FastifyInstance,
  deps: RegisterDeps,
  table: RouteTable,
  handlers: { readonly [name: string]: unknown },
): void {
  const without = Object.keys(table).filter((name) => typeof handlers[name] !== 'function');
  const unknown = Object.keys(handlers).filter((name) => !Object.hasOwn(table, name));
  if (without.length > 0)
    throw new Error(`routes of the portal without handler: ${without.join(', ')}`);
  if (unknown.length > 0)
    throw new Error(`handlers of the portal without route: ${unknown.join(', ')}`);
  // Before anything else, so that no answer goes without them.
  app.addHook('onRequest', (_request, reply, done) => {
    setSecurityHeaders(reply);
    // Pages say how long ago something was by the clock that dated it.
    reply.header('jokko-time', String(deps.now()));
    done();
  });
  const registering = { ...deps, sessions: createSessionSearch(deps.findSession) };
  for (const [name, route] of Object.entries(table))
    registerRoute(app, registering, name, route, handlers[name] as AnyHandler);
}

type RouteDeps = RegisterDeps & { sessions: SessionSearch };

function registerRoute(
  app: FastifyInstance,
  deps: RouteDeps,
  name: string,
  route: PortalRoute,
  handler: AnyHandler,
): void {
  const [method, path] = name.split(' ') as ['GET' | 'POST', string];
  const policy = route.policy as Policy | undefined;
  if (policy === undefined) throw new Error(`the route ${name} of the portal has no policy`);
  const endpoint: PortalEndpoint = {
    method,
    path: `/${path}`,
    bodyMaxBytes: route.bodyMaxBytes ?? bodyMaxBytes,
    name,
    policy,
    waitOf:
      policy.side === 'public' && policy.bound === 'address'
        ? createCallerLimit(publicReadsPerMinute)
        : null,
    check: checksOf(route, method),
    encode: makePortalEncoder(route.answer),
    handle: handler,
  };
  registerEndpoint(app, portalSteps(deps), endpoint);
}

interface PortalEndpoint extends EndpointHead {
  /** As the table of routes calls it. */
  name: string;
  policy: Policy;
  /** How often one address may call it; null: that is bounded elsewhere. */
  waitOf: CallerLimit | null;
  check(request: FastifyRequest): Input;
  encode(answer: unknown): unknown;
  handle: AnyHandler;
}
interface PortalCaller {
  visit: Visit;
  session: LiveSession | null;
}

/**
 * What is thrown goes to the error handler of the portal's scope, which knows the faults of the
 * database.
 */
function portalSteps(
  deps: RouteDeps,
): Interface<PortalEndpoint, Visit, PortalCaller, InputValue, AnyAnswer | Refused> {
  return {
    receive({ request }) {
      const own = ownOrigin(request, deps.publicUrl);
      return isCrossSite(request, own)
        ? { ok: false, answer: refusedWith('crossSite') }
        : { ok: true, value: visitOf(request, own) };
    },
    async authenticate(_exchange, { name, policy, waitOf }, visit) {
      const waitSeconds = waitOf?.(visit) ?? null;
      if (waitSeconds !== null) return { ok: false, answer: refuseTries(waitSeconds) };
      // Answered from memory, whoever asks.
      if (isFromMemory(policy)) return { ok: true, value: { visit, session: null } };
      const found = await deps.sessions.find(visit);
      if ('waitSeconds' in found && policy.side !== 'public')
        return { ok: false, answer: refuseTries(found.waitSeconds) };
      const session = 'session' in found ? found.session : null;
      const refusal = refusalOf({ name, policy, mode: deps.mode }, session);
      return refusal === null
        ? { ok: true, value: { visit, session } }
        : { ok: false, answer: refusedWith(refusal) };
    },
    check({ request }, { check, policy }) {
      const input = check(request);
      if (!input.ok) return { ok: false, answer: input };
      const refused = deps.mode !== 'sandbox' ? cardNumberRefusal(input.value.body, policy) : null;
      return refused === null ? input : { ok: false, answer: refused };
    },
    async handle(_exchange, { handle, method }, input, { visit, session }) {
      const caller = { session, membership: session?.membership ?? null };
      const answer = await handle({ ...input, caller, visit });
      // What was done may have taken away somebody's right to what they hear.
      if (answer.ok && method === 'POST' && session !== null) deps.streams.recheck(session);
      return answer;
    },
    present({ request, reply }, endpoint, answer, caller) {
      if (!answer.ok) return refuse(reply, answer);
      if (caller === null) throw new Error(`${endpoint.name} answered before its caller was known`);
      return send(request, reply, deps, answer, { ...caller, ...endpoint });
    },
  };
}

const isFromMemory = (policy: Policy): boolean =>
  policy.side === 'public' && policy.bound === 'memory';

function visitOf(request: FastifyRequest, own: string): Visit {
  return {
    address: callerAddress(request),
    countedFrom: countedAddress(request),
    agent: request.headers['user-agent'] ?? '',
    token: readToken(request),
    origin: own,
  };
}

function checksOf(route: PortalRoute, method: string): (request: FastifyRequest) => Input {
  const check = inputCheckOf(route, method);
  return (request) => {
    const given = bodyOf(route, request);
    return given.ok
      ? check({
          params: request.params,
          query: { ...(request.query as object) },
          body: given.value,
        })
      : given;
  };
}

type Body = { ok: true; value: unknown } | Refused;

function bodyOf(route: PortalRoute, request: FastifyRequest): Body {
  if (route.upload === true) return readFile(request);
  return route.body === undefined ? { ok: true, value: undefined } : readBody(request);
}

/** Bytes, under a type that no form of another site can send either. */
function readFile(request: FastifyRequest): Body {
  if (mediaTypeOf(request) !== 'application/octet-stream' || !Buffer.isBuffer(request.body))
    return { ok: false, refusal: 'notJson' };
  return { ok: true, value: request.body };
}

const mediaTypeOf = (request: FastifyRequest): string =>
  (request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();

/** JSON and nothing else: what a form of another site can send is none. */
function readBody(request: FastifyRequest): Body {
  if (mediaTypeOf(request) !== 'application/json' || !Buffer.isBuffer(request.body))
    return { ok: false, refusal: 'notJson' };
  const text = request.body.toString('utf8');
  const parsed = text.isWellFormed() ? parseStrictJson(text) : null;
  return parsed?.ok === true
    ? { ok: true, value: parsed.value }
    : { ok: false, refusal: 'notJson' };
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: RouteDeps,
  answer: AnyAnswer,
  {
    visit,
    name: routeName,
    policy,
    session,
    encode,
  }: PortalCaller & Pick<PortalEndpoint, 'name' | 'policy' | 'encode'>,
): Promise<FastifyReply> {
  if ('file' in answer) {
    const { name, type, content } = answer.file;
    const pieces = Buffer.isBuffer(content)
      ? content
      : await deps.exports.begin(session?.user.id ?? 0, content);
    if (pieces === null) return refuse(reply, notNow);
    setDownloadHeaders(reply, name);
    return reply.type(type).send(pieces);
  }
  if ('follow' in answer) {
    if (session === null || !deps.streams.hasRoom(session.id)) return refuse(reply, notNow);
    const stillAllowed = async () => {
      const now = await deps.findSession(visit.token ?? '', null);
      return (
        isSameSeat(session, now) &&
        refusalOf({ name: routeName, policy, mode: deps.mode }, now, false) === null
      );
    };
    return openPageEvents(request, reply, deps.streams, {
      session,
      follow: answer.follow,
      stillAllowed,
    });
  }
  if (typeof answer.session === 'string') deps.sessions.note(answer.session);
  if (answer.session !== undefined)
    reply.header('set-cookie', sessionCookie(request, answer.session));
  if (answer.session === null) reply.header('clear-site-data', '"cache", "storage"');
  return sendJson(request, reply, JSON.stringify(encode(answer.answer)));
}

/** A session that works as something else, or looks elsewhere, has the right to other things. */
const isSameSeat = (then: LiveSession, now: LiveSession | null): boolean =>
  now !== null &&
  then.id === now.id &&
  then.membership?.id === now.membership?.id &&
  then.membership?.accountId === now.membership?.accountId;

/**
 * Compressed where it saves packets: many are on slow networks. No other site can call, so its
 * length leaks nothing.
 */
async function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<FastifyReply> {
  reply.code(200).header('vary', 'accept-encoding').type('application/json; charset=utf-8');
  if (
    text.length < compressedCharactersMin ||
    !/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
  )
    return reply.send(text);
  return reply.header('content-encoding', 'gzip').send(await gzip(text));
}

export function refuse(
  reply: FastifyReply,
  { refusal: code, fields, retryAfterSeconds, countsFrom }: Refused,
): FastifyReply {
  const body: PortalError = {
    error: {
      code,
      ...defined({ fields, retryAfterSeconds, countsFrom: countsFrom?.toISOString() }),
    },
  };
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  return reply
    .code(portalErrors[code])
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

/** What was thrown: too much at once, a body too large, a database away, or a fault of ours. */
export function refusalOfError(
  error: Error & { statusCode?: number },
  databaseFault: 'value' | 'away' | null,
): Refused {
  if (error instanceof NoRoomNow) return notNow;
  const byStatus: { readonly [status: number]: PortalErrorCode } = {
    413: 'tooLarge',
    400: 'notJson',
    415: 'notJson',
  };
  const code = byStatus[error.statusCode ?? 0];
  if (code !== undefined) return { ok: false, refusal: code };
  if (databaseFault === 'value') return { ok: false, refusal: 'invalid', fields: [] };
  return databaseFault === 'away' ? notNow : { ok: false, refusal: 'internal' };
}
