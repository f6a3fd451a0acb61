// The steps that all endpoints of the SMS interface share: body or query, app, language and
// capacity on the way in; HTTP 200 or 400 with JSON on the way out (rules X2, X5).

import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  appKeyHeader,
  batchIdHeader,
  holdsCardNumber,
  idempotencyKeyHeader,
  smsFaultData,
  smsFaultMessage,
  smsRefusal,
  readAppKey,
  smsTexts,
  suggestions,
  texts,
  type Language,
  type ReadSms,
  type SmsFault,
} from '@jokko/contract';
import { CommitUnknown, type AppDirectory, type SmsApp } from '../applications/index.ts';
import type { Log } from '../../platform/log.ts';
import type { Admission, Kind } from '../../platform/http/guards/admission.ts';
import type { BodyReader } from '../../platform/http/guards/body.ts';
import { linkHelp } from '../../platform/http/help-link.ts';
import { keyElsewhere } from '../../platform/http/key-elsewhere.ts';
import type { Cors, CorsScope } from '../../platform/http/guards/cors.ts';
import type {
  EndpointHead,
  Exchange,
  Interface,
  Method,
  Step,
} from '../../platform/http/endpoint.ts';
import type { ListRoom } from '../../platform/http/guards/list-room.ts';
import { retryAfterSeconds } from '../../platform/http/retry-after.ts';
import { callersLanguage } from '../../platform/http/visitor-language.ts';
import {
  countAccepted,
  noteRefusal,
  type Noting,
} from '../../payments/request-log/http-log-request.ts';
import { readBody, type Body } from './http-read-body.ts';

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
  /** Recipients of the requests in progress. */
  lists: ListRoom;
  /** Told of calls that were refused. */
  requestLog: Noting;
  log: Log;
  /**
   * Texts that hold a card number are refused: in live mode, where it would be a real one (rule
   * G2).
   */
  cardNumbersRefused: boolean;
}

/** What a handler says. `raw`: it has answered by itself. */
export type SmsAnswer =
  { body: object } | { refused: ReturnType<typeof smsRefusal> } | { raw: true };

