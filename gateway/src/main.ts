// The program `jokko`: finds the command that the words name and runs it. Exit codes: 0 done, 1 refused or failed, 2 misunderstood.

import { Refusal, UsageError } from './cli/command.ts';
import type { Command, Output, Streams } from './cli/command.ts';
import { InstallationError } from './installation.ts';

// Loaded when asked for: a command starts without the others' code.
const commands: { readonly [words: string]: () => Promise<{ command: Command }> } = {
  serve: () => import('./cli/serve.ts'),
  migrate: () => import('./cli/migrate.ts'),
  'account create': () => import('./cli/account-create.ts'),
  'account set': () => import('./cli/account-set.ts'),
  'account fund': () => import('./cli/account-fund.ts'),
  'account invite': () => import('./cli/account-invite.ts'),
  'account show-key': () => import('./cli/account-show-key.ts'),
  'key create': () => import('./cli/key-create.ts'),
  'key list': () => import('./cli/key-list.ts'),
  'key revoke': () => import('./cli/key-revoke.ts'),
  'key rotate': () => import('./cli/key-rotate.ts'),
  'hmac rotate': () => import('./cli/hmac-rotate.ts'),
  'hmac finish': () => import('./cli/hmac-finish.ts'),
  'hmac show': () => import('./cli/hmac-show.ts'),
  'webhook-secret rotate': () => import('./cli/webhook-secret-rotate.ts'),
  'secrets status': () => import('./cli/secrets-status.ts'),
  'secrets rewrap': () => import('./cli/secrets-rewrap.ts'),
  'callback list': () => import('./cli/callback-list.ts'),
  'callback show': () => import('./cli/callback-show.ts'),
  'callback replay': () => import('./cli/callback-replay.ts'),
  'callback replays': () => import('./cli/callback-replays.ts'),
  'callback lanes': () => import('./cli/callback-lanes.ts'),
  'callback give-up': () => import('./cli/callback-give-up.ts'),
  'callback second': () => import('./cli/callback-second.ts'),
  'case list': () => import('./cli/case-list.ts'),
  'catalogue import': () => import('./cli/catalogue-import.ts'),
  'catalogue export': () => import('./cli/catalogue-export.ts'),
  'route switch': () => import('./cli/route-switch.ts'),
  'connector try': () => import('./cli/connector-try.ts'),
  'sms routing import': () => import('./cli/sms-routing-import.ts'),
  'sms routing export': () => import('./cli/sms-routing-export.ts'),
  'sms route': () => import('./cli/sms-route.ts'),
  'sms link list': () => import('./cli/sms-link-list.ts'),
  'sms ported import': () => import('./cli/sms-ported-import.ts'),
  'sms ported list': () => import('./cli/sms-ported-list.ts'),
  'sms ported remove': () => import('./cli/sms-ported-remove.ts'),
  'blacklist list': () => import('./cli/blacklist-list.ts'),
  'blacklist release': () => import('./cli/blacklist-release.ts'),
  'payout list': () => import('./cli/payout-list.ts'),
  'pin add': () => import('./cli/pin-add.ts'),
  'pin list': () => import('./cli/pin-list.ts'),
  'pin remove': () => import('./cli/pin-remove.ts'),
  'pin probe': () => import('./cli/pin-probe.ts'),
  'operator invite': () => import('./cli/operator-invite.ts'),
  'operator list': () => import('./cli/operator-list.ts'),
  'operator disable': () => import('./cli/operator-disable.ts'),
  'operator vouch': () => import('./cli/operator-vouch.ts'),
  'operator reset': () => import('./cli/operator-reset.ts'),
  'settlement list': () => import('./cli/settlement-list.ts'),
  'settlement pay': () => import('./cli/settlement-pay.ts'),
  'settlement refuse': () => import('./cli/settlement-refuse.ts'),
  'settlement terms': () => import('./cli/settlement-terms.ts'),
  'audit list': () => import('./cli/audit-list.ts'),
  'audit verify': () => import('./cli/audit-verify.ts'),
  'request list': () => import('./cli/request-list.ts'),
  'sms-app create': () => import('./cli/sms-app-create.ts'),
  'sms-app list': () => import('./cli/sms-app-list.ts'),
  'sms-app set': () => import('./cli/sms-app-set.ts'),
  'sms-app show-key': () => import('./cli/sms-app-show-key.ts'),
  'sms-app opt-out list': () => import('./cli/sms-app-opt-out-list.ts'),
  'sms-app opt-out add': () => import('./cli/sms-app-opt-out-add.ts'),
  'sms-app opt-out remove': () => import('./cli/sms-app-opt-out-remove.ts'),
  'sms-app opt-out import': () => import('./cli/sms-app-opt-out-import.ts'),
  'sms-app rotate': () => import('./cli/sms-app-rotate.ts'),
  'sms-app revoke': () => import('./cli/sms-app-revoke.ts'),
  'clock advance': () => import('./cli/clock-advance.ts'),
  'reconciliation import': () => import('./cli/reconciliation-import.ts'),
  'reconciliation list': () => import('./cli/reconciliation-list.ts'),
  doctor: () => import('./cli/doctor.ts'),
  'refund-limit': () => import('./cli/refund-limit.ts'),
  health: () => import('./cli/health.ts'),
  bench: () => import('./cli/bench.ts'),
};

