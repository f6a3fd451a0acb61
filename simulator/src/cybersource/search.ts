// The transaction search: by the caller's code, and one transaction by its id.

import { randomUUID } from 'node:crypto';
import { isMembers, textMember } from '../http/exchange.ts';
import { notFound, wrong } from './answers.ts';
import { followUp, presentTransaction, presentWaiting, seqOf } from './present.ts';
import type { Operation } from '../core/operation.ts';
import type { Answer } from './answers.ts';
import type { CybersourceDeps } from './deps.ts';

export async function search(deps: CybersourceDeps, body: unknown): Promise<Answer> {
  const query = isMembers(body) ? (textMember(body, 'query') ?? '') : '';
  const code = /^clientReferenceInformation\.code:"?([\w-]{1,100})"?$/.exec(query)?.[1];
  if (code === undefined) return wrong('query');
  const references = [code, followUp(code, 'voids'), followUp(code, 'refunds')];
  const found = await Promise.all(references.map((each) => deps.engine.find(each)));
  const waiting = [...deps.authentications.values()].filter((each) => each.code === code);
  const transactionSummaries = [
    ...found.filter(isOurs).map((each) => presentTransaction(each, 'submitTimeUtc')),
    ...waiting.map((each) => presentWaiting(each, 'submitTimeUtc')),
  ];
  const totalCount = transactionSummaries.length;
  return {
    status: 201,
    body: {
      searchId: randomUUID(),
      save: false,
      query,
      submitTimeUtc: new Date(deps.nowMs()).toISOString(),
      totalCount,
      count: totalCount,
      ...(totalCount === 0 ? {} : { _embedded: { transactionSummaries } }),
    },
  };
}

const isOurs = (operation: Operation | undefined): operation is Operation =>
  operation?.protocol === 'cybersource';

export async function readTransaction(deps: CybersourceDeps, id: string): Promise<Answer> {
  for (const each of deps.authentications.values())
    if (each.transaction === id)
      return { status: 200, body: presentWaiting(each, 'submitTimeUTC') };
  const found = await deps.engine.findBySeq(seqOf(id));
  if (!isOurs(found)) return notFound();
  return { status: 200, body: presentTransaction(found, 'submitTimeUTC') };
}
