// What do the bench and its callback receiver say to each other?

export type ToReceiver = { kind: 'journal'; file: string };
export type FromReceiver = { kind: 'listening'; ports: number[] } | { kind: 'count'; count: number } | { kind: 'journaled' };
