// Interface of a document that the operator maintains: what every kind must provide, so that
// drafts, versions and forms are the same for all.

import type { ConfigField } from '@jokko/connectors/kit';
import type { Session } from '../db/database.ts';
import { storedSecret, isSealed, type ValueSources } from './config-values.ts';
import type { Change } from './changes.ts';
import type { Configurable, Configured } from './connector-config.ts';
import { meaningOf, type Comparison, type Parts } from './entries.ts';
import { isRecord } from './leaves.ts';
import type { DocumentProblem, ReadDocument } from './review.ts';
import type { Versions } from './versions.ts';

/** What needs no configuration of this installation. */
export interface DocumentKind {
  name: 'catalogue' | 'sms-routing';
  versions: Versions;
  parts: Parts;
  /** The part whose entries have a `connector` and its `config`. */
  connectorPart: string;
  /** A document without any entry. */
  empty: object;
  /**
   * Whether one user may put this change in force alone: it moves no money and sends nothing
   * elsewhere.
   */
  isHarmless(change: Change): boolean;
}

/** The kind within this installation. */
export interface OperatorDocument extends DocumentKind {
  connectors: { readonly [name: string]: Configurable };
  sources: ValueSources;
  /**
   * What in the database stands against putting it in force: a route that goes, or leads elsewhere,
   * and is in use.
   */
  obstacles(session: Session, document: object): Promise<DocumentProblem[]>;
  read(text: string): ReadDocument<object>;
  /** With the secrets of its connectors sealed. */
  sealed(document: object): object;
}

/** Compares secrets by what they are, as far as they can be opened. */
export function comparisonOf({ secrets }: ValueSources): Comparison {
  const known = new Map<string, string | null>();
  return {
    secretOf(sealed) {
      if (!known.has(sealed)) known.set(sealed, secrets.open(sealed));
      return known.get(sealed) ?? null;
    },
  };
}

/** A secret of a form as it is kept. */
export function sealedSecret(text: string, sources: ValueSources): unknown {
  return storedSecret(text, sources);
}

/** An entry of the connectors' part. */
export interface ConfiguredEntry {
  name: string;
  connector: string;
  config: { [field: string]: unknown };
}

/** Those of a document; what has another shape is left out. */
export function configuredEntries(document: object, part: string): ConfiguredEntry[] {
  const entries = (document as { [part: string]: unknown[] | undefined })[part] ?? [];
  return entries.filter(
    (entry): entry is ConfiguredEntry & { [member: string]: unknown } =>
      isRecord(entry) && typeof entry['name'] === 'string' && isRecord(entry['config']),
  );
}

/** Where the secrets of an entry are sent to; equal for equal places. */
export function addressOf(
  entry: Configured,
  { connectors }: Pick<OperatorDocument, 'connectors'>,
): string {
  return valuesOf(entry, connectors, isAddress);
}

/**
 * Who an entry speaks to, and for which of our accounts there: nobody else can be asked what became
 * of an order. As written, unresolved.
 */
export function counterpartyOf(
  entry: Configured,
  connectors: { readonly [name: string]: Configurable },
): string {
  return valuesOf(entry, connectors, (field) => isAddress(field) || field.account === true);
}

const isAddress = ({ type, address }: ConfigField): boolean => type === 'url' || address === true;

function valuesOf(
  { connector, config }: Configured,
  connectors: { readonly [name: string]: Configurable },
  counts: (field: ConfigField) => boolean,
): string {
  const fields = (connectors[connector]?.configForm ?? []).filter(counts);
  return JSON.stringify([connector, ...fields.map(({ name }) => config[name] ?? null)]);
}

/**
 * Fields of an entry whose sealed secret was written for another address, as far as `known` entries
 * tell: whoever may change an address must not learn by it a secret that was written by others, so
 * it has to be written anew. With `strict` also those that no entry tells of.
 */
export function secretsElsewhere(
  known: readonly ConfiguredEntry[],
  entry: ConfiguredEntry,
  document: OperatorDocument,
  strict = false,
): string[] {
  const comparison = comparisonOf(document.sources);
  const here = addressOf(entry, document);
  const holds = (other: ConfiguredEntry, sealed: string): boolean =>
    Object.values(other.config).some(
      (each) => isSealed(each) && meaningOf(each, comparison) === meaningOf({ sealed }, comparison),
    );
  return Object.entries(entry.config).flatMap(([field, value]) => {
    if (!isSealed(value)) return [];
    const places = known.filter((other) => holds(other, value.sealed));
    const reported = strict || places.length > 0;
    return reported && !places.some((other) => addressOf(other, document) === here) ? field : [];
  });
}
