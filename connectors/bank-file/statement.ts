// The bank's record of a day, from the statements that it has put.

import type { Context, StatementLine } from '@jokko/connectors/kit';
import { worksOn } from './calendar.ts';
import { calendarOf } from './config.ts';
import type { BankFileConfig } from './config.ts';
import { readFile } from './read-file.ts';

/** Throws while no statement covers the day: half a day is none. A day on which the bank does not work needs none. */
export async function* statement(
  context: Context<BankFileConfig>,
  day: string,
): AsyncGenerator<StatementLine> {
  const { config } = context;
  const readings = ((await context.receivedFiles?.(day)) ?? []).flatMap((file) => {
    const reading = readFile(config, file);
    return reading.kind === 'read' && reading.until !== null ? [reading] : [];
  });
  const isCovered = readings.some(({ until }) => until! >= day);
  if (!isCovered && worksOn(calendarOf(config), day))
    throw new Error(`the bank has put no statement of ${day} yet`);
  const told = new Set<string>();
  for (const line of readings.flatMap(({ lines }) => lines)) {
    const key = `${line.direction} ${line.theirs}`;
    // Statements overlap where a bank puts one in the day and another at its end.
    if (told.has(key) || new Date(line.atMs).toISOString().slice(0, 10) !== day) continue;
    told.add(key);
    yield line;
  }
}
