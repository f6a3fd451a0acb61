// Entry point of SMS routing: the document that says which operators there are, what messages to
// them cost and over which connections they go; and the numbers that were ported.

import { readFileSync } from 'node:fs';
import type { Database, Session } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { formatDocument, putInForce, sealConfig } from '../../platform/documents/index.ts';
import type { DocumentProblem, OperatorDocument } from '../../platform/documents/index.ts';
import { compileRouting } from './compile.ts';
import type { RoutingDocument } from './document.ts';
import { routingKind, routingObstacles } from './kind.ts';
import { anyPorted } from './ported.ts';
import type { Routing } from './routing.ts';
import { routingVersions } from './store.ts';
import { readRouting, type ConnectionSettings } from './validate.ts';

export type {
  CarrierConnection,
  Numbering,
  RefundableState,
  Route,
  RoutedConnection,
  RouteResult,
  Routing,
  RoutingRefusal,
  UnusableConnection,
} from './routing.ts';
export type { CountryEntry, RouteEntry } from './document.ts';
export type { ConnectionSettings } from './validate.ts';
export { isRefundable, refundMask } from './refund-states.ts';
export {
  connectionFor,
  otherConnectionFor,
  senderFor,
  type ConnectionChoice,
  type SenderChoice,
} from './senders.ts';
export { listPorted, loadPorted, numberInfo, removePorted, type Ported } from './ported.ts';
export { importPorted, type PortedImport } from './ported-import.ts';
export { loadBinds, loadConnectionsWaiting, loadRoutingVersion, type Bind } from './store.ts';

/** Nodes listen here for a new version, and for the first ported numbers. */
export const smsRoutingChannel = routingVersions.channel;

const defaultRoutingFile = new URL('./default-routing.json', import.meta.url);

export type RoutingImport =
  { ok: true; version: number } | { ok: false; problems: DocumentProblem[] };

/** The routing as one of the operator's documents, within this installation. */
export function routingDocument(settings: ConnectionSettings): OperatorDocument {
  return {
    ...routingKind,
    connectors: settings.connectors,
    sources: settings,
    obstacles: (session, document) => routingObstacles(session, document as RoutingDocument),
    read: (text) => readRouting(text, settings),
    sealed: (document) => sealSecrets(document as RoutingDocument, settings),
  };
}

/**
 * Replaces the routing with the one in `text` and tells all nodes. With any problem nothing
 * changes. Secrets of connections are sealed before they are stored.
 */
export async function importRouting(
  database: Database,
  text: string,
  settings: ConnectionSettings,
): Promise<RoutingImport> {
  const read = readRouting(text, settings);
  if (!read.ok) return read;
  const kind = routingDocument(settings);
  return inTransaction(database, (session) =>
    putInForce(session, kind, { document: sealSecrets(read.document, settings) }),
  );
}

/**
 * The routing in force in the form that `importRouting` reads; null when there is none. Secrets
 * stay sealed.
 */
export async function exportRouting(session: Session): Promise<string | null> {
  return (await routingVersions.newest(session))?.text ?? null;
}

/** Sandbox: puts the default routing into an empty table. Returns whether it did. */
export async function installDefaultRouting(
  session: Session,
  settings: ConnectionSettings,
): Promise<boolean> {
  const read = readRouting(defaultRoutingText(), settings);
  if (!read.ok)
    throw new Error(`the default routing is not usable: ${JSON.stringify(read.problems[0])}`);
  return routingVersions.storeFirst(session, formatDocument(sealSecrets(read.document, settings)));
}

/**
 * The routing in force; version 0, which knows no country, when the table is empty. `present`
 * itself when it still is the one in force, so that whoever keeps something by connection sees a
 * change by the object.
 */
export async function loadRouting(
  session: Session,
  settings: ConnectionSettings,
  present?: Routing,
): Promise<Routing> {
  const [newest, hasPorted] = await Promise.all([
    routingVersions.newest(session),
    anyPorted(session),
  ]);
  if (
    present !== undefined &&
    present.version === (newest?.version ?? 0) &&
    present.hasPorted === hasPorted
  )
    return present;
  if (newest === null)
    return compileRouting(
      { countries: [], links: [], routes: [] },
      { version: 0, hasPorted },
      settings,
    );
  return compileRouting(
    JSON.parse(newest.text) as RoutingDocument,
    { version: newest.version, hasPorted },
    settings,
  );
}

/** The sandbox's routing as an operator would have written it. */
export function defaultRoutingText(): string {
  return readFileSync(defaultRoutingFile, 'utf8');
}

function sealSecrets(document: RoutingDocument, settings: ConnectionSettings): RoutingDocument {
  return {
    ...document,
    links: document.links.map((entry) => sealConfig(entry, settings.connectors, settings)),
  };
}
