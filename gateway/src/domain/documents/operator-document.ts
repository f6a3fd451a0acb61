// What is a document that the operator keeps? What every kind of it must tell, so that drafts, versions and forms are the same for all.

import type { Session } from '../../db/database.ts';
import { storedSecret, isSealed, type ValueSources } from './config-values.ts';
import type { Change } from './changes.ts';
import type { Configurable } from './connector-config.ts';
import type { Comparison, Parts } from './entries.ts';
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
  /** What in the database stands against putting it in force: a route that goes, and is in use. */
  obstacles(session: Session, document: object): Promise<DocumentProblem[]>;
  /** Whether one person may put this change in force alone: it moves no money and sends nothing elsewhere. */
  isHarmless(change: Change): boolean;
}

/** The kind within this installation. */
export interface OperatorDocument extends DocumentKind {
  connectors: { readonly [name: string]: Configurable };
  sources: ValueSources;
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
export function sealedSecret(text: string, { secrets }: ValueSources): unknown {
  return storedSecret(text, secrets);
}

interface Configured {
  name: string;
  connector: string;
  config: { [field: string]: unknown };
}

/**
 * Problems of entries whose sealed secrets stand beside another address than in force: whoever may change an address must not learn by it
 * a secret that was written by others, so it has to be written anew.
 */
export function secretsElsewhere(inForce: readonly Configured[], entry: Configured, { connectors, sources }: OperatorDocument): string[] {
  const form = connectors[entry.connector]?.configForm ?? [];
  const comparison = comparisonOf(sources);
  const addressOf = ({ connector, config }: Configured): string =>
    JSON.stringify([
      connector,
      ...form.filter(({ type, address }) => type === 'url' || address === true).map(({ name }) => config[name] ?? null),
    ]);
  const here = addressOf(entry);
  return Object.entries(entry.config).flatMap(([field, value]) => {
    if (!isSealed(value)) return [];
    const meant = comparison.secretOf(value.sealed);
    const places = inForce.filter((other) =>
      Object.values(other.config).some(
        (each) => isSealed(each) && (each.sealed === value.sealed || (meant !== null && comparison.secretOf(each.sealed) === meant)),
      ),
    );
    return places.length === 0 || places.some((other) => addressOf(other) === here) ? [] : field;
  });
}
