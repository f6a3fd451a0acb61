// Says whether a recipient can be paid.

import { decidingDigits } from '../core/digits.ts';
import { isMembers, readJson, sendJson, textMember } from '../http/exchange.ts';
import { sendError } from './errors.ts';
import type { Exchange } from '../http/exchange.ts';
import type { WaveDeps } from './deps.ts';

export async function verifyRecipient(deps: WaveDeps, exchange: Exchange): Promise<void> {
  const body = await readJson(exchange);
  const mobile = isMembers(body) ? textMember(body, 'mobile') : undefined;
  if (!isMembers(body) || mobile === undefined || !/^\+[0-9]{6,15}$/.test(mobile))
    return sendError(exchange, 400, 'request-validation-error', 'the request is not valid', [
      { loc: ['body', 'mobile'], msg: 'E.164 is needed' },
    ]);
  if (!deps.checks.mayAsk(mobile, deps.nowMs()))
    return sendError(exchange, 429, 'too-many-requests', 'too many checks of this number');
  const digits = decidingDigits([mobile]);
  if (digits === 7074 || digits === 7075)
    return sendError(exchange, 422, 'recipient-account-inactive', 'no active account');
  const isNamed = textMember(body, 'name') !== undefined;
  sendJson(exchange, 200, {
    within_limits: digits !== 7024,
    name_match: isNamed ? 'MATCH' : 'NAME_NOT_KNOWN',
    national_id_match: null,
  });
}
