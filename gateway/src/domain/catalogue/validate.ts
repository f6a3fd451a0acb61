// What is wrong with a catalogue text, and where? Lists every problem with its line and field, so that an operator corrects them in one go.

import { closestName, compileShape, pointerStep, readDocument, type ReadDocument, type Review } from '../documents/index.ts';
import { CatalogueShape, ErrorTextEntry, RouteEntry, ServiceEntry } from './document.ts';
import type { CatalogueDocument } from './document.ts';
import { fillIn } from './defaults.ts';
import { errorTextProblem, errorTextProblemWords, hasError } from './error-text-rules.ts';
import { checkRoute } from './route-rules.ts';
import type { RouteSettings } from './route-rules.ts';
import { checkService } from './service-rules.ts';

const catalogueShape = compileShape(CatalogueShape);
const serviceShape = compileShape(ServiceEntry);
const routeShape = compileShape(RouteEntry);
const errorTextShape = compileShape(ErrorTextEntry);

/** Reads and checks a catalogue text. Problems come in the order of their lines. */
export function readCatalogue(text: string, settings: RouteSettings): ReadDocument<CatalogueDocument> {
  return readDocument<CatalogueDocument>(text, catalogueShape, (document, review) => checkDocument(document, settings, review));
}

function checkDocument(document: CatalogueDocument, settings: RouteSettings, review: Review): void {
  const operationsByRoute = new Map<string, readonly string[] | null>();
  const firstRoute = new Map<string, string>();
  document.routes.forEach((entry, index) => {
    const pointer = `/routes/${index}`;
    if (!review.fits(routeShape, pointer, entry)) return;
    if (review.isRepeated(firstRoute, entry.name, `${pointer}/name`)) return;
    const { problems, operations } = checkRoute(entry, settings);
    operationsByRoute.set(entry.name, operations);
    for (const problem of problems) review.refuse(`${pointer}/${problem.path}`, problem.message);
  });

  const firstService = new Map<string, string>();
  document.services.forEach((entry, index) => {
    const pointer = `/services/${index}`;
    if (!review.fits(serviceShape, pointer, entry)) return;
    review.isRepeated(firstService, entry.code, `${pointer}/code`);
    for (const problem of checkService(entry)) review.refuse(`${pointer}/${problem.path}`, problem.message);
    checkItsRoute(entry, entry.route, `${pointer}/route`, operationsByRoute, review);
    const firstRoutes = new Map([[entry.route, `${pointer}/route`]]);
    entry.otherRoutes?.forEach((name, at) => {
      const here = `${pointer}/otherRoutes/${at}`;
      if (!review.isRepeated(firstRoutes, name, here)) checkItsRoute(entry, name, here, operationsByRoute, review);
    });
  });

  for (const [id, entry] of Object.entries(document.errorTexts ?? {})) {
    const pointer = `/errorTexts${pointerStep(id)}`;
    if (!hasError(id)) review.refuse(pointer, 'there is no such error id; ids are 1 to 136, and null');
    if (!review.fits(errorTextShape, pointer, entry)) continue;
    for (const language of ['fr', 'en'] as const) {
      const problem = entry[language] === undefined ? null : errorTextProblem(id, language, entry[language]);
      // A file may add the amount to any text (rule O14): where there is none, the answer takes another text.
      if (problem !== null && problem !== 'notAllowed') review.refuse(`${pointer}/${language}`, errorTextProblemWords[problem]);
    }
  }
}

function checkItsRoute(
  entry: ServiceEntry,
  route: string,
  pointer: string,
  operationsByRoute: Map<string, readonly string[] | null>,
  { refuse }: Review,
): void {
  const operations = operationsByRoute.get(route);
  if (operations === undefined) {
    const near = closestName(route, [...operationsByRoute.keys()]);
    refuse(pointer, `there is no route "${route}"${near === null ? '' : `; did you mean "${near}"?`}`);
    return;
  }
  const kind = fillIn(entry)?.kind;
  if (operations !== null && kind !== undefined && !operations.includes(kind)) {
    refuse(pointer, `the connector of route "${route}" does not do ${kind}; it does ${operations.join(', ')}`);
  }
}
