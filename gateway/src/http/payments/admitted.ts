// What becomes of a call that this node does not take on? It is refused at once with what to do next; nothing of it is stored (F08, H3).

import { codes, defaultLanguage, texts } from '@jokko/contract';
import type { Account } from '../../domain/accounts/index.ts';
import { errorCodeAndText, type Catalogue } from '../../domain/catalogue/index.ts';
import type { Admission, Kind, Shed } from '../guards/admission.ts';
import { refusal, type Refusal } from '../present/refusal.ts';
import type { Answer, Call } from './endpoint.ts';

export interface AdmissionDeps {
  admission: Admission;
  catalogue(): Catalogue;
}

/** Calls without a key share one account's places. */
const keyless = { id: 0, rateLimit: null };

/** The handler, behind admission. A status look-up is no call in the sense of an account's rate: rule S2 limits it. */
export function admitted<Known extends Account | null>(
  deps: AdmissionDeps,
  kind: Kind | 'status',
  handle: (call: Call<Known>) => Promise<Answer>,
): (call: Call<Known>) => Promise<Answer> {
  return async (call) => {
    const { id, rateLimit } = call.account ?? keyless;
    const refused = kind === 'status' ? deps.admission.enter({ id, rateLimit: 0 }, 'read') : deps.admission.enter({ id, rateLimit }, kind);
    if (refused !== null) {
      call.reply.header('retry-after', refused.retryAfterSeconds);
      return { refused: refusalOf(refused, call.account?.language ?? defaultLanguage, deps.catalogue()) };
    }
    try {
      return await handle(call);
    } finally {
      deps.admission.leave(id);
    }
  };
}

/** The account's own doing is 4029; what all do together is ours, in the words of `unknown_error`: not now, try again later. */
function refusalOf({ reason, ofAccount }: Shed, language: Account['language'], catalogue: Catalogue): Refusal {
  if (!ofAccount) return refusal(codes.internal, errorCodeAndText(catalogue, null, language).text);
  const say = texts[language];
  return refusal(codes.tooMany, reason === 'account_rate' ? say.tooManyCalls() : say.tooManyRequests());
}
