// Fills in the defaults of a service entry. The spelling of the code gives the type, the country
// and the kind of service.

import {
  bankCardCode,
  countryOfCode,
  kindOfCode,
  needsCountryCode,
  serviceKind,
  typeOperationOf,
  typeServiceOfCode,
} from '@jokko/contract';
import type { LinkKind, RequiredField, ServiceKindName, TypeService } from '@jokko/contract';
import type { ServiceEntry } from './document.ts';

/** Currency where an entry names none: that of the code's country. */
const currencyOfCountry: { [country: string]: string } = {
  SN: 'XOF',
  CI: 'XOF',
  BJ: 'XOF',
  ML: 'XOF',
  BF: 'XOF',
  CM: 'XAF',
};
const mainCurrency = 'XOF';
const cardOrderPrefix = 'JOKKO';

/** What a request must carry for each kind of service (rule O7). */
export function requiredFieldsOf(kind: ServiceKindName): RequiredField[] {
  return Object.keys(serviceKind(kind).requiredFields) as RequiredField[];
}

/**
 * The members that have a default which depends on the code, filled in; null where the code has no
 * known suffix and no type is given.
 */
export interface FilledEntry {
  typeService: TypeService;
  direction: 'DEBIT' | 'CREDIT';
  kind: ServiceKindName;
  country: string | null;
  currency: string;
  link: LinkKind;
  requiredFields: RequiredField[];
}

export function fillIn(entry: ServiceEntry): FilledEntry | null {
  const typeService = entry.typeService ?? typeServiceOfCode(entry.code);
  if (typeService === null) return null;
  const kind = entry.kind ?? kindOfCode(entry.code).name;
  const country =
    entry.country !== undefined
      ? entry.country
      : needsCountryCode(entry.code)
        ? null
        : countryOfCode(entry.code);
  return {
    typeService,
    direction: entry.direction ?? typeOperationOf[typeService],
    kind,
    country,
    currency: entry.currency ?? currencyOfCountry[country ?? ''] ?? mainCurrency,
    link: entry.link ?? serviceKind(kind).links[0]!,
    requiredFields: entry.requiredFields ?? requiredFieldsOf(kind),
  };
}

/** The currency that counts for an entry; null where its code tells nothing. */
export function currencyOf(entry: ServiceEntry): string | null {
  return fillIn(entry)?.currency ?? null;
}

export function defaultIcon(code: string): string {
  return `/icons/${code.toLowerCase()}.svg`;
}

/**
 * `OPA_SN_API_CASH_IN` → `Opa`: the first word of the code stands for the provider until an
 * operator names it.
 */
export function defaultProvider(code: string): string {
  const word = code.split('_')[0] ?? code;
  return word.charAt(0) + word.slice(1).toLowerCase();
}

export function defaultOrderPrefix(code: string, link: LinkKind): string | null {
  return code === bankCardCode || link === 'authPage' ? cardOrderPrefix : null;
}
