// GET errors: the error catalogue in the account's language, with the operator's own texts.

import type { FastifyInstance } from 'fastify';
import { errorCatalogue } from '@jokko/contract';
import { errorCodeAndText } from '../../domain/catalogue/index.ts';
import { listForm } from '../present/refusal.ts';
import { registerEndpoint, type EndpointDeps } from './endpoint.ts';

export function registerErrors(app: FastifyInstance, deps: EndpointDeps): void {
  const settings = { method: 'GET', path: '/api-services/errors', refusalForm: listForm, load: 'read' } as const;
  registerEndpoint(app, deps, settings, async ({ account }) => {
    const services = errorCatalogue.map(({ id }) => {
      const { code, text } = errorCodeAndText(deps.catalogue(), id, account.language);
      return { id, code, message: text };
    });
    return { body: { success: true, services } };
  });
}
