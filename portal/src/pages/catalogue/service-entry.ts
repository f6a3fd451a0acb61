// What does a filled-in form of a service mean? Members that are left empty are left out, and follow the code.

import type { Service } from './services-table.tsx';

const texts = ['icon', 'provider', 'orderPrefix', 'typeService', 'direction', 'kind', 'link', 'country', 'currency'] as const;
const amounts = ['minimum', 'maximum', 'multipleOf', 'messagePrice', 'dailyMaximum', 'weeklyMaximum', 'monthlyMaximum'] as const;
const prices = ['percent', 'fixed', 'minimum', 'maximum'] as const;

/** As people write it: spaces between thousands, a comma before decimals. */
const plain = (text: string): string => text.replace(/\s/g, '').replace(',', '.');

/** `values` by the names of the form's controls; `service`: what was there before. */
export function entryOf(values: Record<string, string>, service: Service | null, otherRoutes: readonly string[]): Service {
  const given = (name: string): string => (values[name] ?? '').trim();
  const some = <Name extends string>(names: readonly Name[], prefix: string, read: (text: string) => string) =>
    Object.fromEntries(names.flatMap((name) => (given(prefix + name) === '' ? [] : [[name, read(given(prefix + name))]]))) as Partial<
      Record<Name, string>
    >;
  const refunds = values['price.refundsCommission'] !== undefined;
  const price = {
    ...some(prices, 'price.', plain),
    ...((refunds || service?.price?.refundsCommission === false) && { refundsCommission: refunds }),
  };
  const required = Object.keys(values).flatMap((name) => (name.startsWith('requiredFields.') ? name.slice('requiredFields.'.length) : []));
  const seconds = plain(given('duplicateWindowSeconds'));
  return {
    code: given('code'),
    name: given('name'),
    route: given('route'),
    ...(otherRoutes.length > 0 && { otherRoutes: [...otherRoutes] }),
    ...(values['off'] !== undefined && { off: true }),
    // No country is said by null, which an empty line cannot tell from "by the code".
    ...(service?.country === null && given('country') === '' && { country: null }),
    ...some(texts, '', (text) => text),
    ...(required.length > 0 && { requiredFields: required }),
    ...some(amounts, '', plain),
    ...(Object.keys(price).length > 0 && { price }),
    ...(seconds !== '' && { duplicateWindowSeconds: Number(seconds) }),
  };
}
