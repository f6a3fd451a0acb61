// How is a request of an account that signs answered? Only with a right signature, and each signature once (rules M1, M2).

import { codes, texts } from '@jokko/contract';
import type { Account } from '../../domain/accounts/index.ts';
import type { SignedRequests } from '../../domain/signed-requests/index.ts';
import { checkSignature, type Received, type SignatureDeps } from '../guards/signature.ts';
import { refusal, type RefusalForm } from '../present/refusal.ts';
import { wireBody, type Answer } from './answer.ts';

/** These say that nothing was done and that it may be tried again, which must then be possible with the same bytes. */
const passing: readonly (number | undefined)[] = [codes.tooMany, codes.internal];

interface Signed {
  account: Account;
  apiKey: string;
  received: Received;
  /** Not named by what is signed, so a signature belongs to the path on which it came first. */
  path: string;
  refusalForm: RefusalForm;
}

export async function answerSigned(
  deps: SignatureDeps & { signedRequests: SignedRequests },
  { account, apiKey, received, path, refusalForm }: Signed,
  answer: (again: boolean) => Promise<Answer>,
): Promise<Answer> {
  const checked = await checkSignature(deps, account, received, apiKey);
  if (!checked.ok) return { refused: checked.refusal };
  const { signature, keptUntilMs: expiresAtMs } = checked;
  const text = await deps.signedRequests.answerOnce({ accountId: account.id, signature, path, expiresAtMs }, async (again) => {
    const body = wireBody(await answer(again), refusalForm);
    return { text: JSON.stringify(body), isFinal: !passing.includes(body.code) };
  });
  if (text === null) return { refused: refusal(codes.badKey, texts[account.language].signatureUsed()) };
  return { body: JSON.parse(text) as object };
}
