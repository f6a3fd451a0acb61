// Validates a catalogue text. Lists every problem with its line and field, so that an operator
// corrects them in one go.

import {
  closestName,
  compileShape,
  placeholderFault,
  pointerStep,
  readDocument,
  type ReadDocument,
  type Review,
} from '../../platform/documents/index.ts';
import { CatalogueShape, ErrorTextEntry, RouteEntry, ServiceEntry } from './document.ts';
import type { CatalogueDocument } from './document.ts';
import { fillIn } from './defaults.ts';
import { errorTextProblem, errorTextProblemWords, hasError } from './error-text-rules.ts';
import { checkRoute } from './route-rules.ts';
import type { CheckedRoute, RouteSettings } from './route-rules.ts';
import { priceFault } from './price.ts';
import { checkService } from './service-rules.ts';

const catalogueShape = compileShape(CatalogueShape);
const serviceShape = compileShape(ServiceEntry);
const routeShape = compileShape(RouteEntry);
const errorTextShape = compileShape(ErrorTextEntry);

/** Reads and checks a catalogue text. Problems come in the order of their lines. */
export function readCatalogue(
  text: string,
  settings: RouteSettings,
): ReadDocument<CatalogueDocument> {
  return readDocument<CatalogueDocument>(text, catalogueShape, (document, review) =>
    checkDocument(document, settings, review),
  );
}

function checkDocument(document: CatalogueDocument, settings: RouteSettings, review: Review): void {
  const routes: CheckedRoutes = new Map();
  const firstRoute = new Map<string, string>();
  document.routes.forEach((entry, index) => {
    const pointer = `/routes/${index}`;
    if (!review.fits(routeShape, pointer, entry)) return;
    if (review.isRepeated(firstRoute, entry.name, `${pointer}/name`)) return;
    const { problems, operations, productFor } = checkRoute(entry, settings);
    routes.set(entry.name, { operations, productFor });
    for (const problem of problems) review.refuse(`${pointer}/${problem.path}`, problem.message);
  });

  const firstService = new Map<string, string>();
  document.services.forEach((entry, index) => {
    const pointer = `/services/${index}`;
    if (!review.fits(serviceShape, pointer, entry)) return;
    review.isRepeated(firstService, entry.code, `${pointer}/code`);
    for (const problem of checkService(entry))
      review.refuse(`${pointer}/${problem.path}`, problem.message);
    checkProducts(entry, pointer, review);
    checkRouteChoice(entry, pointer, review);
    checkItsRoute(entry, entry.route, `${pointer}/route`, routes, review);
    const firstRoutes = new Map([[entry.route, `${pointer}/route`]]);
    entry.otherRoutes?.forEach((name, at) => {
      const here = `${pointer}/otherRoutes/${at}`;
      if (!review.isRepeated(firstRoutes, name, here))
        checkItsRoute(entry, name, here, routes, review);
    });
  });

  for (const [id, entry] of Object.entries(document.errorTexts ?? {})) {
    const pointer = `/errorTexts${pointerStep(id)}`;
    if (!hasError(id))
      review.refuse(pointer, 'there is no such error id; ids are 1 to 136, and null');
    if (!review.fits(errorTextShape, pointer, entry)) continue;
    for (const language of ['fr', 'en'] as const) {
      const problem =
        entry[language] === undefined ? null : errorTextProblem(id, language, entry[language]);
      // A file may add the amount to any text (rule O14): where there is none, the answer takes
      // another text.
      if (problem !== null && problem !== 'notAllowed')
        review.refuse(`${pointer}/${language}`, errorTextProblemWords[problem]);
    }
  }
}

function checkItsRoute(
  entry: ServiceEntry,
  route: string,
  pointer: string,
  routes: CheckedRoutes,
  { refuse }: Review,
): void {
  const checked = routes.get(route);
  if (checked === undefined) {
    const near = closestName(route, [...routes.keys()]);
    refuse(
      pointer,
      `there is no route "${route}"${near === null ? '' : `; did you mean "${near}"?`}`,
    );
    return;
  }
  const { operations, productFor } = checked;
  const kind = fillIn(entry)?.kind;
  if (operations !== null && kind !== undefined && !operations.includes(kind)) {
    refuse(
      pointer,
      `the connector of route "${route}" does not support ${kind}; it supports ${operations.join(', ')}`,
    );
  }
  if (
    kind !== undefined &&
    productFor.includes(kind) &&
    entry.providerProducts?.[route] === undefined
  )
    refuse(
      pointer,
      `route "${route}" sells products of its provider: name one in providerProducts ("jokko catalogue products ${route}" lists them)`,
    );
}

/** What of its route each product is, and that it is in the service's currency. */
function checkProducts(entry: ServiceEntry, pointer: string, { refuse }: Review): void {
  const currency = fillIn(entry)?.currency;
  for (const [route, product] of Object.entries(entry.providerProducts ?? {})) {
    const here = `${pointer}/providerProducts${pointerStep(route)}`;
    if (route !== entry.route && entry.otherRoutes?.includes(route) !== true)
      refuse(here, `"${route}" is not a route of this service`);
    const fault = placeholderFault(product.id);
    if (fault !== null) refuse(`${here}/id`, fault);
    if (currency !== undefined && product.currency !== currency)
      refuse(`${here}/currency`, `the service is in ${currency}`);
    if (
      product.amounts !== undefined &&
      (product.minimum !== undefined || product.maximum !== undefined)
    )
      refuse(`${here}/amounts`, 'stands alone: without minimum and maximum');
  }
}

/** Kinds whose provider is asked before the order, and knows alone what it has answered. */
const askedBefore: ReadonlySet<string> = new Set(['bill_pay', 'remit_send', 'remit_receive']);

function checkRouteChoice(entry: ServiceEntry, pointer: string, { refuse }: Review): void {
  const { route, otherRoutes = [], routeChoice, routeWeights = {}, routeCosts = {} } = entry;
  const routes = [route, ...otherRoutes];
  for (const [member, values] of Object.entries({ routeWeights, routeCosts }))
    for (const name of Object.keys(values))
      if (!routes.includes(name))
        refuse(
          `${pointer}/${member}${pointerStep(name)}`,
          `"${name}" is not a route of this service`,
        );
  for (const [name, cost] of Object.entries(routeCosts)) {
    const fault = priceFault(cost);
    if (fault !== null)
      refuse(`${pointer}/routeCosts${pointerStep(name)}/${fault}`, 'is not a possible cost');
  }
  if (routeChoice === undefined || routeChoice === 'order') return;
  const kind = fillIn(entry)?.kind;
  if (kind !== undefined && askedBefore.has(kind))
    refuse(
      `${pointer}/routeChoice`,
      `${kind} takes its routes in their order: what one provider was asked before is not known to another`,
    );
  if (routeChoice === 'weight' && !routes.some((name) => (routeWeights[name] ?? 0) > 0))
    refuse(`${pointer}/routeWeights`, 'must give at least one route a weight above 0');
  const uncosted = routes.find((name) => routeCosts[name] === undefined);
  if (routeChoice === 'cost' && uncosted !== undefined)
    refuse(`${pointer}/routeCosts`, `must say what an operation costs on route "${uncosted}"`);
}

type CheckedRoutes = Map<string, Pick<CheckedRoute, 'operations' | 'productFor'>>;
