// The transaction search: by the caller's code, and one transaction by its id.

import { isMembers, textMember } from '../http/exchange.ts';
import { badRequest, notFound } from './answers.ts';
import { presentTransaction, presentWaiting, seqOf } from './present.ts';
import type { Answer } from './answers.ts';
import type { CybersourceDeps } from './deps.ts';

export async function search(deps: CybersourceDeps, body: unknown): Promise<Answer> {
  const query = isMembers(body) ? (textMember(body, 'query') ?? '') : '';
  const code = /^clientReferenceInformation\.code:"?([\w-]{1,100})"?$/.exec(query)?.[1];
  if (code === undefined) return badRequest('INVALID_DATA', 'query');
  const found = await deps.engine.find(code);
  const waiting = [...deps.authentications.values()].filter((each) => each.code === code);
  const transactionSummaries = [
    ...(found?.protocol === 'cybersource' ? [presentTransaction(found)] : []),
    ...waiting.map(presentWaiting),
  ];
  const totalCount = transactionSummaries.length;
  return {
    status: 201,
    body: {
      query,
      totalCount,
      count: totalCount,
      ...(totalCount === 0 ? {} : { _embedded: { transactionSummaries } }),
    },
  };
}

export async function readTransaction(deps: CybersourceDeps, id: string): Promise<Answer> {
  for (const each of deps.authentications.values())
    if (each.transaction === id) return { status: 200, body: presentWaiting(each) };
  const found = await deps.engine.findBySeq(seqOf(id));
  if (found?.protocol !== 'cybersource') return notFound;
  return { status: 200, body: presentTransaction(found) };
}
