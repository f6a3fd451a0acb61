// Leaves out of a catalogue what further cells do not do yet: bills, which are paid once across all
// cells, and orders that leave in files, of which a provider takes one sequence. Such a service is
// unknown there, so that nothing begins that nobody would finish.

import type { Catalogue, Service } from './service.ts';
import type { RouteSettings } from './route-rules.ts';

/** The catalogue of a further cell. */
export function catalogueOfCell(
  catalogue: Catalogue,
  { connectors }: Pick<RouteSettings, 'connectors'>,
): Catalogue {
  const isSold = ({ kind, route }: Service): boolean => {
    const connector = catalogue.route(route)?.connector ?? '';
    return kind !== 'bill_pay' && connectors[connector]?.files === undefined;
  };
  const services = catalogue.services.filter(isSold);
  const byCode = new Map(services.map((service) => [service.code, service]));
  return { ...catalogue, services, service: (code) => byCode.get(code) };
}
