// What do all payment endpoints share? Body, key, account and language on the way in; HTTP 200 with JSON on the way out, whatever happens.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chatCode, codes, defaultLanguage, texts } from '@jokko/contract';
import type { Account, Directory, KeyAccess, Permission } from '../../domain/accounts/index.ts';
import type { Catalogue } from '../../domain/catalogue/index.ts';
import { CommitUnknown } from '../../domain/operations/index.ts';
import { StillAnswering, type SignedRequests } from '../../domain/signed-requests/index.ts';
import type { Log } from '../../log.ts';
import { callerAddress } from '../guards/address.ts';
import { operationBodyMaxBytes, type BodyReader, type Introduced } from '../guards/body.ts';
import type { Cors } from '../guards/cors.ts';
import { authenticate, keyRefusal } from '../guards/key.ts';
import type { Received, SignatureDeps } from '../guards/signature.ts';
import { parseStrictJson } from '../guards/strict-json.ts';
import { noteRefusal, type Noting } from '../present/note-refusal.ts';
import { malformed, refusal, type Refusal, type RefusalForm } from '../present/refusal.ts';
import { refuseUnknownCaller, whenAdmitted, type AdmissionDeps, type Load } from './admitted.ts';
import { wireBody, type Answer } from './answer.ts';
import { answerSigned } from './signed.ts';

/** An authenticated request. `account` is null only for an endpoint that may be called without a key. */
export interface Call<Known extends Account | null = Account> {
  account: Known;
  /** What the key may do; null exactly when there is no account. */
  access: Known extends Account ? KeyAccess : KeyAccess | null;
  apiKey: string;
  body: { [member: string]: unknown };
  received: Received;
  /** The caller's; null when it is not known. */
  address: string | null;
  reply: FastifyReply;
  /** This very request was begun before and left without an answer: what it asks for may be its own doing. Known of signed ones alone. */
  again: boolean;
}

export interface EndpointDeps extends SignatureDeps, AdmissionDeps {
  directory: Directory;
  catalogue(): Catalogue;
  bodies: BodyReader;
  cors: Cors;
  log: Log;
  signedRequests: SignedRequests;
  /** Told of calls that were refused and left nothing behind. */
  refusals: Noting;
  /** Told of each valid key and the address from which it came (rule S1). */
  noteUse(accountId: number, keyId: number, address: string | null): void;
}

export type { Answer };
/** Where a key is looked for, how refusals look, and what is done. */
export interface EndpointSettings {
  method: 'GET' | 'POST';
  path: string;
  refusalForm: RefusalForm;
  /** What its key must permit; `read` for GET and `write` for POST unless another is named. */
  needs?: Permission;
  /** What a call weighs. */
  load: Load;
  /** Asked before a signature is remembered, so that whoever asks too often leaves nothing behind. */
  refuseEarly?: (call: Call) => Promise<Refusal | null> | null;
  /** Bodies larger than usual are let in when their first bytes say so (chat media). */
  mayBeLarge?: boolean;
}

export function registerEndpoint(
  app: FastifyInstance,
  deps: EndpointDeps,
  settings: EndpointSettings,
  handle: (call: Call) => Promise<Answer>,
): void {
  register(app, deps, settings, (request, reply, received) => answerWithKey(deps, settings, handle, { request, reply, received }));
}

/** The one endpoint that answers without a key, in some cases (rule S1). */
export function registerKeylessEndpoint(
  app: FastifyInstance,
  deps: EndpointDeps,
  settings: EndpointSettings,
  handle: { withKey(call: Call): Promise<Answer>; withoutKey(call: Call<null>): Promise<Answer> },
): void {
  register(app, deps, settings, (request, reply, received) => {
    const { body } = received;
    const inBody = body['apiKey'];
    const keyless = request.headers['secretkey'] === undefined && (inBody === undefined || inBody === null || inBody === '');
    return keyless
      ? whenAdmitted(deps, settings.load, { account: null, reply }, () =>
          handle.withoutKey({
            account: null,
            access: null,
            apiKey: '',
            body,
            received,
            address: callerAddress(request),
            reply,
            again: false,
          }),
        )
      : answerWithKey(deps, settings, handle.withKey, { request, reply, received });
  });
}

