// States who must have a second factor before anything else answers: the operator's users, and in
// rehearsal and live mode every user.

/** SQL: whether the user with the id `user` must have one. The mode of a database never changes. */
export const mustHaveFactor = (user: string): string =>
  `(exists (select from installation where mode <> 'sandbox')
    or exists (select from membership o where o.user_id = ${user} and o.side = 'operator'
      and o.ended_at is null))`;
