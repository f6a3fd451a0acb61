// Why is a change of an account's HMAC secrets refused, in words?

import { Refusal } from './command.ts';

export function hmacRefusal(refusal: 'unknown account' | 'hmac is off', accountId: number): Refusal {
  return new Refusal(
    refusal === 'unknown account'
      ? `there is no account ${accountId}`
      : `account ${accountId} does not sign: \`jokko account set ${accountId} --hmac on\``,
  );
}
