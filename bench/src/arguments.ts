// Parses the command line: `bench [scenario…] [--seconds N] [--rounds N] [--json] [--list]`.

import { parseArgs } from 'node:util';

export interface BenchArguments {
  scenarios: string[];
  /** Length of the measured part; null: each scenario's own. */
  seconds: number | null;
  rounds: number;
  json: boolean;
  /** Directory for a CPU profile of the gateway; null: none. */
  profile: string | null;
}

export function parseBenchArguments(argv: string[]): BenchArguments {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      json: { type: 'boolean', default: false },
      profile: { type: 'string' },
    },
  });
  return {
    scenarios: positionals,
    seconds: values.seconds === undefined ? null : positive('--seconds', values.seconds),
    rounds: values.rounds === undefined ? 1 : positive('--rounds', values.rounds),
    json: values.json,
    profile: values.profile ?? null,
  };
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new Error(`${name}: a whole number from 1 is needed, not ${text}`);
  return value;
}
