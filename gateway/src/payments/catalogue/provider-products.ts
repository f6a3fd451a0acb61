// Lists what the provider of a route sells, in the form that a service of the catalogue names it.

import type { Connector, HttpRequest, HttpResult, ProviderProduct } from '@jokko/connectors/kit';
import { toDecimalString } from '@jokko/contract';
import type { Session } from '../../platform/db/database.ts';
import {
  checkConnectorConfig,
  passingContext,
  type ValueSources,
} from '../../platform/documents/index.ts';
import type { CatalogueDocument, ProductEntry } from './document.ts';
import { catalogueVersions } from './store.ts';

export interface ProductsDeps {
  session: Session;
  connectors: { readonly [name: string]: unknown };
  sources: ValueSources;
  call(request: HttpRequest): Promise<HttpResult>;
}

/** A product with the entry of `providerProducts` that names it. */
export interface ListedProduct extends Pick<ProviderProduct, 'name' | 'kind' | 'country'> {
  entry: ProductEntry;
}
export type ProductList =
  | { ok: true; products: ListedProduct[] }
  | { ok: false; why: 'noRoute' | 'noProducts' | 'configuration' | 'provider'; detail: string };

/**
 * All that the provider of a route sells at present. A provider that cannot be asked is a refusal,
 * never half a list.
 */
export async function listProviderProducts(
  deps: ProductsDeps,
  routeName: string,
): Promise<ProductList> {
  const newest = await catalogueVersions.newest(deps.session);
  const { routes } = JSON.parse(newest?.text ?? '{"routes":[]}') as CatalogueDocument;
  const entry = routes.find(({ name }) => name === routeName);
  if (entry === undefined) return { ok: false, why: 'noRoute', detail: '' };
  const connectors = deps.connectors as { readonly [name: string]: Connector };
  const { problems, connector, config } = checkConnectorConfig(entry, connectors, deps.sources);
  const [problem] = problems;
  if (connector === null || problem !== undefined)
    return { ok: false, why: 'configuration', detail: `${problem?.path}: ${problem?.message}` };
  if (connector.products === undefined)
    return { ok: false, why: 'noProducts', detail: connector.name };
  const products: ListedProduct[] = [];
  try {
    for await (const product of connector.products(passingContext(config, deps.call)))
      products.push(listed(product));
  } catch (error) {
    return { ok: false, why: 'provider', detail: error instanceof Error ? error.message : '' };
  }
  return { ok: true, products };
}

function listed({ name, kind, country, id, currency, amounts, min, max }: ProviderProduct) {
  const entry = {
    id,
    currency: currency as ProductEntry['currency'],
    ...(amounts !== null && { amounts: amounts.map(written) }),
    ...(min !== null && { minimum: written(min) }),
    ...(max !== null && { maximum: written(max) }),
  };
  return { name, kind, country, entry };
}

/** Whole amounts as numbers, as people write them in a file. */
function written(amount: bigint): number | string {
  const text = toDecimalString(amount);
  return text.includes('.') ? text : Number(text);
}
