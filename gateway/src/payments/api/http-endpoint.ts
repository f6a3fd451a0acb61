// The steps that all payments endpoints share: body, key, account and language on the way in; HTTP
// 200 with JSON on the way out, whatever happens.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { codes, texts } from '@jokko/contract';
import { cellOfApiKey } from '../accounts/index.ts';
import type { Account, Directory, KeyAccess, Permission } from '../accounts/index.ts';
import { homeCell } from '../../platform/db/cell-numbers.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { CommitUnknown } from '../operations/index.ts';
import { StillAnswering, type ReplayProtection } from '../replay-protection/index.ts';
import type { Log } from '../../platform/log.ts';
import { callerAddress } from '../../platform/http/guards/address.ts';
import { isUnlistedProxy } from '../../platform/http/guards/unlisted-proxy.ts';
import type { BodyReader } from '../../platform/http/guards/body.ts';
import type { Cors } from '../../platform/http/guards/cors.ts';
import { authenticate, keyRefusal } from './http-key.ts';
import type { Received, SignatureDeps } from './http-signature.ts';
import {
  registerEndpoint,
  type EndpointHead,
  type Exchange,
  type Interface,
  type Step,
} from '../../platform/http/endpoint.ts';
import { askedFor } from './http-asked-for.ts';
import { cardMembers, holdsCard, noBody, readBody } from './http-body.ts';
import { cardNumberRefusal } from './http-refusal.ts';
import { keyElsewhere } from '../../platform/http/key-elsewhere.ts';
import { retryAfterSeconds } from '../../platform/http/retry-after.ts';
import { callersLanguage } from '../../platform/http/visitor-language.ts';
import { countAccepted, type Noting } from '../request-log/http-log-request.ts';
import { refusal, type Refusal, type RefusalForm } from '../../platform/http/http-refusal.ts';
import {
  refuseUnknownCaller,
  whenAdmitted,
  type AdmissionDeps,
  type Load,
} from './http-admitted.ts';
import { wireBody, type Answer } from './http-answer.ts';
import type { AnswerStreams } from './http-stream.ts';
import { answerSigned } from './http-signed.ts';
import { noteRefused, send } from './http-send.ts';
import { sendTagged } from '../../platform/http/tagged.ts';
import type { CallReply, DirectReply } from './http-call-reply.ts';
import { answerAtOwner, type Owners } from './http-hand-on.ts';

/**
 * An authenticated request. `account` is null only for an endpoint that may be called without a
 * key.
 */
export interface Call<Known extends Account | null = Account> {
  account: Known;
  /** What the key may do; null exactly when there is no account. */
  access: Known extends Account ? KeyAccess : KeyAccess | null;
  apiKey: string;
  body: { [member: string]: unknown };
  received: Received;
  /** The caller's; null when it is not known. */
  address: string | null;
  reply: DirectReply;
  /**
   * This very request was begun before and left without an answer: what it asks for may be its own
   * doing. Known of signed ones, and of those that another node was asked for.
   */
  again: boolean;
}

export interface EndpointDeps extends SignatureDeps, AdmissionDeps {
  directory: Directory;
  catalogue(): Catalogue;
  bodies: BodyReader;
  cors: Cors;
  log: Log;
  /**
   * Texts that hold a card number are refused: in live mode, where it would be a real one (rule
   * G2).
   */
  cardNumbersRefused: boolean;
  replayProtection: Pick<ReplayProtection, 'answerOnce'>;
  /** Base of the links in answers. */
  publicUrl: string;
  /** The ways to the nodes that accounts belong to. */
  owners: Owners;
  /** Told of calls that left no transaction behind. */
  requestLog: Noting;
  /** Told of each valid key and the address from which it came (rule S1). */
  noteUse(accountId: number, keyId: number, address: string | null): void;
}

export type { Answer };

/** A call that any node can answer, as it may have been handed on by another one. */
export type MovableCall = Omit<Call, 'reply'> & {
  reply: CallReply;
  /** The address of the node that was called, where it is another one. */
  publicUrl?: string;
};

/** An endpoint whose calls are handed on to the node that their account belongs to. */
export interface MovableEndpoint extends PaymentsEndpoint {
  ownerMaxMs(body: Call['body']): number;
  handle(call: MovableCall): Promise<Answer>;
}

/** Where a key is looked for, how refusals look, and what is done. */
export interface PaymentsEndpoint extends EndpointHead {
  refusalForm: RefusalForm;
  /** What its key must permit; `read` for GET and `write` for POST unless another is named. */
  needs?: Permission;
  /** What a call weighs. */
  load: Load;
  /**
   * Asked before a signature is remembered, so that whoever asks too often leaves nothing behind.
   */
  refuseEarly?: (call: Call) => Promise<Refusal | null> | null;
  /**
   * It locks its account, so it goes to the node that the account belongs to; unless that answers
   * within this time, it is done here. Longer than the other node waits for a provider.
   */
  ownerMaxMs?(body: Call['body']): number;
  /** Its answers carry an ETag: who has the answer already is told so, and not sent it again. */
  hasTag?: true;
  /** Bodies larger than usual are let in when their first bytes say so (chat media). */
  mayBeLarge?: boolean;
  /**
   * Its body may be a list of up to so many bytes, where the key is in the header. It looks for
   * card numbers in the list itself.
   */
  longList?: { maxBytes: number; member: string };
  handle(call: Call): Promise<Answer>;
  /** Answers callers without a key; only one endpoint does, in some cases (rule S1). */
  handleKeyless?(call: Call<null>): Promise<Answer>;
}

