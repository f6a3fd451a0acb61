// Walks the list of a route: what was seen, what users have confirmed, and a connection test made
// now.

import type { Connector } from '@jokko/connectors/kit';
import type { CatalogueDocument, Route } from '../../payments/catalogue/index.ts';
import type { Database } from '../../platform/db/database.ts';
import { expiriesOf, type OperatorDocument } from '../../platform/documents/index.ts';
import type { ConnectionTestStep } from '../connection-tests/index.ts';
import { checklistOf, type CheckedItem } from './checklist.ts';
import { listConfirmations } from './confirmations.ts';
import { readEvidence } from './evidence.ts';

export interface CheckedRoute {
  route: string;
  connector: string;
  ready: boolean;
  /** To be registered at the provider; null: it posts no notices. */
  noticeUrl: string | null;
  items: CheckedItem[];
}

export interface GoLiveDeps {
  database: Database;
  connectors: { readonly [name: string]: Connector };
  publicUrl: string | null;
  noticeUrl(route: string): Promise<string>;
}

/** `steps`: of the connection test of the route. */
export async function checkRoute(
  { database, connectors, publicUrl, noticeUrl }: GoLiveDeps,
  document: Pick<OperatorDocument, 'versions'>,
  { name, connector, config, counterparty }: Route,
  steps: readonly ConnectionTestStep[],
): Promise<CheckedRoute> {
  const spoken = connectors[connector]!;
  const newest = await document.versions.newest(database);
  const written = (JSON.parse(newest!.text) as CatalogueDocument).routes.find(
    (entry) => entry.name === name,
  );
  const items = checklistOf({
    route: name,
    goLive: spoken.goLive ?? usual,
    evidence: await readEvidence(database, name, counterparty),
    confirmations: await listConfirmations(database, name, counterparty),
    connection: connectionOf(steps),
    expiries: expiriesOf(spoken, config),
    publicUrl,
    hasResultWithin: written?.resultWithinHours !== undefined,
  });
  const isTold = spoken.capabilities(config).notification.mode === 'push';
  return {
    route: name,
    connector,
    ready: items.every(({ done }) => done),
    noticeUrl: isTold ? await noticeUrl(name) : null,
    items,
  };
}

/** What a connection test came to: the step that failed, else its last. */
export function connectionOf(steps: readonly ConnectionTestStep[]): {
  ok: boolean;
  detail: string;
} {
  const failed = steps.find(({ ok }) => !ok);
  const shown = failed ?? steps.at(-1);
  return {
    ok: failed === undefined,
    detail: shown === undefined ? '' : `${shown.step}: ${shown.detail}`,
  };
}

/** The list of a connector that names nothing itself. */
const usual: NonNullable<Connector['goLive']> = [
  {
    id: 'connection',
    text: { fr: 'Le fournisseur répond', en: 'The provider answers' },
    check: 'connection',
  },
  {
    id: 'payment',
    text: { fr: 'Un paiement a réussi', en: 'A payment has succeeded' },
    check: 'payment',
  },
];
