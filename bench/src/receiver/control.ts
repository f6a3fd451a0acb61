// What do the bench and its callback receiver say to each other?

export type ToReceiver = { kind: 'journal'; file: string };
export type FromReceiver = { kind: 'listening'; port: number } | { kind: 'count'; count: number } | { kind: 'journaled' };