/**
 * What answers for the accounts of one cell: an endpoint, and what its steps need, over the cell's
 * database.
 */
export interface CellEndpoint {
  deps: EndpointDeps;
  endpoint: PaymentsEndpoint;
}
/** Null: the cell is away. Undefined: there is none of this number. */
export type CellEndpointOf = (cell: number) => CellEndpoint | null | undefined;

/** A call, and where it is answered. */
interface Placed {
  call: Call | Call<null>;
  place: CellEndpoint;
}
type Steps = Interface<PaymentsEndpoint, Received, Placed, Received, Answer>;

export function registerPaymentsEndpoint(
  app: FastifyInstance,
  deps: EndpointDeps,
  endpoint: PaymentsEndpoint,
  { placeOf, streams }: { placeOf: CellEndpointOf; streams: AnswerStreams },
): void {
  registerEndpoint(app, paymentsSteps({ deps, endpoint }, placeOf, streams), endpoint);
}

function paymentsSteps(home: CellEndpoint, placeOf: CellEndpointOf, streams: AnswerStreams): Steps {
  const { deps } = home;
  return {
    async receive(exchange, endpoint) {
      const { request, reply, seen } = exchange;
      if (endpoint.method === 'GET') deps.cors.allow(request, reply);
      const read = endpoint.method === 'GET' ? noBody : await readBody(request, deps, endpoint);
      if (!read.ok) {
        seen.apiKey = read.apiKey;
        if (read.close) reply.header('connection', 'close');
        if (read.refusal.code === codes.tooMany) reply.header('retry-after', 1);
        return { ok: false, answer: { refused: read.refusal } };
      }
      seen.body = read.body;
      reply.askedFor = () => askedFor(read.body);
      return {
        ok: true,
        value: { headers: request.headers, bytes: read.bytes, given: read.given, body: read.body },
      };
    },
    authenticate: (exchange, endpoint, received) =>
      endpoint.handleKeyless !== undefined && isKeyless(exchange.request, received)
        ? { ok: true, value: { call: keylessCall(exchange, received), place: home } }
        : identifyIn(placeOfKey(home, placeOf, exchange, received), exchange, received),
    // Each handler checks its body against the contract, once the call is taken on.
    check: (_exchange, _endpoint, received) => ({ ok: true, value: received }),
    handle: ({ request, reply }, _endpoint, _received, { call, place }) =>
      call.account === null
        ? whenAdmitted(
            place.deps,
            place.endpoint.load,
            { account: null, language: callersLanguage(request.headers), reply },
            () => place.endpoint.handleKeyless!(call),
          )
        : answerAtOwner(place.deps, place.endpoint, call, request.id, (again) =>
            handleWithKey(place.deps, place.endpoint, { ...call, again }),
          ),
    present({ request, reply, seen }, endpoint, answer, caller) {
      const rest = 'follow' in answer ? streams.open(request, reply, answer) : answer;
      const { requestLog } = caller?.place.deps ?? deps;
      if (!('refused' in answer)) countAccepted(requestLog, caller?.call.account, endpoint);
      if (rest === null) return reply;
      const body = wireBody(rest, endpoint.refusalForm);
      noteRefused({ requestLog }, request, reply, body, seen.body, seen.apiKey);
      return endpoint.hasTag === true && 'body' in rest
        ? sendTagged(request, reply, body, send)
        : send(reply, body);
    },
    release: forgetCard,
    fail: ({ request, reply }, { refusalForm }, error) =>
      failSafely(error, request, reply, deps, refusalForm),
  };
}

/**
 * A card that came is with the vault or was refused: here its bytes are overwritten, and its texts
 * let go.
 */
function forgetCard({ bytes, given, body }: Received): void {
  if (!holdsCard(given)) return;
  bytes.fill(0);
  for (const name of cardMembers) {
    delete given[name];
    delete body[name];
  }
}

function isKeyless({ headers }: FastifyRequest, { body }: Received): boolean {
  const inBody = body['apiKey'];
  return (
    headers['secretkey'] === undefined && (inBody === undefined || inBody === null || inBody === '')
  );
}

const keylessCall = ({ request, reply }: Exchange, received: Received): Call<null> => ({
  account: null,
  access: null,
  apiKey: '',
  body: received.body,
  received,
  address: callerAddress(request),
  reply,
  again: false,
});

/**
 * The place of the cell that the key names. Its id tells, so that one cell costs no question. A key
 * that names none is home's to refuse.
 */
