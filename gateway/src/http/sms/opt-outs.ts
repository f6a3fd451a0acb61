// /api/sms/opt-outs: who gets no more messages of an application? List, add, remove.

import type { FastifyInstance } from 'fastify';
import {
  readMsisdn,
  readSmsNumbers,
  smsCodes,
  smsPageDefault,
  smsTexts,
  type SmsNumbersCommand,
  type SmsOptOutsResponse,
} from '@jokko/contract';
import type { Session } from '../../db/database.ts';
import { addOptOuts, listOptOuts, removeOptOuts, type SmsApp } from '../../domain/sms/index.ts';
import { registerSmsGet, registerSmsPost, type SmsAnswer, type SmsEndpointDeps } from './endpoint.ts';
import { pageOf, readPage } from './query.ts';
import { refusedAnswer } from './send-sms.ts';

export type OptOutDeps = SmsEndpointDeps & { database: Session };

const msisdnMax = 999_999_999_999_999;

export function registerOptOuts(app: FastifyInstance, deps: OptOutDeps): void {
  registerSmsGet(app, deps, '/api/sms/opt-outs', async ({ app: { id, language }, request }) => {
    const query = readPage(request.query, language, msisdnMax);
    if (!query.ok) return query.answer;
    const limit = query.limit ?? smsPageDefault;
    const { rows, next } = pageOf(await listOptOuts(deps.database, id, query.after, limit + 1), limit, ({ msisdn }) => msisdn);
    const optOuts = rows.map(({ msisdn, source, created_at }) => ({ msisdn: `+${msisdn}`, source, createdAt: created_at.toISOString() }));
    const data: SmsOptOutsResponse['data'] = { optOuts, next };
    return { body: { code: smsCodes.read, error: false, msg: smsTexts[language].ok(), data } };
  });
  const change = (path: string, apply: (of: SmsApp, msisdns: string[]) => Promise<object>): void =>
    registerSmsPost(app, deps, { path, kind: 'change', read: readSmsNumbers }, async (call, command) => {
      const numbers = readNumbers(command, call.app);
      return numbers.ok ? { body: await apply(call.app, numbers.msisdns) } : numbers.answer;
    });
  change('/api/sms/opt-outs', async ({ id, language }, msisdns) => {
    const added = await addOptOuts(deps.database, id, msisdns, 'api');
    return { code: smsCodes.accepted, error: false, msg: smsTexts[language].optOutsAdded({ count: added }), data: { added } };
  });
  change('/api/sms/opt-outs/remove', async ({ id, language }, msisdns) => {
    const removed = await removeOptOuts(deps.database, id, msisdns);
    return { code: smsCodes.read, error: false, msg: smsTexts[language].optOutsRemoved({ count: removed }), data: { removed } };
  });
}

/** Digits, each once. Whether a message could be sent there does not matter. */
function readNumbers({ msisdn }: SmsNumbersCommand, app: SmsApp): { ok: true; msisdns: string[] } | { ok: false; answer: SmsAnswer } {
  const msisdns = new Set<string>();
  const problems = new Map<string, 'invalid'>();
  for (const given of msisdn) {
    const digits = readMsisdn(given, app);
    if (digits === null) problems.set(given, 'invalid');
    else msisdns.add(digits);
  }
  if (problems.size > 0) return { ok: false, answer: refusedAnswer({ type: 'numbers', problems }, app.language) };
  return { ok: true, msisdns: [...msisdns] };
}
