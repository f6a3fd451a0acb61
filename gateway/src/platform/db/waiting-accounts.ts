// Commands whose account somebody else holds wait here, apart from all others: a locked account
// delays nobody but itself. One transaction after the other writes those that can be written by
// now; every other one waits a moment for one of the accounts, each in its turn.

import { groupLength, type Weight } from './gather.ts';
import { AccountBusy, Held, type WaitFor } from './group-decision.ts';
import type { Outcome } from './group-lane.ts';
import { environment } from '../environment.ts';

/** Commands that wait for one account; further ones are refused at once. */
const commandsPerAccountMax = 512;

export interface WaitingAccounts<Command, Result> {
  /** Throws AccountBusy when nothing was stored because the account was held for too long. */
  submit(command: Command, accountId: number): Promise<Result>;
  readonly count: number;
  /** Resolves when everything submitted so far has its answer. */
  drain(): Promise<void>;
}

export interface WaitingDeps<Command, Result> {
  write(commands: Command[], waitFor: WaitFor): Promise<Outcome<Result>[]>;
  /** How long a command may wait before it is refused. */
  waitMaxMs(command: Command): number;
  commandsMax: number;
  weight: Weight<Command> | undefined;
}

interface Entry<Command, Result> {
  item: Command;
  accountId: number;
  until: number;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

export function createWaitingAccounts<Command, Result>(
  deps: WaitingDeps<Command, Result>,
): WaitingAccounts<Command, Result> {
  // In the order of coming.
  let entries: Entry<Command, Result>[] = [];
  const counts = new Map<number, number>();
  let running: Promise<void> | null = null;
  const leave = ({ accountId }: Entry<Command, Result>): void => {
    const left = counts.get(accountId)! - 1;
    if (left === 0) counts.delete(accountId);
    else counts.set(accountId, left);
  };
  const round = async (waitFor: WaitFor): Promise<void> => {
    const line = inOrder(entries, waitFor);
    const group = line.slice(0, groupLength(line, deps.commandsMax, deps.weight));
    const outcomes = await deps.write(
      group.map(({ item }) => item),
      waitFor,
    );
    const done = new Set<Entry<Command, Result>>();
    group.forEach((entry, index) => {
      const isLate = environment.monotonic() > entry.until;
      if (answer(entry, outcomes[index]!, isLate)) done.add(entry);
    });
    entries = entries.filter((entry) => !done.has(entry));
    for (const entry of done) leave(entry);
  };
  const run = async (): Promise<void> => {
    const turns = takeTurns();
    let waits = true;
    while (entries.length > 0) {
      await round(waits ? turns.next(counts) : null);
      waits = !waits;
    }
    running = null;
  };
  return {
    submit: (command, accountId) =>
      new Promise((resolve, reject) => {
        const count = counts.get(accountId) ?? 0;
        if (count >= commandsPerAccountMax) return reject(busy(accountId));
        counts.set(accountId, count + 1);
        const until = environment.monotonic() + deps.waitMaxMs(command);
        entries.push({ item: command, accountId, until, resolve, reject });
        running ??= run();
      }),
    get count() {
      return entries.length;
    },
    async drain() {
      while (running !== null) await running;
    },
  };
}

/** Those of the account that is waited for come first. */
const inOrder = <Waiting extends { accountId: number }>(
  entries: readonly Waiting[],
  waitFor: WaitFor,
): Waiting[] => [
  ...entries.filter(({ accountId }) => accountId === waitFor),
  ...entries.filter(({ accountId }) => accountId !== waitFor),
];

/** Says the account that is waited for next: one after the other. */
function takeTurns(): { next(counts: ReadonlyMap<number, number>): number } {
  let line: number[] = [];
  return {
    next(counts) {
      line = line.filter((accountId) => counts.has(accountId));
      if (line.length === 0) line = [...counts.keys()];
      return line.shift()!;
    },
  };
}

const busy = (accountId: number): AccountBusy =>
  new AccountBusy(`account ${accountId} is held by another transaction`);

/** False: it goes on waiting. */
function answer<Command, Result>(
  { accountId, resolve, reject }: Entry<Command, Result>,
  outcome: Outcome<Result>,
  isLate: boolean,
): boolean {
  if ('error' in outcome) reject(outcome.error);
  else if (!(outcome.result instanceof Held)) resolve(outcome.result);
  else if (isLate) reject(busy(accountId));
  else return false;
  return true;
}