async function answerWithKey(
  deps: EndpointDeps,
  settings: EndpointSettings,
  handle: (call: Call) => Promise<Answer>,
  { request, reply, received }: { request: FastifyRequest; reply: FastifyReply; received: Received },
): Promise<Answer> {
  const { method, load, needs = method === 'GET' ? 'read' : 'write', refuseEarly } = settings;
  const address = callerAddress(request);
  const { body } = received;
  const known = await authenticate(deps, { header: request.headers['secretkey'], body: body['apiKey'] }, address);
  if (!known.ok) return known.refusal === null ? refuseUnknownCaller(deps, reply) : { refused: known.refusal };
  const { account, access, apiKey } = known;
  reply.keyWasValid = true;
  deps.noteUse(account.id, access.id, address);
  const call: Call = { account, access, apiKey, body, received, address, reply, again: false };
  // A signature is remembered in the database, so what is not taken on is refused before it is looked at.
  return whenAdmitted(deps, load, { account, reply }, async () => {
    const early = (await refuseEarly?.(call)) ?? null;
    if (early !== null) return { refused: early };
    return answerOnceSigned(deps, settings, call, async (again) => {
      const beyond = keyRefusal(access, account, needs, body['codeService']);
      return beyond === null ? handle({ ...call, again }) : { refused: beyond };
    });
  });
}

/** Runs `answer`: where the account signs its POST requests only for a right signature, and once for each (rules M1, M2). */
export function answerOnceSigned(
  deps: EndpointDeps,
  { method, path, refusalForm }: EndpointSettings,
  { account, apiKey, received }: Pick<Call, 'account' | 'apiKey' | 'received'>,
  answer: (again: boolean) => Promise<Answer>,
): Promise<Answer> {
  return account.hmac && method === 'POST' ? answerSigned(deps, { account, apiKey, received, path, refusalForm }, answer) : answer(false);
}

type Handler = (request: FastifyRequest, reply: FastifyReply, received: Received) => Promise<Answer>;

function register(app: FastifyInstance, deps: EndpointDeps, settings: EndpointSettings, handle: Handler): void {
  const { method, path, refusalForm } = settings;
  app.route({
    method,
    url: path,
    handler: async (request, reply) => {
      if (method === 'GET') deps.cors.allow(request, reply);
      try {
        const read = method === 'GET' ? noBody : await readBody(request, deps, settings);
        const answer = read.ok
          ? await handle(request, reply, { headers: request.headers, bytes: read.bytes, body: read.body })
          : { refused: read.refusal };
        if (!read.ok && read.close) reply.header('connection', 'close');
        const body = wireBody(answer, refusalForm);
        noteRefused(deps, request, reply, body, read.ok ? read.body : {}, read.ok ? null : read.apiKey);
        return send(reply, body);
      } catch (error) {
        return failSafely(error, request, reply, deps, refusalForm);
      }
    },
  });
  app.route({
    method: (['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const).filter((other) => other !== method),
    url: path,
    handler: (request, reply) => {
      if (method === 'GET' && request.method === 'OPTIONS' && deps.cors.preflight(request, reply)) return reply;
      const body = refusalForm(refusal(codes.notFound, texts[defaultLanguage].wrongMethod({ allowed: method })));
      noteRefused(deps, request, reply, body);
      return send(reply, body);
    },
  });
}

/** Nothing was stored, so saying "failed" is true; where nobody knows, no answer is better than a wrong one (F03). */
function failSafely(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: EndpointDeps,
  refusalForm: RefusalForm,
): FastifyReply {
  const facts = { requestId: request.id, path: request.routeOptions.url, reason: String(error) };
  // Expected after another node's death, until its lease has ended: the repeat is answered then.
  if (error instanceof StillAnswering) deps.log.warn(facts, 'not answered: another node has the same signed request in hand');
  else deps.log.error(facts, 'request failed');
  if (error instanceof CommitUnknown || error instanceof StillAnswering) {
    reply.hijack();
    request.raw.socket.destroy();
    return reply;
  }
  const body = refusalForm(refusal(codes.internal, texts[defaultLanguage].internal()));
  noteRefused(deps, request, reply, body);
  return send(reply, body);
}

/** `apiKey`: as it seems to stand in a body that could not be read. */
function noteRefused(
  { refusals }: Pick<EndpointDeps, 'refusals'>,
  request: FastifyRequest,
  reply: FastifyReply,
  body: object,
  given: { readonly [member: string]: unknown } = {},
  apiKey: string | null = null,
): void {
  const keys = [given['apiKey'], apiKey, request.headers['secretkey']];
  noteRefusal(refusals, { request, reply, path: request.routeOptions.url ?? '', body, given, keys });
}

declare module 'fastify' {
  interface FastifyReply {
    /** The envelope's `code`, for the log line. */
    envelopeCode: number | undefined;
    /** Whether the caller has shown a whole and valid key. */
    keyWasValid: boolean;
  }
}

export function send(reply: FastifyReply, body: object & { code?: number }): FastifyReply {
  reply.envelopeCode = body.code;
  return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body));
}

