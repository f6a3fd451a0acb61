// Rejects calls that this node does not admit, at once and with what to do next. Nothing of them
// is stored (F08, H3).

import type { FastifyReply } from 'fastify';
import { codes, texts, type Language } from '@jokko/contract';
import type { Account } from '../accounts/index.ts';
import { errorCodeAndText, type Catalogue } from '../catalogue/index.ts';
import type { Admission, Kind, Shed } from '../../platform/http/guards/admission.ts';
import { refusal, type Refusal } from '../../platform/http/http-refusal.ts';
import type { Answer } from './http-answer.ts';
import type { CallReply } from './http-call-reply.ts';

export interface AdmissionDeps {
  admission: Pick<Admission, 'enter' | 'leave' | 'begin' | 'end' | 'unknownCallers'>;
  catalogue(): Catalogue;
}

/** What a call asks for is not taken on after all. Nothing is stored. */
export class NotAdmitted extends Error {
  readonly shed: Shed;
  constructor(shed: Shed) {
    super(`not admitted: ${shed.reason}`);
    this.shed = shed;
  }
}

/**
 * What a call weighs. A status request is no call in the sense of an account's rate: rule S2 limits
 * it.
 */
export type Load = Kind | 'status';

/** Calls without a key share one account's places. */
const keyless = { id: 0, rateLimit: null };

type Caller = { reply: Pick<CallReply, 'header'> } & (
  { account: Account } | { account: null; language: Language }
);

/** Runs `answer` if this node takes the call on. */
export async function whenAdmitted(
  deps: AdmissionDeps,
  load: Load,
  caller: Caller,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  const shed = enter(deps, load, caller);
  return shed === null ? leaveAfter(deps, caller, answer) : refuse(deps, caller, shed);
}

/**
 * The same for a call that another node can answer as well: null where this one takes nothing on at
 * present, whoever asks.
 */
export async function unlessOverloaded(
  deps: AdmissionDeps,
  load: Load,
  caller: Caller,
  answer: () => Promise<Answer>,
): Promise<Answer | null> {
  const shed = enter(deps, load, caller);
  if (shed === null) return leaveAfter(deps, caller, answer);
  return shed.ofAccount ? refuse(deps, caller, shed) : null;
}

function enter({ admission }: AdmissionDeps, load: Load, { account }: Caller): Shed | null {
  const { id, rateLimit } = account ?? keyless;
  return load === 'status'
    ? admission.enter({ id, rateLimit: 0 }, 'read')
    : admission.enter({ id, rateLimit }, load);
}

async function leaveAfter(
  deps: AdmissionDeps,
  caller: Caller,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof NotAdmitted) return refuse(deps, caller, error.shed);
    throw error;
  } finally {
    deps.admission.leave((caller.account ?? keyless).id);
  }
}

function refuse({ catalogue }: AdmissionDeps, caller: Caller, shed: Shed): Answer {
  const language = caller.account === null ? caller.language : caller.account.language;
  caller.reply.header('retry-after', shed.retryAfterSeconds);
  return { refused: refusalOf(shed, language, catalogue()) };
}

/** The answer to a caller whose key could not be looked up, since too many others' are. */
export function refuseUnknownCaller(
  { catalogue }: Pick<AdmissionDeps, 'catalogue'>,
  reply: FastifyReply,
  language: Language,
): Answer {
  reply.header('retry-after', 1);
  return { refused: refusalOf({ ofAccount: false }, language, catalogue()) };
}

/**
 * The account's own doing is 4029; what all do together is ours, in the words of `unknown_error`:
 * not now, try again later.
 */
function refusalOf(
  { reason, ofAccount }: Partial<Shed>,
  language: Account['language'],
  catalogue: Catalogue,
): Refusal {
  if (!ofAccount) return refusal(codes.internal, errorCodeAndText(catalogue, null, language).text);
  const say = texts[language];
  return refusal(
    codes.tooMany,
    reason === 'account_rate' ? say.tooManyCalls() : say.tooManyRequests(),
  );
}
