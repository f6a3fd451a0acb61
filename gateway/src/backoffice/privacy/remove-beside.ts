// Removes what is personal from what belongs to no single operation, when its time is over: what
// was quoted for remittances, and the bytes of payment files and of files received. Who was in a
// file is not known without reading it, so erasure by number waits for this.

import type { Session, Statement } from '../../platform/db/database.ts';
import { checkoutForgets, linkForgets } from './checkout-columns.ts';

const stepMax = 200;

// A quote is charged within half an hour; afterwards nobody reads it.
const removeQuotes: Statement = {
  name: 'remove_person_of_quotes',
  text: `
    update remittance r set send_data = null
    from (select account_id, id from remittance where send_data is not null and created_at < $1
      order by created_at limit ${stepMax}) old
    where r.account_id = old.account_id and r.id = old.id`,
};
// A file that may not have left is put again with the same bytes.
const removeSentFiles: Statement = {
  name: 'remove_persons_of_sent_files',
  text: `
    update provider_batch set bytes = ''
    where reference in (
      select reference from provider_batch
      where made_at < $1 and state = 'SENT' and octet_length(bytes) > 0 order by made_at
        limit ${stepMax})`,
};
// One that could not be read waits for the operator.
const removeReceivedFiles: Statement = {
  name: 'remove_persons_of_received_files',
  text: `
    update provider_file set bytes = ''
    where (route, digest) in (
      select route, digest from provider_file
      where received_at < $1 and type is not null and octet_length(bytes) > 0 order by received_at
        limit ${stepMax})`,
};

// What was typed on the page of an attempt leaves its row with the opening of its operation
// (payments/checkouts). The checkout of a link may be renewed.
const removeCheckouts: Statement = {
  name: 'remove_person_of_checkouts',
  text: `
    with old as (
      select account_id, id from checkout
      where created_at < $1 and expires_at < $1 and (phone is not null or description <> '')
        order by created_at limit ${stepMax}
    ), attempts as (
      update checkout_attempt a set phone = null from old where a.account_id = old.account_id
        and a.checkout_id = old.id
    )
    update checkout c set ${checkoutForgets} from old where c.account_id = old.account_id
      and c.id = old.id`,
};

// The page needs them while the link can still be paid with. One for one payment loses them with
// that payment, too (remove.ts).
const removeLinks: Statement = {
  name: 'remove_person_of_payment_links',
  text: `
    with old as (
      select account_id, id from payment_link
      where expires_at < $1 and description <> '' order by expires_at limit ${stepMax})
    update payment_link l set ${linkForgets} from old where l.account_id = old.account_id
      and l.id = old.id`,
};

/** Removes what is older than `until`: some hundred rows of each, oldest first. */
export async function removeBeside(session: Session, until: Date): Promise<void> {
  const statements = [
    removeQuotes,
    removeSentFiles,
    removeReceivedFiles,
    removeCheckouts,
    removeLinks,
  ];
  for (const statement of statements) await session.query(statement, [until]);
}
