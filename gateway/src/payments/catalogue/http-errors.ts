// GET errors: the error catalogue in the account's language, with the operator's own texts.

import { errorCatalogue } from '@jokko/contract';
import { errorCodeAndText } from './index.ts';
import { listForm } from '../api/http-refusal.ts';
import type { EndpointDeps, PaymentsEndpoint } from '../api/http-endpoint.ts';

export function errorsEndpoint(deps: Pick<EndpointDeps, 'catalogue'>): PaymentsEndpoint {
  return {
    method: 'GET',
    path: '/api-services/errors',
    refusalForm: listForm,
    load: 'read',
    handle: async ({ account }) => {
      const services = errorCatalogue.map(({ id }) => {
        const { code, text } = errorCodeAndText(deps.catalogue(), id, account.language);
        return { id, code, message: text };
      });
      return { body: { success: true, services } };
    },
  };
}
