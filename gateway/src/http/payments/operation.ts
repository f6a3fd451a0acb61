// POST operation: initiate a transaction of any service.

import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { codes, texts } from '@jokko/contract';
import type { Account } from '../../domain/accounts/index.ts';
import { initiate, type InitiateDeps, type Initiated } from '../../domain/operations/index.ts';
import { presentOperation, type PresentContext } from '../present/operation.ts';
import { parseStrictJson } from '../guards/strict-json.ts';
import { envelopeForm, invalidFields, malformed, refusal, type Refusal } from '../present/refusal.ts';
import { registerEndpoint, type Answer, type Call, type EndpointDeps } from './endpoint.ts';

export function registerOperation(
  app: FastifyInstance,
  deps: EndpointDeps & { initiate: InitiateDeps; refreshCatalogue(): Promise<void>; publicUrl: string },
): void {
  registerEndpoint(
    app,
    deps,
    { method: 'POST', path: '/api-services/operation', refusalForm: envelopeForm, mayBeLarge: true, load: 'change' },
    async (call) => {
      const unreadable = dataRefusal(call);
      return unreadable === null ? answer(deps, call) : { refused: unreadable };
    },
  );
}

/** `data` as text is JSON of the same body, so it is read as strictly (rule H5). Text that is no JSON at all is the form check's. */
function dataRefusal({ body: { data }, account: { language } }: Call): Refusal | null {
  if (typeof data !== 'string') return null;
  const parsed = parseStrictJson(data);
  if (parsed.ok || parsed.problem.type === 'notJson') return null;
  const refused = malformed(parsed.problem, language);
  return { ...refused, errors: [{ field: 'data', message: refused.msg }] };
}

type OperationDeps = Parameters<typeof registerOperation>[1];

async function answer(deps: OperationDeps, call: Call): Promise<Answer> {
  let { account } = call;
  for (;;) {
    const catalogue = deps.catalogue();
    const initiated = await initiate(deps.initiate, { body: call.body, account, catalogue, apiKey: call.apiKey });
    if (initiated.type === 'stale') {
      deps.directory.forget();
      await deps.refreshCatalogue();
      const fresh = await deps.directory.byKey(call.apiKey);
      if (fresh.type !== 'valid') return { refused: refusal(codes.badKey, texts[account.language].keyInvalid()) };
      account = fresh.account;
      continue;
    }
    if (initiated.type !== 'opened' && initiated.type !== 'replayed') return { refused: refusalOf(initiated, call, account, deps) };
    const { operation } = initiated;
    const first = initiated.type === 'opened';
    if (first) whenGone(call.reply.raw, () => deps.initiate.answers.leave(operation.facts.id));
    const context: PresentContext = { catalogue, language: account.language, publicUrl: deps.publicUrl };
    return { body: presentOperation(operation, context, first) };
  }
}

/** Once the answer has left, or its reader; a client that went away before is never heard of again. */
function whenGone(answer: ServerResponse, run: () => void): void {
  if (answer.closed) run();
  else answer.once('close', run);
}

function refusalOf(
  initiated: Exclude<Initiated, { type: 'opened' | 'replayed' | 'stale' }>,
  { body }: Call,
  { language }: Account,
  deps: OperationDeps,
): Refusal {
  const say = texts[language];
  const billReference = String(body['billReference']);
  switch (initiated.type) {
    case 'invalid':
      return invalidFields(initiated.faults, language, {
        catalogue: deps.catalogue(),
        codeService: initiated.codeService,
        errorId: initiated.errorId,
      });
    case 'unknownService':
      return refusal(codes.notFound, say.unknownService({ codeService: initiated.codeService }));
    case 'notActivated':
      return refusal(codes.notActivated, say.serviceNotActivated({ codeService: initiated.codeService }));
    case 'routeDown':
      return refusal(codes.notActivated, say.serviceNotActivated({ codeService: String(body['codeService']) }));
    case 'suspended':
      return refusal(codes.notActivated, say.accountSuspended());
    case 'conflict':
      return refusal(codes.conflict, say.conflict({ externalTransactionId: String(body['externalTransactionId']) }));
    case 'notListed':
      return refusal(codes.notFound, say.billNotListed({ billReference }));
    case 'otherAmount':
      return invalidFields([{ field: 'amount', problem: 'differsFromBill' }], language);
    case 'otherAmountThanRecord':
      return invalidFields([{ field: 'amount', problem: 'differsFromRecord' }], language);
    case 'paid':
      return refusal(codes.refused, say.billAlreadyPaid({ billReference }));
  }
}
