// Defines SMS routing as a kind of configuration document: its entries, and what prevents a new
// version. Every field affects what messages cost or where they go, so a single user may publish
// only changes of the words that stop messages.

import type { Session } from '../../platform/db/database.ts';
import { keyIdText } from '../../payments/accounts/index.ts';
import { loadMode } from '../../platform/db/mode.ts';
import type { DocumentKind, DocumentProblem } from '../../platform/documents/index.ts';
import { appNumberOf, type RoutingDocument } from './document.ts';
import { loadConnectionsInUse, loadMissingApps, routingVersions } from './store.ts';

const useInWords = { waiting: 'messages wait on it', sending: 'messages are being sent over it' };
const named =
  (...members: string[]) =>
  (entry: { [member: string]: unknown }) =>
    members
      .flatMap((member) => (entry[member] === undefined ? [] : String(entry[member])))
      .join(' ');

export const routingKind: DocumentKind = {
  name: 'sms-routing',
  versions: routingVersions,
  parts: {
    countries: named('code'),
    links: named('name'),
    routes: named('country', 'operator'),
    inbound: named('number', 'keyword'),
  },
  connectorPart: 'links',
  empty: { countries: [], links: [], routes: [] },
  isHarmless: ({ part }) => part === 'stopWords' || part === 'startWords',
};

/**
 * What is in use and goes, and applications that inbound messages are for and that are not there.
 */
export async function routingObstacles(
  session: Session,
  routing: RoutingDocument,
): Promise<DocumentProblem[]> {
  const inUse = await loadConnectionsInUse(
    session,
    routing.links.map((entry) => entry.name),
  );
  const missing = await findMissingApps(session, routing);
  return [
    ...inUse.map(({ connection, use }) => ({
      line: 1,
      field: 'links',
      message: `"${connection}" is missing, and ${useInWords[use]}`,
    })),
    ...missing.map((app) => ({
      line: 1,
      field: 'inbound',
      message: `there is no active SMS application ${app}`,
    })),
  ];
}

/** Apps that the document names and this installation does not have, or not any more. */
async function findMissingApps(
  session: Session,
  { inbound = [] }: RoutingDocument,
): Promise<string[]> {
  const apps = [...new Set(inbound.map((entry) => entry.app))];
  const mode = await loadMode(session);
  const missing = new Set(await loadMissingApps(session, apps.map(appNumberOf)));
  return apps.filter(
    (app) => app !== keyIdText(mode, appNumberOf(app), 'js') || missing.has(appNumberOf(app)),
  );
}
