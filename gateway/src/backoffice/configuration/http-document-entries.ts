// Converts entries of a configuration document to and from the form in a browser. Secrets are
// never sent out, only whether there is one.

import {
  serviceEntrySchema,
  type documentKinds,
  type RouteResult,
  type RouteBody,
} from '@jokko/contract/portal';
import { currencyOf, type ServiceEntry } from '../../payments/catalogue/index.ts';
import {
  addressOf,
  isRecord,
  isSealed,
  namesValues,
  sealedSecret,
  type OperatorDocument,
} from '../../platform/documents/index.ts';
import type { Refused } from '../../platform/http/portal/refused.ts';

type InForce = RouteResult<'GET operator/documents/:kind'>;
type ShownConnector = InForce['connectors'][number];
type Filled = NonNullable<RouteBody<'POST operator/drafts/connector'>['entry']>;
type Entry = { [member: string]: unknown };

export type Documents = { readonly [kind in (typeof documentKinds)[number]]: OperatorDocument };

export const documentOf = (text: string): object => JSON.parse(text) as object;

const serviceMembers: ReadonlySet<string> = new Set(Object.keys(serviceEntrySchema.properties));
const unitsOfNumbers: ReadonlySet<string> = new Set([
  ...[
    'minimum',
    'maximum',
    'multipleOf',
    'messagePrice',
    'dailyMaximum',
    'weeklyMaximum',
    'monthlyMaximum',
    'percent',
    'fixed',
  ],
]);

/** Amounts as texts; no services where the document has none. */
export function servicesOf(document: object): InForce['services'] {
  const { services = [] } = document as { services?: unknown[] };
  return services
    .filter(isRecord)
    .map((entry) => textAmounts(entry) as InForce['services'][number]);
}

export function currenciesOf(document: object): InForce['currencies'] {
  const { services = [] } = document as { services?: ServiceEntry[] };
  return Object.fromEntries(
    services.flatMap((entry) => {
      const currency = currencyOf(entry);
      return currency === null ? [] : [[entry.code, currency]];
    }),
  );
}

function textAmounts(entry: Entry): Entry {
  return Object.fromEntries(
    Object.entries(entry).flatMap(([name, value]) => {
      if (name === 'price' && isRecord(value)) return [[name, textAmounts(value)]];
      if (name === 'routeCosts' && isRecord(value)) return [[name, textCosts(value)]];
      if (!serviceMembers.has(name) && !unitsOfNumbers.has(name) && name !== 'refundsCommission')
        return [];
      return [
        [name, typeof value === 'number' && unitsOfNumbers.has(name) ? String(value) : value],
      ];
    }),
  );
}

const textCosts = (costs: Entry): Entry =>
  Object.fromEntries(
    Object.entries(costs).map(([route, cost]) => [
      route,
      isRecord(cost) ? textAmounts(cost) : cost,
    ]),
  );

/** Routes of payments, or carrier connections of SMS, in the order of the document. */
export function connectorsOf(
  { connectorPart, connectors, sources }: OperatorDocument,
  document: object,
): ShownConnector[] {
  return entriesWithConfig(document, connectorPart).map(
    ({ name, connector, config, off, resultWithinHours }) => ({
      name,
      connector,
      off: off === true,
      resultWithinHours: typeof resultWithinHours === 'number' ? resultWithinHours : null,
      config: (connectors[connector]?.configForm ?? []).map((field) => {
        const value = config[field.name];
        const simple =
          typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
        // A secret that only names values of the installation is none.
        const named =
          field.type === 'secret' && typeof value === 'string' && namesValues(value, sources);
        return {
          field: field.name,
          value: simple && (field.type !== 'secret' || named) ? value : null,
          set: value !== undefined,
        };
      }),
    }),
  );
}

interface WithConfig {
  name: string;
  connector: string;
  off?: unknown;
  resultWithinHours?: unknown;
  config: Entry;
}

export function entriesWithConfig(document: object, part: string): WithConfig[] {
  const entries = (document as { [part: string]: unknown[] | undefined })[part] ?? [];
  return entries.filter(
    (entry): entry is Entry & WithConfig => isRecord(entry) && isRecord(entry['config']),
  );
}

/**
 * The entry that a filled-in form means. What the form does not know of it stays: senders of a
 * carrier connection, whether it is off.
 */
export function configOf(
  { connectorPart, connectors, sources }: OperatorDocument,
  document: object,
  name: string | null,
  { name: newName, connector, values, keep, resultWithinHours }: Filled,
): { ok: true; entry: Entry } | Refused {
  const form = Object.hasOwn(connectors, connector) ? connectors[connector]!.configForm : null;
  const wrong = (field: string): Refused => ({
    ok: false,
    refusal: 'invalid',
    fields: [{ field, problem: 'notAllowed' }],
  });
  if (form === null) return wrong('entry.connector');
  if (typeof resultWithinHours === 'number' && connectorPart !== 'routes')
    return wrong('entry.resultWithinHours');
  const before = entriesWithConfig(document, connectorPart).find((entry) => entry.name === name);
  const config: Entry = {};
  for (const field of form) {
    const given = values.find((each) => each.field === field.name)?.value;
    const kept = before?.config[field.name];
    if (given !== undefined && given !== '')
      config[field.name] = field.type === 'secret' ? sealedSecret(String(given), sources) : given;
    else if (
      field.type === 'secret' &&
      keep.includes(field.name) &&
      (isSealed(kept) || typeof kept === 'string')
    )
      config[field.name] = kept;
  }
  // A secret goes to no other address than the one it was written for.
  const moved =
    before !== undefined &&
    addressOf(before, { connectors }) !== addressOf({ connector, config }, { connectors });
  const kept = moved
    ? Object.entries(config).find(
        ([field, value]) => isSealed(value) && value === before.config[field],
      )
    : undefined;
  if (kept !== undefined)
    return { ok: false, refusal: 'invalid', fields: [{ field: kept[0], problem: 'missing' }] };
  const unknown = values.find((each) => !form.some((field) => field.name === each.field));
  return unknown === undefined
    ? {
        ok: true,
        entry: withTime({ ...before, name: newName, connector, config }, resultWithinHours),
      }
    : wrong(unknown.field);
}

function withTime(entry: Entry, resultWithinHours: number | null | undefined): Entry {
  if (resultWithinHours === undefined) return entry;
  const { resultWithinHours: _, ...rest } = entry;
  return resultWithinHours === null ? rest : { ...rest, resultWithinHours };
}
