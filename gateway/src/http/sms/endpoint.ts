// What do all endpoints of the SMS interface share? Body or query, app, language and places on the way in; HTTP 200 or 400 with JSON on the way
// out (rules X2, X5).

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  appKeyHeader,
  batchIdHeader,
  defaultLanguage,
  idempotencyKeyHeader,
  smsFaultData,
  smsFaultMessage,
  smsRefusal,
  readAppKey,
  smsTexts,
  texts,
  type Language,
  type ReadSms,
  type SmsFault,
} from '@jokko/contract';
import { CommitUnknown, type AppDirectory, type SmsApp } from '../../domain/sms/index.ts';
import type { Log } from '../../log.ts';
import type { Admission, Kind } from '../guards/admission.ts';
import type { BodyReader } from '../guards/body.ts';
import type { Cors, CorsScope } from '../guards/cors.ts';
import type { ListRoom } from '../guards/list-room.ts';
import { noteRefusal, type Noting } from '../present/note-refusal.ts';
import { readBody, type Body } from './read-body.ts';

export const smsCors: CorsScope = {
  methods: 'GET, POST',
  headers: `content-type, ${appKeyHeader.toLowerCase()}, ${idempotencyKeyHeader.toLowerCase()}`,
  exposed: batchIdHeader,
};

export interface SmsEndpointDeps {
  apps: AppDirectory;
  bodies: BodyReader;
  cors: Cors;
  admission: Admission;
  /** Recipients of the requests in hand. */
  lists: ListRoom;
  /** Told of calls that were refused. */
  refusals: Noting;
  log: Log;
}

/** What a handler says. `raw`: it has answered by itself. */
export type SmsAnswer = { body: object } | { refused: ReturnType<typeof smsRefusal> } | { raw: true };

