// Counts what a run has met, to prove that the simulation reaches what it is meant to reach.

export interface Counters {
  count(name: string): void;
  readonly all: ReadonlyMap<string, number>;
}

export function createCounters(): Counters {
  const all = new Map<string, number>();
  return { all, count: (name) => void all.set(name, (all.get(name) ?? 0) + 1) };
}
