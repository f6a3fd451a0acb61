// Keeps the memory of the process out of files: card numbers and secrets are in it. Node cannot set
// a limit of core files (deploy/ does); Linux lets a process say itself that nothing of it is
// dumped.

import { writeFileSync } from 'node:fs';

/** Flags by which Node writes memory to a file, or opens it to a debugger. */
const dumpingFlag =
  /^--(inspect\b|inspect-\w+|heapsnapshot-|heap-prof|report-(on-|uncaught)|abort-on-uncaught-exception|diagnostic-report)/;

/**
 * What is mapped, and nothing of it: a core file then holds the state of registers alone, also
 * where the system collects core files by a program.
 */
export function keepMemoryHere(): void {
  const { report } = process;
  report.reportOnFatalError = report.reportOnSignal = report.reportOnUncaughtException = false;
  report.excludeEnv = true;
  if (process.platform !== 'linux') return;
  try {
    writeFileSync('/proc/self/coredump_filter', '0');
  } catch {
    // A kernel without core files has no such file either.
  }
}

/**
 * The flags that this process was started with, by command or environment, that would write its
 * memory down or open it.
 */
export function dumpingFlags(given: readonly string[], nodeOptions: string): string[] {
  return [...given, ...nodeOptions.split(/\s+/)].filter((flag) => dumpingFlag.test(flag));
}
