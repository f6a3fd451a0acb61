// May this account use this service for a look-up, and through which provider?

import { codes, texts, type FieldProblem } from '@jokko/contract';
import type { OperationKind } from '@jokko/connector-kit';
import type { Account } from '../../domain/accounts/index.ts';
import type { Catalogue, Service } from '../../domain/catalogue/index.ts';
import type { Provider, Providers } from '../../domain/operations/index.ts';
import { invalidFields, refusal, type Refusal } from '../present/refusal.ts';

export interface ActiveServiceDeps {
  catalogue(): Catalogue;
  providers: Providers;
}

/** The service and its provider, or the refusal: unknown, not activated, or of another kind than the look-up is for. */
export function activeService(
  deps: ActiveServiceDeps,
  account: Account,
  codeService: string,
  kinds: OperationKind[],
  otherKind: FieldProblem,
): { service: Service; provider: Provider } | { refused: Refusal } {
  const say = texts[account.language];
  const catalogue = deps.catalogue();
  const service = catalogue.service(codeService);
  if (service === undefined) return { refused: refusal(codes.notFound, say.unknownService({ codeService })) };
  if (account.suspended) return { refused: refusal(codes.notActivated, say.accountSuspended()) };
  const provider = deps.providers.of(catalogue, service.route);
  if (!account.services.has(codeService) || service.off || provider === null)
    return { refused: refusal(codes.notActivated, say.serviceNotActivated({ codeService })) };
  if (!kinds.includes(service.kind)) return { refused: invalidFields([{ field: 'codeService', problem: otherKind }], account.language) };
  return { service, provider };
}
