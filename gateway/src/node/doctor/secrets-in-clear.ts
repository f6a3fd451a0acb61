// Check that no table holds a secret or a card number in clear, invariant I-34. It reads every text
// of the database, so it runs with `jokko doctor --deep` only, a few pages of a table at a time.

import { environment } from '../../platform/environment.ts';
import { sealedColumns } from '../../platform/secrets/index.ts';
import type { Check } from '../../platform/doctor/check.ts';
import type { Session, Statement } from '../../platform/db/database.ts';

/**
 * As `payments/accounts` and `messaging/applications` make them; shorter ones are words in a text.
 */
const secretPattern = '(hmac_|whsec_|jk_(live|test)_)[A-Za-z0-9+/_-]{20,}';
/** First digits and lengths of card numbers; their check digit is looked at, too. */
const cardPattern = '(?<![0-9A-Za-z.])[3-6][0-9]{12,18}(?![0-9A-Za-z])';
/** What a secret is wanted for is found by one. */
const examplesPerColumnMax = 10;
/** That one statement reads, of 8 KB: fewer where they took long, since they hold long texts. */
const pagesMin = 1;
const pagesMax = 256;
const pagesFirst = 16;
/** A statement of the doctor should not keep a processor for longer. */
const statementMs = 20;

interface TextColumn {
  /** For a partition the name of its table. */
  name: string;
  table: string;
  column: string;
  isBytes: boolean;
}

// Partitions hold the rows of their table.
const selectTextColumns: Statement = {
  name: 'doctor-text-columns',
  text: `
    select coalesce(of.relname, c.relname) as name, c.relname as "table", a.attname as "column",
      a.atttypid = 'bytea'::regtype as "isBytes"
    from pg_attribute a join pg_class c on c.oid = a.attrelid
      left join pg_inherits i on i.inhrelid = c.oid left join pg_class of on of.oid = i.inhparent
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attnum > 0
      and not a.attisdropped
      and a.atttypid in ('text'::regtype, 'json'::regtype, 'jsonb'::regtype, 'text[]'::regtype,
        'varchar'::regtype, 'bytea'::regtype)
    order by 1, 2, 3`,
};
const countPages: Statement = {
  name: 'doctor-table-pages',
  text: `select pg_relation_size(format('%I', $1::text)::regclass) /
    current_setting('block_size')::bigint as pages`,
};

const quoted = (name: string): string => `"${name}"`;

/**
 * Luhn's sum of the digits of `number`, by which a tenth of all numbers would be taken for a
 * card's.
 */
const luhn = `(
  select sum(case when place % 2 = 0 then digit * 2 / 10 + digit * 2 % 10 else digit end) from (
    select substring(number from i for 1)::integer as digit, length(number) - i + 1 as place
      from generate_series(1, length(number)) i
  ) as digits)`;

/** Card numbers that are not one of our own ids, which have as many digits. */
// By the places of rows: whatever the statistics say, nothing else is read.
const scan = ({ name, table, column, isBytes }: TextColumn): Statement => {
  const text = isBytes ? `encode(${quoted(column)}, 'escape')` : `${quoted(column)}::text`;
  const here = 'ctid >= $1::tid and ctid < $2::tid';
  return {
    name: `doctor-scan-${table}-${column}`.slice(0, 60),
    text: `
      select example from (
        select format('%s.%s of row %s: a secret that begins with %s', '${name}', '${column}', ctid,
          substring(${text} from '${secretPattern}')) as example
          from ${quoted(table)} where ${here} and ${text} ~ '${secretPattern}'
        union all
        select format('%s.%s of row %s: a card number', '${name}', '${column}', row) from (
          select ctid as row, (regexp_matches(${text}, '${cardPattern}', 'g'))[1] as number
            from ${quoted(table)}
          where ${here} and ${text} ~ '${cardPattern}'
        ) as numbers
        where ${luhn} % 10 = 0
          and not exists (select from operation where id::text = number)
            and not exists (select from sms_batch where id::text = number)
      ) as found limit ${examplesPerColumnMax}`,
  };
};

export const secretsInClear: Check = {
  id: 'I-34',
  reach: 'once',
  statement: 'no column holds a secret or a card number in clear',
  sql: 'select null::text as example where false',
  async *prove(session: Session) {
    const sealed = new Set(sealedColumns.map(({ table, column }) => `${table}.${column}`));
    for (const column of await session.query<TextColumn>(selectTextColumns))
      if (!sealed.has(`${column.name}.${column.column}`)) yield* examplesIn(session, column);
  },
};

async function* examplesIn(session: Session, column: TextColumn): AsyncGenerator<string> {
  const statement = scan(column);
  const [table] = await session.query<{ pages: bigint }>(countPages, [column.table]);
  const end = Number(table!.pages);
  let left = examplesPerColumnMax;
  let pages = pagesFirst;
  for (let page = 0; page < end && left > 0;) {
    const begun = environment.monotonic();
    const until = page + pages;
    const found = await session.query<{ example: string }>(statement, [
      `(${page},0)`,
      `(${until},0)`,
    ]);
    for (const { example } of found.slice(0, left)) yield example;
    left -= found.length;
    page = until;
    pages = nextPages(pages, environment.monotonic() - begun);
  }
}

function nextPages(pages: number, tookMs: number): number {
  if (tookMs > statementMs) return Math.max(pagesMin, Math.floor(pages / 2));
  return tookMs < statementMs / 2 ? Math.min(pagesMax, pages * 2) : pages;
}
