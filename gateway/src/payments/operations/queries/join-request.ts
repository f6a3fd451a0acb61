// What an attempt sends stands in a table of its own, since it never changes (decisions/0087).

/** Joins the request `r` of an attempt `a` in a statement, with `r.prepared`. */
export const joinRequest =
  'join attempt_request r on r.operation_id = a.operation_id and r.account_id = a.account_id and r.number = a.number';
