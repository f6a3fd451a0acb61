// A process of the simulation: runs seeds, one after the other, and prints a line of JSON for each.
//
//   node acceptance/simulation/process.ts 1-300        seeds 1 to 300
//   node acceptance/simulation/process.ts 5,17         seeds 5 and 17
//   node acceptance/simulation/process.ts 17 --trace   one seed, with all that happened
//   node acceptance/simulation/process.ts 1-20 --planted='no time-outs'
//                                                      with a fault put back, until it is found
//   node acceptance/simulation/process.ts 17 --calm    nothing goes wrong

import { readConfig } from '../../gateway/src/node/config/config.ts';
import { planted, type Planted, type PlantedName } from './planted.ts';
import { runSeed } from './run-seed.ts';
import type { Bench } from './world.ts';
import { startServer } from './server.ts';
import { openShop } from './shop.ts';
import { leaseMs } from './node.ts';

const startAt = Date.UTC(2027, 0, 4, 8);

const [range = '1', ...options] = process.argv.slice(2);
const seeds = range.split(',').flatMap((part) => {
  const [from, to = from] = part.split('-').map(Number) as [number, number?];
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
});

async function openBench(): Promise<Bench> {
  const read = readConfig({ JOKKO_LEASE_MS: String(leaseMs), DATA_DIR: '/nonexistent' });
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  const server = await startServer(startAt);
  const shop = await openShop(server.database);
  await server.save('pristine');
  return { server, shop, config: read.config, startAt };
}

const valueOf = (name: string): string | undefined =>
  options.find((option) => option.startsWith(`--${name}=`))?.slice(name.length + 3);
const plantedOption = valueOf('planted');
/** No seed begins later, but for the least number of them. */
const deadline = performance.now() + Number(valueOf('seconds') ?? Infinity) * 1_000;
const least = Number(valueOf('least') ?? 0);
const bug: Planted | null =
  plantedOption === undefined ? null : (planted[plantedOption as PlantedName] ?? null);
const bench = await openBench();
for (const [done, seed] of seeds.entries()) {
  if (done >= least && performance.now() > deadline) break;
  const { lines, counters, ...result } = await runSeed(bench, seed, {
    calm: options.includes('--calm'),
    planted: bug,
  });
  if (options.includes('--trace')) for (const line of lines) console.log(line);
  console.log(JSON.stringify({ ...result, counters: Object.fromEntries(counters) }));
  if (bug !== null && result.violations.some((text) => bug.shows.test(text))) break;
}
await bench.server.close();
process.exit();
