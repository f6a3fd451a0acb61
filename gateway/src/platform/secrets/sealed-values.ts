// Lists sealed values with their keys, and replaces one by another. The statements over every
// listed column, and the same for the secrets inside documents.

import type { Session, Statement } from '../db/database.ts';
import { keyIdBytes, keyIdOf } from './key-ring.ts';
import { contextOf, sealedColumns, sealedDocuments } from './sealed-columns.ts';

/** A place that holds sealed values: a column in one row, or a version of a document. */
export interface SealedPlace {
  /** `api_key/key_sealed/7`, `catalogue/document/3`. */
  name: string;
  holdsPepper: boolean;
  /**
   * Gives every value of the place to `reseal` and stores what comes back, in one statement, unless
   * the place has changed meanwhile; a value for which null comes back stays. Answers how many
   * values were exchanged.
   */
  exchange(
    session: Session,
    reseal: (sealed: Buffer, context: string) => Buffer | null,
  ): Promise<number>;
}

export interface SealedCount {
  /** `api_key.key_sealed`, `catalogue.document`. */
  column: string;
  keyId: string;
  values: number;
}

type Column = (typeof sealedColumns)[number];

const keyIdSql = (column: string): string =>
  `encode(substring(${column} from 2 for ${keyIdBytes}), 'hex')`;
/** How a secret stands in a document (platform/documents/config-values.ts). */
const sealedMember = /("sealed"\s*:\s*")([A-Za-z0-9+/]+={0,2})"/g;

type Documents = (typeof sealedDocuments)[number];

const selectVersions = ({ table, key }: Documents): Statement => ({
  name: `sealed_${table}_versions`,
  text: `select ${key} as version from ${table} order by ${key}`,
});
const selectDocument = ({ table, key }: Documents): Statement => ({
  name: `sealed_${table}`,
  text: `select document::text as text from ${table} where ${key} = $1`,
});
const updateDocument = ({ table, key }: Documents): Statement => ({
  name: `reseal_${table}`,
  text: `update ${table} set document = $2 where ${key} = $1 and document::text = $3 returning 1`,
});

/** How many values there are by column and key, over the whole database. */
export async function countSealed(session: Session): Promise<SealedCount[]> {
  const counts: SealedCount[] = [];
  for (const { table, column } of sealedColumns) {
    const rows = await session.query<{ key_id: string; values: bigint }>({
      name: `count_${table}_${column}`,
      text: `select ${keyIdSql(column)} as key_id, count(*) as values from ${table}
        where ${column} is not null group by 1 order by 1`,
    });
    counts.push(
      ...rows.map((row) => ({
        column: `${table}.${column}`,
        keyId: row.key_id,
        values: Number(row.values),
      })),
    );
  }
  for (const documents of sealedDocuments) {
    const inDocuments = new Map<string, number>();
    for (const version of await loadVersions(session, documents)) {
      for (const [, , text] of (await loadDocument(session, documents, version)).matchAll(
        sealedMember,
      )) {
        const keyId = keyIdOf(Buffer.from(text!, 'base64')) ?? 'none';
        inDocuments.set(keyId, (inDocuments.get(keyId) ?? 0) + 1);
      }
    }
    counts.push(
      ...[...inDocuments].map(([keyId, values]) => ({
        column: `${documents.table}.document`,
        keyId,
        values,
      })),
    );
  }
  return counts;
}

/**
 * The places of all values that are not sealed under `keyId`, in the order in which they are to be
 * exchanged.
 */
export async function placesNotUnder(session: Session, keyId: string): Promise<SealedPlace[]> {
  const places: SealedPlace[] = [];
  for (const documents of sealedDocuments) {
    for (const version of await loadVersions(session, documents)) {
      const texts = [
        ...(await loadDocument(session, documents, version)).matchAll(sealedMember),
      ].map(([, , text]) => text!);
      if (texts.some((text) => keyIdOf(Buffer.from(text, 'base64')) !== keyId))
        places.push(documentPlace(documents, version, keyId));
    }
  }
  for (const column of sealedColumns) {
    const rows = await session.query<{ key: string[] }>(
      {
        name: `stale_${column.table}_${column.column}`,
        text: `select array[${column.key.map((name) => `${name}::text`).join(', ')}] as key
          from ${column.table}
               where ${column.column} is not null and ${keyIdSql(column.column)} <> $1
                 order by ${column.key.join(', ')}`,
      },
      [keyId],
    );
    places.push(...rows.map(({ key }) => rowPlace(column, key)));
  }
  return places;
}

function rowPlace({ table, column, key: keyColumns }: Column, key: string[]): SealedPlace {
  const where = keyColumns.map((name, index) => `${name} = $${index + 1}`).join(' and ');
  const context = contextOf(table, column as never, ...key);
  return {
    name: context,
    holdsPepper: table === 'installation_secret',
    async exchange(session, reseal) {
      const select = {
        name: `sealed_${table}_${column}`,
        text: `select ${column} as sealed from ${table} where ${where}`,
      };
      const [row] = await session.query<{ sealed: Buffer | null }>(select, key);
      const resealed =
        row === undefined || row.sealed === null ? null : reseal(row.sealed, context);
      if (resealed === null) return 0;
      const update = {
        name: `reseal_${table}_${column}`,
        text: `update ${table} set ${column} = $${key.length + 1} where ${where}
          and ${column} = $${key.length + 2} returning 1`,
      };
      return (await session.query(update, [...key, resealed, row!.sealed])).length;
    },
  };
}

function documentPlace(documents: Documents, version: number, keyId: string): SealedPlace {
  const { table, context } = documents;
  return {
    name: `${table}/document/${version}`,
    holdsPepper: false,
    async exchange(session, reseal) {
      const before = await loadDocument(session, documents, version);
      let exchanged = 0;
      const after = before.replace(sealedMember, (whole, start: string, text: string) => {
        const sealed = Buffer.from(text, 'base64');
        if (keyIdOf(sealed) === keyId) return whole;
        const resealed = reseal(sealed, context);
        if (resealed === null) return whole;
        exchanged += 1;
        return `${start}${resealed.toString('base64')}"`;
      });
      return exchanged > 0 &&
        (await session.query(updateDocument(documents), [version, after, before])).length > 0
        ? exchanged
        : 0;
    },
  };
}

async function loadVersions(session: Session, documents: Documents): Promise<number[]> {
  return (await session.query<{ version: number }>(selectVersions(documents))).map(
    (row) => row.version,
  );
}

/** The document's text as it was written, empty when there is no such version. */
async function loadDocument(
  session: Session,
  documents: Documents,
  version: number,
): Promise<string> {
  const [row] = await session.query<{ text: string }>(selectDocument(documents), [version]);
  return row?.text ?? '';
}