function placeOfKey(
  home: CellEndpoint,
  placeOf: CellEndpointOf,
  { request }: Exchange,
  { body }: Received,
): CellEndpoint | null {
  const apiKey = body['apiKey'] ?? request.headers['secretkey'];
  const cell = typeof apiKey === 'string' ? cellOfApiKey(apiKey) : homeCell;
  const place = cell === homeCell ? home : placeOf(cell);
  return place === undefined ? home : place;
}

async function identifyIn(
  place: CellEndpoint | null,
  exchange: Exchange,
  received: Received,
): Promise<Step<Placed, Answer>> {
  // Nothing was done: the accounts of a cell that is away wait for it, and nobody else does.
  if (place === null) {
    exchange.reply.header('retry-after', 1);
    const { internal } = texts[callersLanguage(exchange.request.headers)];
    const refused = refusal(codes.internal, internal());
    return { ok: false, answer: { refused } };
  }
  const known = await identify(place.deps, exchange, received);
  return known.ok ? { ok: true, value: { call: known.value, place } } : known;
}

async function identify(
  deps: EndpointDeps,
  { request, reply }: Exchange,
  received: Received,
): Promise<Step<Call, Answer>> {
  const address = callerAddress(request);
  const { body } = received;
  const language = callersLanguage(request.headers);
  const known = await authenticate(
    deps,
    {
      language,
      header: request.headers['secretkey'],
      body: body['apiKey'],
      elsewhere: () => keyElsewhere(request),
    },
    address,
  );
  if (!known.ok)
    return {
      ok: false,
      answer:
        known.refusal === null
          ? refuseUnknownCaller(deps, reply, language)
          : { refused: known.refusal },
    };
  const { account, access, apiKey } = known;
  reply.keyWasValid = true;
  // What many share identifies nobody (rule S1).
  deps.noteUse(account.id, access.id, isUnlistedProxy(request) ? null : address);
  return {
    ok: true,
    value: { account, access, apiKey, body, received, address, reply, again: false },
  };
}

function handleWithKey(
  deps: EndpointDeps,
  endpoint: PaymentsEndpoint,
  call: Call,
): Promise<Answer> {
  const { load, refuseEarly } = endpoint;
  const { account, reply } = call;
  // A signature is remembered in the database, so what is not taken on is refused before it is
  // looked at.
  return whenAdmitted(deps, load, { account, reply }, async () => {
    const early = (await refuseEarly?.(call)) ?? null;
    return early === null ? handlePermitted(deps, endpoint, call) : { refused: early };
  });
}

/** What a call does once it is taken on. */
export function handlePermitted<Taken extends MovableCall>(
  deps: EndpointDeps,
  endpoint: Pick<PaymentsEndpoint, 'method' | 'path' | 'refusalForm' | 'needs' | 'longList'> & {
    handle(call: Taken): Promise<Answer>;
  },
  call: Taken,
): Promise<Answer> {
  const { method, needs = method === 'GET' ? 'read' : 'write' } = endpoint;
  const { account, access, body } = call;
  return answerOnceSigned(deps, endpoint, call, async (again) => {
    const beyond =
      keyRefusal(access, account, needs, body['codeService']) ??
      (deps.cardNumbersRefused
        ? cardNumberRefusal(body, account.language, endpoint.longList?.member)
        : null);
    return beyond === null
      ? endpoint.handle({ ...call, again: again || call.again })
      : { refused: beyond };
  });
}

/**
 * Runs `answer`: where the account signs its POST requests only for a right signature, and once for
 * each (rules M1, M2).
 */
export function answerOnceSigned(
  deps: EndpointDeps,
  { method, path, refusalForm }: Pick<PaymentsEndpoint, 'method' | 'path' | 'refusalForm'>,
  { account, apiKey, received }: Pick<Call, 'account' | 'apiKey' | 'received'>,
  answer: (again: boolean) => Promise<Answer>,
): Promise<Answer> {
  return account.hmac && method === 'POST'
    ? answerSigned(deps, { account, apiKey, received, path, refusalForm }, answer)
    : answer(false);
}

/**
 * Nothing was stored, so "failed" is correct, and the caller is told when to come again; if the
 * outcome is unknown, no response is better than a wrong one (F03).
 */
function failSafely(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: EndpointDeps,
  refusalForm: RefusalForm,
): FastifyReply {
  const terms = { requestId: request.id, path: request.routeOptions.url, reason: String(error) };
  // Expected after another node's death, until its lease has ended: the repeat is answered then.
  if (error instanceof StillAnswering)
    deps.log.warn(terms, 'not answered: another node is processing the same signed request');
  else deps.log.error(terms, 'request failed');
  if (error instanceof CommitUnknown || error instanceof StillAnswering) {
    reply.hijack();
    request.raw.socket.destroy();
    return reply;
  }
  reply.header('retry-after', retryAfterSeconds(error));
  const { internal } = texts[callersLanguage(request.headers)];
  const body = refusalForm(refusal(codes.internal, internal()));
  noteRefused(deps, request, reply, body);
  return send(reply, body);
}
