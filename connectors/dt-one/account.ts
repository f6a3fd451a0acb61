// Reads what belongs to our account at DT One: its balances, and what it may sell. No effect on
// money.

import type {
  Context,
  HttpResult,
  JsonObject,
  OperationKind,
  ProviderProduct,
} from '@jokko/connectors/kit';
import {
  amountFromWire,
  asObject,
  codeMember,
  listFromWire,
  readConnectionTest,
  targetOfUrl,
  textMember,
} from '@jokko/connectors/kit';
import type { ConnectionTest } from '@jokko/connectors/kit';
import { get } from './call.ts';
import { settingsOf } from './config.ts';
import type { DtOneConfig } from './config.ts';
import { alpha2Of } from './country.ts';

/** One for each currency. Throws when DT One gives no usable answer. */
export async function balance(
  context: Context<DtOneConfig>,
): Promise<{ currency: string; available: bigint }[]> {
  const result = await get(context, '/balances');
  const found = result.kind === 'answer' && result.status === 200 ? balancesOf(result.body) : null;
  if (found === null) throw new Error('DT One gave no usable balance');
  return found;
}

function balancesOf(body: Buffer): { currency: string; available: bigint }[] | null {
  const list = listFromWire(body);
  const balances = (list ?? [])
    .filter((entry) => entry['unit_type'] === 'CURRENCY')
    .map((entry) => ({
      currency: textMember(entry, 'unit'),
      available: amountFromWire(entry['available']),
    }));
  const usable = balances.every(
    (entry): entry is { currency: string; available: bigint } =>
      entry.currency !== undefined && entry.available !== null,
  );
  return list !== null && balances.length > 0 && usable
    ? (balances as { currency: string; available: bigint }[])
    : null;
}

export const connectionTest: ConnectionTest<Context<DtOneConfig>, DtOneConfig> = {
  target: (config) => targetOfUrl(settingsOf(config).baseUrl),
  call: async (context) =>
    readConnectionTest(await get(context, '/balances'), (body) => {
      const [first] = balancesOf(body) ?? [];
      return first === undefined ? null : `balance in ${first.currency}`;
    }),
};

/**
 * All that the account may sell and that one of our services can be. Throws when DT One cannot be
 * asked.
 */
export async function* products(context: Context<DtOneConfig>): AsyncIterable<ProviderProduct> {
  for (let page = 1; page <= pagesMax; page += 1) {
    const result = await get(context, `/products?page=${page}&per_page=${perPage}`);
    const list =
      result.kind === 'answer' && result.status === 200 ? listFromWire(result.body) : null;
    if (list === null) throw new Error(`page ${page} of the products could not be read`);
    for (const object of list) {
      const product = productOf(object);
      if (product !== null) yield product;
    }
    if (page >= pagesOf(result)) return;
  }
  throw new Error(`more than ${pagesMax} pages of products`);
}

const perPage = 100;
/** A list without an end would never be done; DT One sells some thousand products. */
const pagesMax = 500;

function pagesOf(result: HttpResult): number {
  return result.kind === 'answer' ? Number(result.headers['x-total-pages'] ?? 1) : 1;
}

/** Null: not in money, or for a party that none of our services has. */
function productOf(object: JsonObject): ProviderProduct | null {
  const destination = asObject(object['destination']);
  const kind = kindOf(object);
  const id = codeMember(object, 'id');
  const name = textMember(object, 'name');
  const currency = destination === null ? undefined : textMember(destination, 'unit');
  if (destination === null || destination['unit_type'] !== 'CURRENCY' || kind === null) return null;
  if (id === undefined || name === undefined || currency === undefined) return null;
  const terms = termsOf(destination['amount']);
  const country = asObject(asObject(object['operator'])?.['country']);
  const iso = country === null ? undefined : textMember(country, 'iso_code');
  return terms === null || iso === undefined
    ? null
    : { id, name, kind, country: alpha2Of(iso), currency, ...terms };
}

function termsOf(amount: unknown): Pick<ProviderProduct, 'amounts' | 'min' | 'max'> | null {
  const range = asObject(amount);
  if (range === null) {
    const one = amountFromWire(amount);
    return one === null ? null : { amounts: [one], min: null, max: null };
  }
  const min = amountFromWire(range['min']);
  const max = amountFromWire(range['max']);
  return min === null || max === null ? null : { amounts: null, min, max };
}

/**
 * By what the credit party is: a phone is airtime; an account is reloaded, or has its bill paid.
 */
function kindOf(object: JsonObject): OperationKind | null {
  const type = textMember(object, 'type') ?? '';
  const ways = object['required_credit_party_identifier_fields'];
  const fields = Array.isArray(ways) && Array.isArray(ways[0]) ? (ways[0] as unknown[]) : [];
  if (fields.length !== 1) return null;
  if (fields[0] === 'mobile_number') return 'airtime';
  if (fields[0] !== 'account_number') return null;
  return type.endsWith('_PAYMENT') ? 'bill_pay' : 'reload';
}
