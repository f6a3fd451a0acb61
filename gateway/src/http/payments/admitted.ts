// What becomes of a call that this node does not take on? It is refused at once with what to do next; nothing of it is stored (F08, H3).

import type { FastifyReply } from 'fastify';
import { codes, defaultLanguage, texts } from '@jokko/contract';
import type { Account } from '../../domain/accounts/index.ts';
import { errorCodeAndText, type Catalogue } from '../../domain/catalogue/index.ts';
import type { Admission, Kind, Shed } from '../guards/admission.ts';
import { refusal, type Refusal } from '../present/refusal.ts';
import type { Answer } from './answer.ts';

export interface AdmissionDeps {
  admission: Admission;
  catalogue(): Catalogue;
}

/** What a call weighs. A status look-up is no call in the sense of an account's rate: rule S2 limits it. */
export type Load = Kind | 'status';

/** Calls without a key share one account's places. */
const keyless = { id: 0, rateLimit: null };

/** Runs `answer` if this node takes the call on. */
export async function whenAdmitted(
  { admission, catalogue }: AdmissionDeps,
  load: Load,
  { account, reply }: { account: Account | null; reply: FastifyReply },
  answer: () => Promise<Answer>,
): Promise<Answer> {
  const { id, rateLimit } = account ?? keyless;
  const shed = load === 'status' ? admission.enter({ id, rateLimit: 0 }, 'read') : admission.enter({ id, rateLimit }, load);
  if (shed !== null) {
    reply.header('retry-after', shed.retryAfterSeconds);
    return { refused: refusalOf(shed, account?.language ?? defaultLanguage, catalogue()) };
  }
  try {
    return await answer();
  } finally {
    admission.leave(id);
  }
}

/** The answer to a caller whose key could not be looked up, since too many others' are. */
export function refuseUnknownCaller({ catalogue }: Pick<AdmissionDeps, 'catalogue'>, reply: FastifyReply): Answer {
  reply.header('retry-after', 1);
  return { refused: refusalOf({ ofAccount: false }, defaultLanguage, catalogue()) };
}

/** The account's own doing is 4029; what all do together is ours, in the words of `unknown_error`: not now, try again later. */
function refusalOf({ reason, ofAccount }: Partial<Shed>, language: Account['language'], catalogue: Catalogue): Refusal {
  if (!ofAccount) return refusal(codes.internal, errorCodeAndText(catalogue, null, language).text);
  const say = texts[language];
  return refusal(codes.tooMany, reason === 'account_rate' ? say.tooManyCalls() : say.tooManyRequests());
}
