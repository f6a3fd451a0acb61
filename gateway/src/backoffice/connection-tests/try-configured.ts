// Tests the connector of a route, or of a carrier connection, as the document in force configures
// it.

import type { Configured, OperatorDocument } from '../../platform/documents/index.ts';
import {
  testConnector,
  type ConnectionTestDeps,
  type ConnectionTestStep,
} from './try-connector.ts';

type Session = Parameters<OperatorDocument['versions']['newest']>[0];

/** Null: the document has no such entry. */
export async function tryConfigured(
  { session, ...deps }: ConnectionTestDeps & { session: Session },
  document: OperatorDocument,
  name: string,
): Promise<ConnectionTestStep[] | null> {
  const entry = await findEntry(session, document, name);
  return entry === undefined ? null : testConnector(deps, entry);
}

async function findEntry(
  session: Session,
  { versions, connectorPart }: OperatorDocument,
  name: string,
): Promise<Configured | undefined> {
  const newest = await versions.newest(session);
  if (newest === null) return undefined;
  const document = JSON.parse(newest.text) as {
    [part: string]: (Configured & { name: string })[] | undefined;
  };
  return document[connectorPart]?.find((entry) => entry.name === name);
}
