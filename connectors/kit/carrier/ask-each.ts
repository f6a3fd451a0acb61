// Asks a carrier by its own ids how messages stand that it has taken, a request each.

import type { HttpResult } from '../connector.ts';
import type { SmsReceipt } from '../sms.ts';
import { objectFromWire, type JsonObject } from '../wire-json.ts';
import type { HttpAnswer } from './reading.ts';

/** Requests at one time. */
const atOnce = 10;

/**
 * `read`: undefined where the carrier has no such message, null where it does not say. What it does
 * not have is left out, and so is what was to come after it could not be asked any more. Null: it
 * could not be asked at all.
 */
export async function askEach(
  ids: readonly string[],
  ask: (id: string) => Promise<HttpResult>,
  read: (answer: HttpAnswer, body: JsonObject) => SmsReceipt | undefined | null,
): Promise<SmsReceipt[] | null> {
  const told: (SmsReceipt | undefined)[] = [];
  for (let at = 0; at < ids.length; at += atOnce) {
    const results = await Promise.all(ids.slice(at, at + atOnce).map(ask));
    const said = results.map((result) => {
      const body = result.kind === 'answer' ? objectFromWire(result.body) : null;
      return result.kind === 'answer' && body !== null ? read(result, body) : null;
    });
    told.push(...said.filter((each) => each !== null));
    if (said.includes(null) && told.length === 0) return null;
    if (said.includes(null)) break;
  }
  return told.filter((each) => each !== undefined);
}
