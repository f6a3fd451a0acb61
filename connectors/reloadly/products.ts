// Lists what Reloadly sells: mobile operators, and billers where utilities are configured. Only
// what can be ordered in the recipient's currency.

import type { Context, JsonObject, OperationKind, ProviderProduct } from '@jokko/connectors/kit';
import {
  amountFromWire,
  asObject,
  codeMember,
  listMember,
  objectFromWire,
  textMember,
} from '@jokko/connectors/kit';
import { call } from './call.ts';
import { settingsOf } from './config.ts';
import type { ReloadlyConfig, ReloadlyService } from './config.ts';

/** Throws when Reloadly cannot be asked. */
export async function* products(context: Context<ReloadlyConfig>): AsyncIterable<ProviderProduct> {
  for await (const operator of pagesOf(context, 'topups', '/operators?includePin=true')) {
    const product = productOfOperator(operator);
    if (product !== null) yield product;
  }
  if (settingsOf(context.config).baseUrls.utilities === null) return;
  for await (const biller of pagesOf(context, 'utilities', '/billers?')) {
    const product = productOfBiller(biller);
    if (product !== null) yield product;
  }
}

const pageSize = 200;
/** A list without an end would never be done; there are some 700 operators. */
const pagesMax = 100;

/** Pages are numbered from 1. */
async function* pagesOf(
  context: Context<ReloadlyConfig>,
  service: ReloadlyService,
  path: string,
): AsyncIterable<JsonObject> {
  const separator = path.endsWith('?') ? '' : '&';
  for (let page = 1; page <= pagesMax; page += 1) {
    const address = `${path}${separator}page=${page}&size=${pageSize}`;
    const result = await call(context, service, address);
    const object =
      result.kind === 'answer' && result.status === 200 ? objectFromWire(result.body) : null;
    if (object === null || !Array.isArray(object['content']))
      throw new Error(`page ${page} of ${path.slice(1).split('?')[0]} could not be read`);
    yield* listMember(object, 'content');
    if (object['last'] !== false) return;
  }
  throw new Error(`more than ${pagesMax} pages`);
}

function productOfOperator(operator: JsonObject): ProviderProduct | null {
  const id = codeMember(operator, 'operatorId') ?? codeMember(operator, 'id');
  const country = asObject(operator['country']);
  const iso = country === null ? undefined : textMember(country, 'isoName');
  if (operator['supportsLocalAmounts'] !== true) return null;
  return productOf('airtime', {
    id,
    name: operator['name'],
    country: iso,
    currency: operator['destinationCurrencyCode'],
    amounts: operator['denominationType'] === 'FIXED' ? operator['localFixedAmounts'] : null,
    min: operator['localMinAmount'],
    max: operator['localMaxAmount'],
  });
}

/** Billers with plans want the id of a plan with each payment, and are left out. */
function productOfBiller(biller: JsonObject): ProviderProduct | null {
  if (biller['denominationType'] === 'FIXED' || biller['localAmountSupported'] === false)
    return null;
  const kind = biller['serviceType'] === 'POSTPAID' ? 'bill_pay' : 'reload';
  return productOf(kind, {
    id: codeMember(biller, 'id'),
    name: biller['name'],
    country: biller['countryCode'],
    currency: biller['localTransactionCurrencyCode'],
    amounts: null,
    min: biller['minLocalTransactionAmount'],
    max: biller['maxLocalTransactionAmount'],
  });
}

/** Null: something that an order needs is missing. */
function productOf(
  kind: OperationKind,
  { id, name, country, currency, amounts, min, max }: { [member: string]: unknown },
): ProviderProduct | null {
  if (typeof id !== 'string' || typeof name !== 'string') return null;
  if (typeof country !== 'string' || typeof currency !== 'string') return null;
  const named = { id, name, kind, country, currency };
  if (amounts !== null) {
    const plans = Array.isArray(amounts) ? amounts.map(amountFromWire) : [];
    const usable = plans.filter((amount) => amount !== null);
    return usable.length === 0 ? null : { ...named, amounts: usable, min: null, max: null };
  }
  const least = amountFromWire(min);
  const most = amountFromWire(max);
  return least === null || most === null
    ? null
    : { ...named, amounts: null, min: least, max: most };
}
