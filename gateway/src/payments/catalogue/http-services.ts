// GET services: lists the services that this account may use.

import { standingOf } from './choose-route.ts';
import { iconUrl } from './index.ts';
import { listForm } from '../api/http-refusal.ts';
import type { EndpointDeps, PaymentsEndpoint } from '../api/http-endpoint.ts';

export function servicesEndpoint(
  deps: Pick<EndpointDeps, 'catalogue'> & {
    publicUrl: string;
    hasProvider(route: string): boolean;
  },
): PaymentsEndpoint {
  return {
    method: 'GET',
    path: '/api-services/services',
    refusalForm: listForm,
    load: 'read',
    handle: async ({ account, access }) => {
      const catalogue = deps.catalogue();
      const services = catalogue.services
        .filter(
          ({ code, route, off }) =>
            !off &&
            account.services.has(code) &&
            (access.services?.has(code) ?? true) &&
            deps.hasProvider(route),
        )
        .map(({ name, icon, code, direction, typeService, route }) => ({
          name,
          icon: iconUrl(icon, deps.publicUrl),
          codeService: code,
          typeOperation: direction,
          typeService,
          ...(standingOf(catalogue.route(route)) !== 'on' && { available: false }),
        }));
      return { body: { success: true, services } };
    },
  };
}