/** How the program speaks: results and complaints, for people or as JSON. */
interface Voice {
  json: boolean;
  streams: Streams;
}

function outputOf({ json, streams }: Voice): Output {
  return {
    json,
    result(value, forPeople) {
      streams.out(`${json ? JSON.stringify(value) : forPeople()}\n`);
    },
    text: (text) => streams.out(text),
    aside: (line) => streams.err(`${line}\n`),
  };
}

function complain({ json, streams }: Voice, error: Error, usage: string[]): void {
  const lines = json ? [JSON.stringify({ error: error.message })] : [`jokko: ${error.message}`, ...usage];
  streams.err(`${lines.join('\n')}\n`);
}

/** Throws what is no error of the database: a fault of ours, which its stack explains. */
async function complainOfDatabase(voice: Voice, error: unknown): Promise<void> {
  // The driver is there already when it has failed; other commands do without it.
  const { isDatabaseError } = await import('./db/database-away.ts');
  if (!isDatabaseError(error)) throw error;
  complain(voice, new Error(`the database did not do it: ${error.message}`), []);
}

async function usageOf(names: string[]): Promise<string[]> {
  const usages = await Promise.all(names.map(async (name) => (await commands[name]!()).command.usage));
  return [
    '',
    'Usage:',
    ...usages.map((usage) => `  jokko ${usage}`),
    '',
    'Every command takes --json. Settings come from the environment: see README.md.',
  ];
}

async function run(args: string[], streams: Streams): Promise<number> {
  const voice = { json: args.includes('--json'), streams };
  const words = args.filter((word) => word !== '--json');
  const name = [3, 2, 1].map((count) => words.slice(0, count).join(' ')).find((candidate) => Object.hasOwn(commands, candidate));
  if (name === undefined) {
    const asked = words.length === 0 || words[0] === 'help' || words.includes('--help');
    const usage = await usageOf(Object.keys(commands));
    if (asked) streams.out(`${usage.slice(1).join('\n')}\n`);
    else complain(voice, new UsageError(`there is no command ${words.slice(0, 2).join(' ')}`), usage);
    return asked ? 0 : 2;
  }
  if (words.includes('--help')) {
    streams.out(`${(await usageOf([name])).slice(1).join('\n')}\n`);
    return 0;
  }
  try {
    const { command } = await commands[name]!();
    return await command.run(words.slice(name.split(' ').length), outputOf(voice));
  } catch (error) {
    if (error instanceof UsageError) complain(voice, error, await usageOf([name]));
    else if (error instanceof Refusal || error instanceof InstallationError) complain(voice, error, []);
    else await complainOfDatabase(voice, error);
    return error instanceof UsageError ? 2 : 1;
  }
}

const ownStreams: Streams = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
};

/** Does what the words after `jokko` say and answers the exit code; a fault of ours is told with its stack. Never throws. */
export async function runProgram(args: string[], streams = ownStreams): Promise<number> {
  try {
    return await run(args, streams);
  } catch (error) {
    streams.err(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return 1;
  }
}

// bin/jokko.mjs starts the program in half the time, with what was compiled before.
if (import.meta.main) process.exitCode = await runProgram(process.argv.slice(2));
