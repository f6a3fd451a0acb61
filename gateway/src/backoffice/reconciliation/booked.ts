// Computes what we booked at a provider about an operation, as SQL fragments for statements. Only
// the ledger is read, corrections by users included.

/**
 * Which movement a transfer `t` belongs to. What users corrected undoes or makes up for the
 * execution; but where the provider took a success back, it is a refund.
 */
export const movementOfTransfer = `case t.verb when 'reverse' then 'refund' when 'adjust' then (
    select case when bool_or(d.kind = 'reversal_without_cover')
      and not bool_or(d.kind = 'late_failure' and d.resolution = 'booked')
        then 'refund' else 'execution' end
      from operation_case d where d.account_id = t.account_id and d.operation_id = t.operation_id
        and d.resolution is distinct from 'explained')
  else 'execution' end`;

/**
 * `net` (signed: what came to us is above zero; null: nothing) and `booked_at` of one movement at
 * the provider, whenever it was booked. `accounts`: the parameter that holds the ledger accounts of
 * the file's routes.
 */
export const netOf = (row: string, accounts: string): string => `
  select nullif(sum(case when t.debit = any(${accounts}::text[]) then t.amount else -t.amount end),
    0)::bigint as net, max(t.created_at) as booked_at
    from transfer t where t.operation_id = ${row}.operation_id and t.account_id = ${row}.account_id
      and (t.debit = any(${accounts}::text[]) or t.credit = any(${accounts}::text[]))
        and (${movementOfTransfer}) = ${row}.movement`;

/** Ledger accounts of routes. */
export const accountsOf = (routes: readonly string[]): string[] =>
  routes.map((route) => `provider:${route}`);

/** What a file of state `f` says counts. */
export const counts = (file: string): string => `${file}.state not in ('failed', 'withdrawn')`;
