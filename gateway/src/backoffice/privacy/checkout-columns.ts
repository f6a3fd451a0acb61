// What of checkouts and payment links is about a person, and when a checkout is over, in SQL.

/** Assignments of a checkout that forgets its person. */
export const checkoutForgets = `phone = null, description = '', client_data = null`;

/** Assignments of a payment link that forgets its person. */
export const linkForgets = `description = '', client_data = null`;

/** Whether a row `c` cannot be paid any more, and is not being paid. */
export const isCheckoutOver = `(c.canceled_at is not null or c.expires_at < jokko_now()
  and not exists (
          select from checkout_attempt t where t.account_id = c.account_id and t.checkout_id = c.id
            and t.begun_at > jokko_now() - interval '10 minutes'))`;