export interface SmsCall {
  app: SmsApp;
  appKey: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

export const refuseField = (field: string, message: string): SmsAnswer => ({
  refused: smsRefusal({ [field]: message }),
});
export const refuseWhole = (message: string): SmsAnswer => ({ refused: smsRefusal({}, message) });
const refuseFaults = (faults: readonly SmsFault[], language: Language): SmsAnswer => ({
  refused: smsRefusal(smsFaultData(faults, language), smsFaultMessage(faults, language)),
});

/** Told before it is known who calls. The suggestion is its second sentence. */
function refuseKey(fault: SmsFault, suggestion: string | null, language: Language): SmsAnswer {
  const message = smsFaultMessage([fault], language);
  return suggestion === null
    ? refuseFaults([fault], language)
    : refuseField('app_key', `${message} ${suggestion}`);
}

/** A command of a POST, as `read` understands it in the body. */
type Command = { appKey: string; msisdn: readonly string[] | null };

interface SmsHead extends EndpointHead {
  /** What a call weighs. */
  kind: Kind;
}
/** Its app key is in the body. */
export interface SmsPost<Asked extends Command> extends SmsHead {
  method: 'POST';
  read(body: Body): ReadSms<Asked>;
  handle(call: SmsCall, command: Asked): Promise<SmsAnswer>;
}
/** Its app key is in the header `App-Key`. */
export interface SmsGet extends SmsHead {
  method: 'GET';
  handle(call: SmsCall): Promise<SmsAnswer>;
}
/** The endpoint of any command has closed over its own. */
export interface SmsEndpoint extends SmsHead {
  /**
   * The handler with its command, and the numbers that it holds in memory; null: what was sent has
   * not the form.
   */
  prepare(body: Body, call: SmsCall): Step<Prepared, SmsAnswer>;
}
interface Prepared {
  numbers: number;
  answer(): Promise<SmsAnswer>;
}

export const smsPost = <Asked extends Command>({
  read,
  handle,
  ...head
}: SmsPost<Asked>): SmsEndpoint => ({
  ...head,
  prepare(body, call) {
    const command = read(body);
    if (!command.ok) return { ok: false, answer: refuseFaults(command.faults, call.app.language) };
    const numbers = command.command.msisdn?.length ?? 0;
    return { ok: true, value: { numbers, answer: () => handle(call, command.command) } };
  },
});

export const smsGet = ({ handle, ...head }: SmsGet): SmsEndpoint => ({
  ...head,
  prepare: (_body, call) => ({ ok: true, value: { numbers: 0, answer: () => handle(call) } }),
});

/** Members that are kept as they came. */
const cardNumberFaultsOf = (body: Body) =>
  (['content', 'callbackUrl'] as const).flatMap((name) => {
    const text = body[name];
    return typeof text === 'string' && holdsCardNumber(text) ? [`${name}.cardNumber` as const] : [];
  });

/** The steps that all endpoints of the SMS interface share. */
export function smsSteps(
  deps: SmsEndpointDeps,
): Interface<SmsEndpoint, Body, SmsCall, Prepared, SmsAnswer> {
  return {
    async receive(exchange, { method }) {
      deps.cors.allow(exchange.request, exchange.reply);
      return method === 'GET' ? { ok: true, value: {} } : receiveBody(deps, exchange);
    },
    async authenticate({ request, reply }, { method }, body) {
      const header = request.headers[appKeyHeader.toLowerCase()];
      const inHeader = typeof header === 'string' ? header : undefined;
      const given = method === 'GET' ? inHeader : body['app_key'];
      const known = await authenticate(deps, given, { request, reply });
      return known.ok
        ? { ok: true, value: { app: known.app, appKey: known.appKey, request, reply } }
        : known;
    },
    check(_exchange, endpoint, body, call) {
      const faults = deps.cardNumbersRefused ? cardNumberFaultsOf(body) : [];
      return faults.length > 0
        ? { ok: false, answer: refuseFaults(faults, call.app.language) }
        : endpoint.prepare(body, call);
    },
    async handle({ reply }, { kind }, { numbers, answer }, call) {
      if (!deps.lists.enter(numbers)) return refuseBusy(reply, call.app.language);
      try {
        return await whenAdmitted(deps, kind, call, answer);
      } finally {
        deps.lists.leave(numbers);
      }
    },
    present({ request, reply, seen }, endpoint, answer, call) {
      if ('refused' in answer) noteRefused(deps, request, reply, answer.refused, seen.body);
      else if (call !== null) countAccepted(deps.requestLog, { id: call.app.accountId }, endpoint);
      return send(reply, answer);
    },
    fail: ({ request, reply }, _endpoint, error) => failSafely(error, request, reply, deps.log),
  };
}

async function receiveBody(
  { bodies }: SmsEndpointDeps,
  { request, reply, seen }: Exchange,
): Promise<Step<Body, SmsAnswer>> {
  const refuse = (answer: SmsAnswer): Step<Body, SmsAnswer> => ({ ok: false, answer });
  const bytes = await bodies.readList(request.raw);
  const language = callersLanguage(request.headers);
  if (!bytes.ok) {
    reply.header('connection', 'close');
    if (bytes.reason === 'busy') return refuse(refuseBusy(reply, language));
    const maxKiB = bytes.maxBytes / 1_024;
    return refuse(refuseField('body', texts[language].bodyTooLarge({ maxKiB })));
  }
  const parsed = readBody(bytes.bytes, request.headers, language);
  if (!parsed.ok) return refuse(refuseField('body', parsed.problem));
  seen.body = parsed.body;
  return { ok: true, value: parsed.body };
}

type Authenticated = { ok: true; app: SmsApp; appKey: string } | { ok: false; answer: SmsAnswer };

/** Authenticates the key first; an unknown caller learns nothing else. */
async function authenticate(
  { apps, admission }: SmsEndpointDeps,
  given: unknown,
  { request, reply }: Pick<Exchange, 'request' | 'reply'>,
): Promise<Authenticated> {
  const key = readAppKey({ app_key: given });
  const unknown = callersLanguage(request.headers);
  const hint = suggestions[unknown];
  if ('fault' in key) {
    const place = key.fault === 'app_key.missing' ? keyElsewhere(request) : null;
    return {
      ok: false,
      answer: refuseKey(key.fault, place === null ? null : hint.smsKeyElsewhere(place), unknown),
    };
  }
  const appKey = key.value;
  if (appKey.startsWith('jk_'))
    return { ok: false, answer: refuseKey('app_key.wrong', hint.isPaymentsKey(), unknown) };
  const found = await apps.byKey(appKey, admission.unknownCallers);
  if (found.type === 'notNow') {
    // The doing of nobody in particular: too many others' keys are looked up.
    reply.header('retry-after', 1);
    return { ok: false, answer: refuseWhole(smsTexts[unknown].unavailable()) };
  }
  if (found.type === 'valid') {
    reply.keyWasValid = true;
    return { ok: true, app: found.app, appKey };
  }
  const language = 'language' in found ? found.language : unknown;
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
    return shed.ofAccount
      ? refuseBusy(reply, language)
      : refuseWhole(smsTexts[language].unavailable());
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

function noteRefused(
  { requestLog }: SmsEndpointDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  refused: ReturnType<typeof smsRefusal>,
  given: Body,
): void {
  const { code, msg, data } = refused;
  const errors = Object.entries(data).map(([field, message]) => ({
    field,
    message: String(message),
  }));
  const keys = [given['app_key'], request.headers[appKeyHeader.toLowerCase()]];
  noteRefusal(requestLog, {
    request,
    reply,
    path: request.routeOptions.url ?? '',
    body: { code, msg, errors },
    given,
    keys,
  });
}

/** The methods of a path that nothing answers; a preflight for the others. */
export const answerOtherMethod =
  (deps: SmsEndpointDeps, allowed: readonly Method[]) =>
  (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (request.method === 'OPTIONS' && deps.cors.preflight(request, reply)) return reply;
    const { wrongMethod } = texts[callersLanguage(request.headers)];
    return send(reply, refuseWhole(wrongMethod({ allowed: allowed.join(', ') })));
  };

/**
 * Nothing was stored, so an error is correct, and the caller is told when to come again; if the
 * outcome is unknown, no response is better than a wrong one (F03).
 */
function failSafely(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Log,
): FastifyReply {
  log.error(
    { requestId: request.id, path: request.routeOptions.url, reason: String(error) },
    'request failed',
  );
  if (error instanceof CommitUnknown) {
    reply.hijack();
    request.raw.socket.destroy();
    return reply;
  }
  reply.header('retry-after', retryAfterSeconds(error));
  return send(reply, refuseWhole(smsTexts[callersLanguage(request.headers)].unavailable()));
}

const jsonType = 'application/json; charset=utf-8';

function send(reply: FastifyReply, answer: SmsAnswer): FastifyReply {
  if ('raw' in answer) return reply;
  const body: object & { code?: number } = 'refused' in answer ? answer.refused : answer.body;
  reply.envelopeCode = body.code;
  if ('refused' in answer) linkHelp(reply, body);
  return reply
    .code('refused' in answer ? 400 : 200)
    .header('content-type', jsonType)
    .send(JSON.stringify(body));
}
