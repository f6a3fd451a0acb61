// Runs a healed world until nothing is left to do, and skips the time in which nothing is.

import { heartbeat, heartbeatMs, sweep } from './lives.ts';
import type { World } from './world.ts';

const selectDue = `
  select extract(epoch from least(
    (select min(next_step_at) from operation where next_step_at is not null),
    (select min(next_attempt_at) from callback where next_attempt_at is not null),
    (select min(next_try_at) from provider_inbox where state = 'waiting'
      and exists (select from attempt_request
        where prepared -> 'refs' ->> 'ours' = our_reference)))) * 1000 as at`;

const nearMs = 1_000;
const waitMaxMs = 30_000;

/** Jumps from one moment at which something is due to the next, until `deadline` at most. */
export async function untilQuiet(world: World, deadline: number): Promise<void> {
  const { timeline } = world;
  let beatAt = timeline.now;
  let turn = 0;
  const beat = (): void => {
    beatAt = timeline.now;
    for (const life of world.nodes) heartbeat(world, life);
  };
  let isLastRound = false;
  let last = { due: 0, waitMs: nearMs, sweptAt: timeline.now };
  while (timeline.now < deadline) {
    if (timeline.now - beatAt >= heartbeatMs) beat();
    const next = timeline.next();
    if (next !== null && next <= timeline.now + nearMs) {
      await timeline.step();
      continue;
    }
    const [row] = await world.bench.server.read<{ at: string | null }>(selectDue);
    let due = row!.at === null ? Infinity : Number(row!.at);
    // What waited for the last of it to be made again is tried once more.
    if (due === Infinity && world.known.waiting.size > 0 && !isLastRound) {
      isLastRound = true;
      due = timeline.now;
    }
    // What nobody could take, since somebody else holds it, is looked at ever more rarely.
    if (due !== last.due) last = { ...last, due, waitMs: nearMs };
    const to = Math.max(due, last.sweptAt + last.waitMs);
    if (next !== null && next <= to) {
      // Until shortly before; the leases do not end meanwhile.
      timeline.jumpTo(next - nearMs);
      continue;
    }
    if (due === Infinity) return;
    timeline.jumpTo(Math.min(to, deadline));
    last = { due, waitMs: Math.min(waitMaxMs, last.waitMs * 2), sweptAt: timeline.now };
    if (timeline.now - beatAt >= heartbeatMs) beat();
    await settle(world);
    // One node in turn: the others would find the same.
    const living = world.nodes.filter(({ alive, parts }) => alive && parts !== null);
    if (living.length > 0) sweep(world, living[turn++ % living.length]!);
    timeline.after(1, '', () => {});
  }
}

/** Lets pass what the next second brings. */
async function settle({ timeline }: World): Promise<void> {
  const until = timeline.now + 1_000;
  timeline.after(1, '', () => {});
  for (let next = timeline.next(); next !== null && next <= until; next = timeline.next())
    await timeline.step();
}
