// Answers requests of an account that signs: only with a valid signature, and each signature once
// (rules M1, M2).

import { codes, texts } from '@jokko/contract';
import type { Account } from '../accounts/index.ts';
import type { ReplayProtection } from '../replay-protection/index.ts';
import { checkSignature, type Received, type SignatureDeps } from './http-signature.ts';
import { refusal, type RefusalForm } from '../../platform/http/http-refusal.ts';
import { wholeAnswer, wireBody, type Answer } from './http-answer.ts';

/**
 * These say that nothing was done and that it may be tried again, which must then be possible with
 * the same bytes.
 */
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
  deps: SignatureDeps & { replayProtection: Pick<ReplayProtection, 'answerOnce'> },
  { account, apiKey, received, path, refusalForm }: Signed,
  answer: (again: boolean) => Promise<Answer>,
): Promise<Answer> {
  const checked = await checkSignature(deps, account, received, apiKey);
  if (!checked.ok) return { refused: checked.refusal };
  const { signature, keptUntilMs: expiresAtMs } = checked;
  const text = await deps.replayProtection.answerOnce(
    { accountId: account.id, signature, path, expiresAtMs },
    async (again) => {
      const body = wireBody(wholeAnswer(await answer(again)), refusalForm);
      return { text: JSON.stringify(body), isFinal: !passing.includes(body.code) };
    },
  );
  if (text === null)
    return { refused: refusal(codes.badKey, texts[account.language].signatureUsed()) };
  return { body: JSON.parse(text) as object };
}
