// GET services: which services may this account use?

import type { FastifyInstance } from 'fastify';
import { iconUrl } from '../../domain/catalogue/index.ts';
import { listForm } from '../present/refusal.ts';
import { registerEndpoint, type EndpointDeps } from './endpoint.ts';

export function registerServices(
  app: FastifyInstance,
  deps: EndpointDeps & { publicUrl: string; hasProvider(route: string): boolean },
): void {
  const settings = { method: 'GET', path: '/api-services/services', refusalForm: listForm, load: 'read' } as const;
  registerEndpoint(app, deps, settings, async ({ account, access }) => {
    const services = deps
      .catalogue()
      .services.filter(
        ({ code, route, off }) => !off && account.services.has(code) && (access.services?.has(code) ?? true) && deps.hasProvider(route),
      )
      .map(({ name, icon, code, direction, typeService }) => ({
        name,
        icon: iconUrl(icon, deps.publicUrl),
        codeService: code,
        typeOperation: direction,
        typeService,
      }));
    return { body: { success: true, services } };
  });
}
