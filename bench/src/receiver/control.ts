// Messages between the bench and its callback receiver.

export type ToReceiver = { kind: 'journal'; file: string } | { kind: 'keys'; apiKeys: string[] };
export type FromReceiver =
  { kind: 'listening'; ports: number[] } | { kind: 'count'; count: number } | { kind: 'journaled' };
