// Transaction ids of at most 35 characters: our reference (a UUID) without its dashes.

const shape = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;

export const transactionIdOf = (ourRef: string): string => ourRef.replaceAll('-', '');

/** Null when no reference of ours can have this id. */
export function ourRefOf(transactionId: string): string | null {
  const parts = shape.exec(transactionId.toLowerCase());
  return parts === null ? null : parts.slice(1).join('-');
}
