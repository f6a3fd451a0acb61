// Tracks whether the answer to an initiation has been sent, since a callback waits for it (rule
// C3). Only this node's own open exchanges are known here; on other nodes the operation's state
// decides (batch.ts).

export interface Answers {
  /**
   * Called before the commit; returns what to call when the answer has left or will never leave.
   */
  begin(operationId: string): () => void;
  /** The function that `begin` returned, for the HTTP layer. */
  leave(operationId: string): void;
  /** Resolves once the answer has left; null when no exchange is open. */
  left(operationId: string): Promise<void> | null;
}

export function createAnswers(): Answers {
  const open = new Map<string, { left: Promise<void> | null; resolve: (() => void) | null }>();
  const leave = (operationId: string): void => {
    const exchange = open.get(operationId);
    open.delete(operationId);
    exchange?.resolve?.();
  };
  return {
    begin(operationId) {
      open.set(operationId, { left: null, resolve: null });
      return () => leave(operationId);
    },
    leave,
    left(operationId) {
      const exchange = open.get(operationId);
      if (exchange === undefined) return null;
      // Made on demand: most answers have long left when the result arrives.
      exchange.left ??= new Promise((resolve) => (exchange.resolve = resolve));
      return exchange.left;
    },
  };
}
