// Statements that corruptions of several nouns run.

/** A transfer that moves nothing of the developer's; its balance stays what it was. */
export const strayTransfer = (
  account: number,
  operationId: string,
  verb: string,
  debit: string,
  credit: string,
) =>
  `insert into transfer (account_id, id, operation_id, verb, debit, credit, amount, currency,
    available_after)
    select account_id, 900000, ${operationId}, '${verb}', '${debit}', '${credit}', 5, currency,
      available from balance where account_id = ${account};`;

export const operation = (id: string, set: string): string =>
  `update operation set ${set} where id = ${id};`;
