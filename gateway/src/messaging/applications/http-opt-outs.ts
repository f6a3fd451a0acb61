// api/sms/opt-outs: lists, adds and removes the numbers that get no more messages of an
// application.

import {
  readMsisdn,
  readSmsNumbers,
  smsCodes,
  smsPageDefault,
  smsTexts,
  type SmsNumbersCommand,
  type SmsOptOutsResponse,
} from '@jokko/contract';
import type { Session } from '../../platform/db/database.ts';
import type { Routing } from '../routing/index.ts';
import { faultOfForm, readSilenced, type FindFault } from './number-fault.ts';
import { addOptOuts, listOptOuts, removeOptOuts, type SmsApp } from './index.ts';
import { cutPage } from '../../platform/http/page.ts';
import { smsGet, smsPost, type SmsEndpoint, type SmsEndpointDeps } from '../api/http-endpoint.ts';
import { readPage } from '../api/http-query.ts';
import { refusedAnswer } from './http-send-sms.ts';

export type OptOutDeps = SmsEndpointDeps & { database: Session; routing(): Routing };

const msisdnMax = 999_999_999_999_999;

export function optOutEndpoints(deps: OptOutDeps): SmsEndpoint[] {
  const list = smsGet({
    method: 'GET',
    path: '/api/sms/opt-outs',
    kind: 'read',
    handle: async ({ app: { id, language }, request }) => {
      const query = readPage(request.query, language, msisdnMax);
      if (!query.ok) return query.answer;
      const limit = query.limit ?? smsPageDefault;
      const { rows, next } = cutPage(
        await listOptOuts(deps.database, id, query.after, limit + 1),
        ({ msisdn }) => msisdn,
        limit,
      );
      const optOuts = rows.map(({ msisdn, source, created_at }) => ({
        msisdn: `+${msisdn}`,
        source,
        createdAt: created_at.toISOString(),
      }));
      const data: SmsOptOutsResponse['data'] = { optOuts, next };
      return { body: { code: smsCodes.read, error: false, msg: smsTexts[language].ok(), data } };
    },
  });
  const change = (
    path: string,
    readNumber: (given: string, app: SmsApp, routing: Routing) => ReadNumber,
    apply: (of: SmsApp, msisdns: string[]) => Promise<object>,
  ): SmsEndpoint =>
    smsPost({
      method: 'POST',
      path,
      kind: 'change',
      read: readSmsNumbers,
      handle: async ({ app }, command) => {
        const routing = deps.routing();
        const numbers = readNumbers(command, (given) => readNumber(given, app, routing));
        if (numbers.ok) return { body: await apply(app, numbers.msisdns) };
        return refusedAnswer({ type: 'numbers', problems: numbers.problems }, app.language);
      },
    });
  const add = change('/api/sms/opt-outs', readSilenced, async ({ id, language }, msisdns) => {
    const added = await addOptOuts(deps.database, id, msisdns, 'api');
    return {
      code: smsCodes.accepted,
      error: false,
      msg: smsTexts[language].optOutsAdded({ count: added }),
      data: { added },
    };
  });
  const remove = change('/api/sms/opt-outs/remove', readKept, async ({ id, language }, msisdns) => {
    const removed = await removeOptOuts(deps.database, id, msisdns);
    return {
      code: smsCodes.read,
      error: false,
      msg: smsTexts[language].optOutsRemoved({ count: removed }),
      data: { removed },
    };
  });
  return [list, add, remove];
}

type ReadNumber = ReturnType<typeof readSilenced>;

/**
 * What was kept before its country's numbers were known, or has changed since, is taken out by its
 * digits.
 */
function readKept(given: string, app: SmsApp, routing: Routing): ReadNumber {
  const msisdn = readMsisdn(given, app);
  return msisdn === null
    ? { ok: false, fault: () => faultOfForm(given, routing) }
    : { ok: true, msisdn };
}

/** Digits, each once; with any that cannot be read none is. */
function readNumbers(
  { msisdn }: SmsNumbersCommand,
  read: (given: string) => ReadNumber,
): { ok: true; msisdns: string[] } | { ok: false; problems: ReadonlyMap<string, FindFault> } {
  const msisdns = new Set<string>();
  const problems = new Map<string, FindFault>();
  for (const given of msisdn) {
    const number = read(given);
    if (number.ok) msisdns.add(number.msisdn);
    else problems.set(given, number.fault);
  }
  if (problems.size > 0) return { ok: false, problems };
  return { ok: true, msisdns: [...msisdns] };
}
