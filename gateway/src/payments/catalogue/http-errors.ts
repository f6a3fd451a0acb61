// GET errors: the error catalogue in the account's language, with the operator's own texts.

import { errorCatalogue, errorsEndpoint } from '@jokko/contract';
import { errorCodeAndText } from './index.ts';
import { listForm } from '../api/http-refusal.ts';
import type { EndpointDeps } from '../api/http-endpoint.ts';
import { implementUnchecked } from '../api/http-implement.ts';

export const implementErrors = (deps: Pick<EndpointDeps, 'catalogue'>) =>
  implementUnchecked(errorsEndpoint, {
    refusalForm: listForm,
    load: 'read',
    handle: async ({ account }) => {
      const services = errorCatalogue.map(({ id }) => {
        const { code, text } = errorCodeAndText(deps.catalogue(), id, account.language);
        return { id, code, message: text };
      });
      return { body: { success: true as const, services } };
    },
  });
