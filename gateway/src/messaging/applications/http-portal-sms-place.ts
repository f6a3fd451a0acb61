// Reads where a page of SMS batches or of received messages goes on: after a time and an id.

export function placeOf(after: string | undefined): { at: string; id: string } | null {
  const [at, id] = after?.split('-') ?? [];
  return at === undefined || id === undefined ? null : { at, id };
}
