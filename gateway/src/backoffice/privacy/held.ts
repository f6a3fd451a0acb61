// Says why an operation's personal data is still needed: something is open about it.

/** What is open; null where nothing is. */
export type Held = 'operation' | 'case' | 'claim' | 'callback' | 'payout';

/** A column `held` of an operation `o`. Each condition has its index. */
export const heldColumn = `case
      when o.next_step_at is not null then 'operation'
      when exists (select from operation_case c where c.account_id = o.account_id
        and c.operation_id = o.id and c.resolved_at is null) then 'case'
      when exists (select from claim c where c.account_id = o.account_id and c.operation_id = o.id
        and c.status <> 'CLOSED') then 'claim'
      when exists (select from callback c where c.account_id = o.account_id
        and c.operation_id = o.id and c.state = 'due') then 'callback'
      when exists (select from payout_line l where l.account_id = o.account_id
        and l.operation_id = o.id and l.state in ('waiting', 'sending', 'sent')) then 'payout'
    end as held`;

/**
 * What of an operation `o` is looked at. The row is locked: a refund that begins meanwhile waits,
 * and is refused then.
 */
export const personColumns = `o.account_id as "accountId", o.id::text as id, o.phone, o.details,
  o.client_data as "clientData",
    o.created_at as "createdAt", ${heldColumn}`;

export interface PersonRow {
  accountId: number;
  id: string;
  phone: string;
  details: { extra: { [member: string]: unknown } };
  clientData: { [member: string]: unknown } | null;
  createdAt: Date;
  held: Held | null;
}
