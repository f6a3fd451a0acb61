// Reads what a provider needs beside the common fields: the service kind's own members of a request
// (rules O6, O7).

import { serviceKind, type OperationRequest, type ReadContext } from '@jokko/contract';
import type { Service } from '../../catalogue/index.ts';

export interface ExtrasContext extends ReadContext {
  service: Service;
}

export function readExtras(body: OperationRequest, context: ExtrasContext) {
  return serviceKind(context.service.kind).read(body, context);
}
