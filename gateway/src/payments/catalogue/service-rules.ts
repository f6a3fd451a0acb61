// Checks one service entry, whose members have the right types, for contradictions with itself,
// its code or the rules of the interface.

import {
  countryOfCode,
  currencyDecimals,
  isServiceCode,
  kindsOfType,
  needsCountryCode,
  parseAmount,
  serviceKind,
  typeOperationOf,
  typeServiceFitsCode,
  typeServiceOfCode,
} from '@jokko/contract';
import { unitsOf, type EntryProblem } from '../../platform/documents/index.ts';
import { priceFault } from './price.ts';
import { fillIn, requiredFieldsOf } from './defaults.ts';
import type { FilledEntry } from './defaults.ts';
import type { ServiceEntry } from './document.ts';

/** Every contradiction of an entry, in the order of its members. */
export function checkService(entry: ServiceEntry): EntryProblem[] {
  if (!isServiceCode(entry.code))
    return [
      {
        path: 'code',
        message: 'must be uppercase words and digits joined by "_", at most 64 characters',
      },
    ];
  const filled = fillIn(entry);
  if (filled === null || typeServiceOfCode(entry.code) === null) {
    return [
      {
        path: 'code',
        message:
          'does not end with a suffix of the API (…_API_CASH_IN, …_AIRTIME_CREDIT_TELEPHONIQUE, …_BILL_PAY and so on)',
      },
    ];
  }
  return [
    ...checkTypes(entry, filled),
    ...checkPlace(entry, filled),
    ...checkLink(entry, filled),
    ...checkAmounts(entry, filled),
    ...checkCeilings(entry),
  ];
}

function checkTypes(entry: ServiceEntry, filled: FilledEntry): EntryProblem[] {
  const problems: EntryProblem[] = [];
  const { typeService, kind } = filled;
  if (!typeServiceFitsCode(entry.code, typeService)) {
    problems.push({
      path: 'typeService',
      message: `${typeService} does not match the suffix of the code, which means ${typeServiceOfCode(entry.code)}`,
    });
    return problems;
  }
  if (filled.direction !== typeOperationOf[typeService]) {
    problems.push({
      path: 'direction',
      message: `${typeService} is ${typeOperationOf[typeService]}`,
    });
  }
  if (!kindsOfType[typeService].includes(kind)) {
    problems.push({
      path: 'kind',
      message: `${typeService} is ${kindsOfType[typeService].join(' or ')}`,
    });
    return problems;
  }
  const missing = requiredFieldsOf(kind).filter((field) => !filled.requiredFields.includes(field));
  if (missing.length > 0)
    problems.push({
      path: 'requiredFields',
      message: `${kind} always needs ${missing.join(', ')}`,
    });
  return problems;
}

function checkPlace(entry: ServiceEntry, filled: FilledEntry): EntryProblem[] {
  const inCode = countryOfCode(entry.code);
  if (needsCountryCode(entry.code)) {
    return filled.country === null
      ? []
      : [
          {
            path: 'country',
            message: 'must be null: callers send the country code with the phone number',
          },
        ];
  }
  if (filled.country === null)
    return [{ path: 'country', message: 'is required: the code does not name a country' }];
  if (inCode !== null && inCode !== filled.country)
    return [{ path: 'country', message: `must be ${inCode}, as in the code` }];
  return [];
}

function checkLink(entry: ServiceEntry, filled: FilledEntry): EntryProblem[] {
  const problems: EntryProblem[] = [];
  const { links, answersOrderId } = serviceKind(filled.kind);
  const wallet = filled.link === 'deepLink' || filled.link === 'optionalQr';
  if (wallet && !links.includes(filled.link))
    problems.push({ path: 'link', message: `${filled.link} is for collections from a wallet` });
  if ((filled.link === 'authPage') !== links.includes('authPage'))
    problems.push({
      path: 'link',
      message: 'authPage is for card services, which cannot use another one',
    });
  if (entry.orderPrefix !== undefined && answersOrderId !== true)
    problems.push({ path: 'orderPrefix', message: 'is for card services only' });
  return problems;
}

function checkAmounts(entry: ServiceEntry, filled: FilledEntry): EntryProblem[] {
  const problems: EntryProblem[] = [];
  const decimals = currencyDecimals[filled.currency as keyof typeof currencyDecimals];
  for (const member of ['minimum', 'maximum', 'messagePrice'] as const) {
    if (entry[member] !== undefined && parseAmount(entry[member], decimals) === null) {
      problems.push({
        path: member,
        message: `${filled.currency} has ${decimals === 0 ? 'no' : `at most ${decimals}`} decimals`,
      });
    }
  }
  const minimum = unitsOf(entry.minimum);
  const maximum = unitsOf(entry.maximum);
  const multipleOf = unitsOf(entry.multipleOf);
  if (minimum !== null && maximum !== null && minimum > maximum)
    problems.push({ path: 'maximum', message: 'is below the minimum' });
  if (maximum !== null && multipleOf !== null && maximum < multipleOf)
    problems.push({ path: 'multipleOf', message: 'is above the maximum' });
  const { pricedByMessage } = serviceKind(filled.kind);
  if (pricedByMessage === true && entry.messagePrice === undefined)
    problems.push({ path: 'messagePrice', message: 'is required for chat services' });
  if (pricedByMessage !== true && entry.messagePrice !== undefined)
    problems.push({ path: 'messagePrice', message: 'is for chat services only' });
  const wrongPrice = entry.price === undefined ? null : priceFault(entry.price);
  if (wrongPrice === 'maximum')
    problems.push({ path: 'price/maximum', message: 'is below the minimum' });
  if (wrongPrice === 'percent') problems.push({ path: 'price/percent', message: 'is above 100' });
  return problems;
}

function checkCeilings(entry: ServiceEntry): EntryProblem[] {
  const problems: EntryProblem[] = [];
  const ceilings = (['dailyMaximum', 'weeklyMaximum', 'monthlyMaximum'] as const).filter(
    (member) => entry[member] !== undefined,
  );
  const minimum = unitsOf(entry.minimum) ?? 0n;
  for (const ceiling of ceilings)
    if (unitsOf(entry[ceiling])! < minimum)
      problems.push({ path: ceiling, message: 'is below the minimum' });
  for (let at = 1; at < ceilings.length; at += 1) {
    const [shorter, longer] = [ceilings[at - 1], ceilings[at]];
    if (shorter === undefined || longer === undefined) continue;
    if ((unitsOf(entry[longer]) ?? 0n) < (unitsOf(entry[shorter]) ?? 0n))
      problems.push({ path: longer, message: `is below ${shorter}` });
  }
  return problems;
}
