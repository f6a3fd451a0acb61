// Asks Twilio how messages stand that it has taken, one request each.

import { codeMember, objectFromWire, textMember, wordMember } from '@jokko/connectors/kit';
import type { HttpResult, SmsContext, SmsReceipt } from '@jokko/connectors/kit';
import { getMessage } from './call.ts';
import type { TwilioConfig } from './config.ts';
import { messageSid } from './read-answer.ts';
import { readReport } from './read-report.ts';

/** Requests at one time. */
const atOnce = 10;
const notFound = '20404';

/** What it does not have is left out, and so is what was to come after it could not be asked any more. Null: it could not be asked at all. */
export async function findById(
  context: SmsContext<TwilioConfig>,
  ids: readonly string[],
): Promise<SmsReceipt[] | null> {
  const sids = ids.map(sidOf).filter((sid) => messageSid.test(sid));
  const told: (SmsReceipt | undefined)[] = [];
  for (let at = 0; at < sids.length; at += atOnce) {
    const results = await Promise.all(
      sids.slice(at, at + atOnce).map((sid) => getMessage(context, sid)),
    );
    const read = results.map(readMessage).filter((each) => each !== null);
    told.push(...read);
    if (read.length < results.length) return told.length === 0 ? null : told.filter(isTold);
  }
  return told.filter(isTold);
}

const isTold = (receipt: SmsReceipt | undefined): receipt is SmsReceipt => receipt !== undefined;

/** Of an id in normal form: Twilio reads large and small letters as different. */
const sidOf = (id: string): string => id.slice(0, 2).toUpperCase() + id.slice(2);

/** Undefined: Twilio has no such message. Null: it does not say. */
function readMessage(result: HttpResult): SmsReceipt | undefined | null {
  const body = result.kind === 'answer' ? objectFromWire(result.body) : null;
  if (result.kind !== 'answer' || body === null) return null;
  if (result.status === 404 && codeMember(body, 'code') === notFound) return undefined;
  if (result.status !== 200) return null;
  return readReport({
    id: textMember(body, 'sid'),
    status: wordMember(body, 'status'),
    errorCode: codeMember(body, 'error_code'),
    to: textMember(body, 'to'),
  });
}
