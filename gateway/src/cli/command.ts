// What is a command of the CLI? A usage text and a function from arguments to an exit code; problems are told in one way.

import { readConfig } from '../config.ts';
import type { Config } from '../config.ts';
import { openInstallation } from '../installation.ts';
import type { Installation } from '../installation.ts';
import { openLog } from '../log.ts';

export interface Command {
  /** After `jokko `: the words and options. */
  usage: string;
  run(args: string[], output: Output): Promise<number>;
}

/** Where results go: one JSON value with --json, else lines for people. */
export interface Output {
  json: boolean;
  /** `forPeople` is asked only without --json. */
  result(value: object, forPeople: () => string): void;
  /** As it is, with and without --json: a file that was asked for. */
  text(text: string): void;
  /** A line beside the result, on standard error. */
  aside(line: string): void;
}

/** The two ends of a command: a process's own, or those of whoever runs commands without a process for each. */
export interface Streams {
  out(text: string): void;
  err(text: string): void;
}

/** The caller wrote something that cannot be meant: exit code 2. */
export class UsageError extends Error {}
/** The command was understood and refused: exit code 1. */
export class Refusal extends Error {}

/** The configuration, or a refusal that lists every fault by name. */
export function requireConfig(): Config {
  const read = readConfig();
  if (read.ok) return read.config;
  throw new UsageError(['The configuration has faults:', ...read.faults.map((fault) => `  ${fault.name} ${fault.message}`)].join('\n'));
}

/** Runs `work` on the installation; a database that did not run is started for it and stopped afterwards. */
export async function withInstallation(work: (installation: Installation) => Promise<number>): Promise<number> {
  const config = requireConfig();
  // A command's own words are enough, unless more is asked for.
  const log = openLog(config.logLevel === 'info' ? 'warn' : config.logLevel, config.nodeId);
  const installation = await openInstallation(config, log, 'command');
  try {
    return await work(installation);
  } finally {
    await installation.close();
  }
}