export interface SmsCall {
  app: SmsApp;
  appKey: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

export const refuseField = (field: string, message: string): SmsAnswer => ({ refused: smsRefusal({ [field]: message }) });
export const refuseWhole = (message: string): SmsAnswer => ({ refused: smsRefusal({}, message) });
const refuseFaults = (faults: readonly SmsFault[], language: Language): SmsAnswer => ({
  refused: smsRefusal(smsFaultData(faults, language), smsFaultMessage(faults, language)),
});

/** A POST: its app key is in the body, which `read` understands. */
export function registerSmsPost<Command extends { appKey: string; msisdn: readonly string[] | null }>(
  app: FastifyInstance,
  deps: SmsEndpointDeps,
  { path, kind, read }: { path: string; kind: Kind; read(body: Body): ReadSms<Command> },
  handle: (call: SmsCall, command: Command) => Promise<SmsAnswer>,
): void {
  register(app, deps, 'POST', path, async (request, reply, shown) => {
    const bytes = await deps.bodies.readList(request.raw);
    if (!bytes.ok) {
      reply.header('connection', 'close');
      if (bytes.reason === 'busy') return refuseBusy(reply, defaultLanguage);
      return refuseField('body', texts[defaultLanguage].bodyTooLarge({ maxKiB: bytes.maxBytes / 1_024 }));
    }
    const parsed = readBody(bytes.bytes, request.headers['content-type']);
    if (!parsed.ok) return refuseField('body', parsed.problem);
    shown.body = parsed.body;
    const known = await authenticate(deps, parsed.body['app_key'], reply);
    if (!known.ok) return known.answer;
    const call: SmsCall = { ...known, request, reply };
    const command = read(parsed.body);
    if (!command.ok) return refuseFaults(command.faults, call.app.language);
    const numbers = command.command.msisdn?.length ?? 0;
    if (!deps.lists.enter(numbers)) return refuseBusy(reply, call.app.language);
    try {
      return await whenAdmitted(deps, kind, call, () => handle(call, command.command));
    } finally {
      deps.lists.leave(numbers);
    }
  });
}

/** A GET: its app key is in the header `App-Key`. */
export function registerSmsGet(
  app: FastifyInstance,
  deps: SmsEndpointDeps,
  path: string,
  handle: (call: SmsCall) => Promise<SmsAnswer>,
): void {
  register(app, deps, 'GET', path, async (request, reply) => {
    const header = request.headers[appKeyHeader.toLowerCase()];
    const known = await authenticate(deps, typeof header === 'string' ? header : undefined, reply);
    if (!known.ok) return known.answer;
    const call: SmsCall = { ...known, request, reply };
    return whenAdmitted(deps, 'read', call, () => handle(call));
  });
}

type Authenticated = { ok: true; app: SmsApp; appKey: string } | { ok: false; answer: SmsAnswer };

/** Whose key it is. Who the caller is not is told before anything else, and nothing else is. */
async function authenticate({ apps, admission }: SmsEndpointDeps, given: unknown, reply: FastifyReply): Promise<Authenticated> {
  const key = readAppKey({ app_key: given });
  if ('fault' in key) return { ok: false, answer: refuseFaults([key.fault], defaultLanguage) };
  const appKey = key.value;
  const found = await apps.byKey(appKey, admission.unknownCallers);
  if (found.type === 'notNow') return { ok: false, answer: refuseBusy(reply, defaultLanguage) };
  if (found.type === 'valid') {
    reply.keyWasValid = true;
    return { ok: true, app: found.app, appKey };
  }
  const language = 'language' in found ? found.language : defaultLanguage;
  return { ok: false, answer: refuseFaults(['app_key.wrong'], language) };
}

async function whenAdmitted(
  { admission }: SmsEndpointDeps,
  kind: Kind,
  { app: { accountId, rateLimit, language }, reply }: SmsCall,
  answer: () => Promise<SmsAnswer>,
): Promise<SmsAnswer> {
  const shed = admission.enter({ id: accountId, rateLimit }, kind);
  if (shed !== null) {
    reply.header('retry-after', shed.retryAfterSeconds);
    return shed.ofAccount ? refuseBusy(reply, language) : refuseWhole(smsTexts[language].unavailable());
  }
  try {
    return await answer();
  } finally {
    admission.leave(accountId);
  }
}

function refuseBusy(reply: FastifyReply, language: Language): SmsAnswer {
  if (!reply.hasHeader('retry-after')) reply.header('retry-after', 1);
  return refuseWhole(smsTexts[language].tooManyRequests());
}

/** What was sent, as far as it could be read. */
interface Shown {
  body: Body;
}
type Handler = (request: FastifyRequest, reply: FastifyReply, shown: Shown) => Promise<SmsAnswer>;

function register(app: FastifyInstance, deps: SmsEndpointDeps, method: 'GET' | 'POST', url: string, handle: Handler): void {
  app.route({
    method,
    url,
    handler: async (request, reply) => {
      deps.cors.allow(request, reply);
      try {
        const shown: Shown = { body: {} };
        const answer = await handle(request, reply, shown);
        if ('refused' in answer) noteRefused(deps, request, reply, answer.refused, shown);
        return send(reply, answer);
      } catch (error) {
        return failSafely(error, request, reply, deps.log);
      }
    },
  });
}

function noteRefused(
  { refusals }: SmsEndpointDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  refused: ReturnType<typeof smsRefusal>,
  { body: given }: Shown,
): void {
  const { code, msg, data } = refused;
  const errors = Object.entries(data).map(([field, message]) => ({ field, message: String(message) }));
  const keys = [given['app_key'], request.headers[appKeyHeader.toLowerCase()]];
  noteRefusal(refusals, { request, reply, path: request.routeOptions.url ?? '', body: { code, msg, errors }, given, keys });
}

/** The methods of a path that nothing answers; a preflight for the others. */
export function registerOtherMethods(
  app: FastifyInstance,
  deps: SmsEndpointDeps,
  path: string,
  allowed: readonly ('GET' | 'POST')[],
): void {
  app.route({
    method: (['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const).filter((method) => !allowed.some((each) => each === method)),
    url: path,
    handler: (request, reply) => {
      if (request.method === 'OPTIONS' && deps.cors.preflight(request, reply)) return reply;
      return send(reply, refuseWhole(texts[defaultLanguage].wrongMethod({ allowed: allowed.join(', ') })));
    },
  });
}

/** Nothing was stored, so saying so is true; where nobody knows, no answer is better than a wrong one (F03). */
function failSafely(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): FastifyReply {
  log.error({ requestId: request.id, path: request.routeOptions.url, reason: String(error) }, 'request failed');
  if (error instanceof CommitUnknown) {
    reply.hijack();
    request.raw.socket.destroy();
    return reply;
  }
  return send(reply, refuseWhole(smsTexts[defaultLanguage].unavailable()));
}

const jsonType = 'application/json; charset=utf-8';

function send(reply: FastifyReply, answer: SmsAnswer): FastifyReply {
  if ('raw' in answer) return reply;
  const body: object & { code?: number } = 'refused' in answer ? answer.refused : answer.body;
  reply.envelopeCode = body.code;
  return reply
    .code('refused' in answer ? 400 : 200)
    .header('content-type', jsonType)
    .send(JSON.stringify(body));
}
