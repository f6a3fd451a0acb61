// What kind of document is the catalogue? Its entries, what stands against a new one, and what one person may change alone.

import type { Change, DocumentKind } from '../documents/index.ts';
import type { CatalogueDocument } from './document.ts';
import { catalogueVersions, loadRoutesInUse } from './store.ts';

/** Members of a service that neither move money nor say where it goes. */
const harmlessMembers: ReadonlySet<string> = new Set(['name', 'icon', 'provider', 'orderPrefix', 'off']);

export const catalogueKind: DocumentKind = {
  name: 'catalogue',
  versions: catalogueVersions,
  parts: { services: ({ code }) => String(code), routes: ({ name }) => String(name), errorTexts: null },
  connectorPart: 'routes',
  empty: { services: [], routes: [] },
  async obstacles(session, document) {
    const { routes } = document as CatalogueDocument;
    const inUse = await loadRoutesInUse(
      session,
      routes.map(({ name }) => name),
    );
    // Without its route an operation under way could never be looked up again.
    return inUse.map((route) => ({ line: 1, field: 'routes', message: `"${route}" is missing, and operations are under way on it` }));
  },
  isHarmless,
};

function isHarmless({ part, kind, fields }: Change): boolean {
  if (part === 'errorTexts' || kind === 'moved') return true;
  if (kind !== 'changed') return false;
  return fields.every(({ field }) => (part === 'services' ? harmlessMembers.has(field) : part === 'routes' && field === 'off'));
}
