// Awaits all statements that travel together in one transaction.

/**
 * Like Promise.all, but waits for all of them: a statement still under way must not outlive the
 * rollback that its neighbour's failure brings.
 */
export async function settleAll<const Pending extends readonly unknown[]>(
  pending: Pending,
): Promise<{ [index in keyof Pending]: Awaited<Pending[index]> }> {
  const settled = await Promise.allSettled(pending);
  const failed = settled.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return settled.map((result) => (result as PromiseFulfilledResult<unknown>).value) as {
    [index in keyof Pending]: Awaited<Pending[index]>;
  };
}