/** `apiKey`: as it seems to stand in what could not be read. */
type ReadBody =
  { ok: true; bytes: Buffer; body: { [member: string]: unknown } } | { ok: false; refusal: Refusal; close: boolean; apiKey: string | null };
const noBody: ReadBody = { ok: true, bytes: Buffer.alloc(0), body: {} };
const tooLarge = { ok: false, close: false, apiKey: null } as const;
const bytesPerKiB = 1_024;

async function readBody(request: FastifyRequest, deps: EndpointDeps, settings: EndpointSettings): Promise<ReadBody> {
  const say = texts[defaultLanguage];
  const result = await deps.bodies.read(request.raw, (introduction) => mayBeMedia(request, introduction, deps, settings));
  if (!result.ok) {
    const msg = result.reason === 'busy' ? say.tooManyRequests() : say.bodyTooLarge({ maxKiB: result.maxBytes / bytesPerKiB });
    return { ok: false, close: true, refusal: refusal(result.reason === 'busy' ? codes.tooMany : codes.invalid, msg), apiKey: null };
  }
  const read = readJson(result.bytes);
  // A key in the header lets a large body in before it says what it is; only a chat message may stay.
  const isTooLarge = result.bytes.length > operationBodyMaxBytes && read.ok && read.body['codeService'] !== chatCode;
  return isTooLarge
    ? { ...tooLarge, refusal: refusal(codes.invalid, say.bodyTooLarge({ maxKiB: operationBodyMaxBytes / bytesPerKiB })) }
    : read;
}

function readJson(bytes: Buffer): ReadBody {
  const say = texts[defaultLanguage];
  const refuse = (refused: Refusal): ReadBody => ({ ok: false, close: false, refusal: refused, apiKey: keyIn(bytes.toString('latin1')) });
  const emptyBody = (msg: string): ReadBody => refuse({ code: codes.invalid, msg, errors: [{ field: 'body', message: msg }] });
  if (bytes.length === 0) return emptyBody(say.bodyEmpty());
  const text = bytes.toString('utf8');
  // Bytes that are no UTF-8 decode to the replacement character; a text that really holds one is let through after a second look.
  if (text.includes('\ufffd') && !bytes.equals(Buffer.from(text))) return emptyBody(say.bodyNotJson());
  const parsed = parseStrictJson(text);
  if (!parsed.ok) return refuse(malformed(parsed.problem, defaultLanguage));
  const { value } = parsed;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return emptyBody(say.bodyNotObject());
  return { ok: true, bytes, body: value as { [member: string]: unknown } };
}

/** A large body must introduce itself: a known key in the header, or key and chat code within its first bytes (rule H5). */
async function mayBeMedia(
  request: FastifyRequest,
  introduction: Buffer,
  deps: EndpointDeps,
  settings: EndpointSettings,
): Promise<Introduced> {
  if (settings.mayBeLarge !== true) return 'no';
  const judge = async (body: string): Promise<Introduced> => {
    const known = await authenticate(deps, { header: undefined, body }, callerAddress(request));
    return known.ok ? 'yes' : known.refusal === null ? 'notNow' : 'no';
  };
  const header = request.headers['secretkey'];
  const byHeader = typeof header === 'string' ? await judge(header) : 'no';
  if (byHeader !== 'no') return byHeader;
  const text = introduction.toString('latin1');
  const key = keyIn(text);
  return key !== null && text.includes(`"${chatCode}"`) ? judge(key) : 'no';
}

const keyIn = (text: string): string | null => /"apiKey"\s*:\s*"([^"\\]{1,200})"/.exec(text)?.[1] ?? null;
