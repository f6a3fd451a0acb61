// Looks up which texts of a file are references of our own operations or of movements of a bank
// account: by them columns are chosen, and the file of another provider is known.

import type { Session, Statement } from '../../platform/db/database.ts';
import { joinRequest } from '../../payments/operations/index.ts';
import type { StreamedRow } from '../../platform/spreadsheet/index.ts';
import { mappedColumns, type Mapping } from './mapping.ts';
import { saidBy, type StatementLine } from './read-line.ts';

interface Found {
  /** The place of the text that was asked about. */
  place: number;
  kind: 'ours' | 'theirs';
  route: string;
}

// As lines are matched: by our reference, the number of the transaction, the provider's reference.
// If two providers gave a reference, the one of these routes counts.
const find: Statement = {
  name: 'find_references_of_statement',
  text: `select q.place, f.kind, f.route
    from json_to_recordset($1::json) as q(place integer, text text, operation bigint,
      attempt integer)
    cross join lateral (
      select * from (
        (select 1 as rank, 'ours' as kind, a.route from attempt a left ${joinRequest}
          where a.operation_id = q.operation and a.number = q.attempt
            and coalesce(r.prepared->'refs'->>'ours', a.refs->>'ours') = lower(q.text) limit 1)
        union all
        (select 2, 'ours', a.route from operation o join attempt a on a.operation_id = o.id
          and a.account_id = o.account_id
          where o.id = q.operation and q.attempt is null order by a.route = any($2::text[]) desc,
            a.number desc limit 1)
        union all
        (select 3, 'theirs', a.route from (select id, account_id from operation
          where provider_reference = q.text limit 20) as o
          join attempt a on a.operation_id = o.id and a.account_id = o.account_id
          order by a.route = any($2::text[]) desc, a.number desc limit 1)) as candidate
      order by rank limit 1) as f`,
};

const textCharactersMin = 4;
const textCharactersMax = 200;

const canBeReference = (text: string): boolean =>
  text.length >= textCharactersMin && text.length <= textCharactersMax && /\d/.test(text);

// As movements of a bank are matched: a reference that stands twice in a file has a count behind it
// (`LOT-1/2`).
const findOfBank: Statement = {
  name: 'find_bank_references_of_statement',
  text: `select q.place, f.kind, '' as route
    from json_to_recordset($1::json) as q(place integer, text text)
    cross join lateral (
      select case when upper(m.our_reference) = upper(q.text) then 'ours' else 'theirs' end as kind
        from bank_movement m where m.bank_account_id = $2
          and (upper(m.our_reference) = upper(q.text) or upper(m.reference) in (upper(q.text),
            upper(regexp_replace(q.text, '/[0-9]+$', ''))))
        order by upper(m.our_reference) = upper(q.text) desc nulls last limit 1) as f`,
};

/** Whose references they may be: of payments of these routes, or of movements of a bank account. */
export type ReferencesOf = { routes: readonly string[] } | { bankAccountId: number };

async function findReferences(
  session: Session,
  asked: readonly { place: number; text: string }[],
  of: ReferencesOf,
): Promise<Found[]> {
  const rows = asked
    .filter(({ text }) => canBeReference(text))
    .map(({ place, text }) => {
      const said = saidBy(text);
      return { place, text, operation: said?.operationId, attempt: said?.attempt };
    });
  return 'routes' in of
    ? session.query<Found>(find, [JSON.stringify(rows), of.routes])
    : session.query<Found>(findOfBank, [JSON.stringify(rows), of.bankAccountId]);
}

const columnsLooked = 50;
/** So many different values of each column are looked at: 2,000 at most. */
const valuesLooked = 40;
const neverReferences = mappedColumns.filter(
  (column) => column !== 'ourReference' && column !== 'providerReference',
);

/**
 * The mapping with the columns of references in which references of ours stand, whatever their
 * headings say.
 */
export async function withKnownColumns(
  session: Session,
  mapping: Mapping,
  rows: readonly StreamedRow[],
  of: ReferencesOf,
): Promise<Mapping> {
  const { columns, headingRow } = mapping;
  const headings = rows.find(({ line }) => line === headingRow)?.cells ?? [];
  const taken = new Set(neverReferences.map((column) => columns[column] ?? null));
  const below = rows.filter(({ line }) => line > headingRow);
  const asked = headings.slice(0, columnsLooked).flatMap((heading, place) => {
    if (heading === '' || taken.has(heading)) return [];
    const values = new Set(below.map(({ cells }) => (cells[place] ?? '').trim()));
    return [...values]
      .filter(canBeReference)
      .slice(0, valuesLooked)
      .map((text) => ({ place, text }));
  });
  const found = await findReferences(session, asked, of);
  const ours = mostOf(found, 'ours', headings, columns.ourReference);
  const theirs = mostOf(found, 'theirs', headings, columns.providerReference);
  const ourReference = ours ?? (columns.ourReference === theirs ? null : columns.ourReference);
  const providerReference =
    theirs ?? (columns.providerReference === ours ? null : columns.providerReference);
  return { ...mapping, columns: { ...columns, ourReference, providerReference } };
}

/**
 * The heading below which most of them stand; of equals the guessed one. Null: none stands
 * anywhere.
 */
function mostOf(
  found: readonly Found[],
  kind: Found['kind'],
  headings: readonly string[],
  guessed: string | null,
): string | null {
  const ofKind = found.filter((each) => each.kind === kind);
  const byHeading = Map.groupBy<string | null, Found>(ofKind, ({ place }) => headings[place]!);
  const timesOf = (heading: string | null): number => byHeading.get(heading)?.length ?? 0;
  return [guessed, ...byHeading.keys()].reduce(
    (best, one) => (timesOf(one) > timesOf(best) ? one : best),
    null,
  );
}

/** Payments of a route that is none of the file's. */
export interface OtherRoute {
  route: string;
  count: number;
  /** References of the file that are ours, of whatever route. */
  known: number;
}

/** Null: most references that are known are of the file's own routes, or none is known. */
export async function findOtherRoute(
  session: Session,
  lines: readonly StatementLine[],
  routes: readonly string[],
): Promise<OtherRoute | null> {
  const asked = lines.flatMap(({ ourReference, providerReference }, place) =>
    [ourReference, providerReference].flatMap((text) => (text === null ? [] : { place, text })),
  );
  // A row counts once, for the file's own route where either reference is of it.
  const byRow = new Map<number, string>();
  for (const { place, route } of await findReferences(session, asked, { routes }))
    if (!byRow.has(place) || routes.includes(route)) byRow.set(place, route);
  const elsewhere = [...byRow.values()].filter((route) => !routes.includes(route));
  if (elsewhere.length * 2 <= byRow.size) return null;
  const [route, { length: count }] = [...Map.groupBy(elsewhere, (each) => each)].reduce(
    (most, one) => (one[1].length > most[1].length ? one : most),
  );
  return { route, count, known: byRow.size };
}
