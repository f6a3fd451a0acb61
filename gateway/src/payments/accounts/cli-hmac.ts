// The commands of HMAC secrets, which sign an account's requests and callbacks. A secret is shown
// when it is created, and again in the sandbox alone.

import { finishHmacRotation, readHmacStatus, revealHmacSecret, rotateHmacSecret } from './index.ts';
import type { HmacStatus } from './index.ts';
import { defineCommand } from '../../cli/command.ts';
import { Refusal } from '../../cli/errors.ts';
import { accountArgument, cellOfAccount, flag, overlapOption } from '../../cli/parameters.ts';
import { table } from '../../cli/table.ts';

function refusalOf(refusal: 'unknown account' | 'hmac is off', accountId: number): Refusal {
  return new Refusal(
    refusal === 'unknown account'
      ? `there is no account ${accountId}`
      : `HMAC is off for account ${accountId}: run \`jokko account set ${accountId} --hmac on\``,
  );
}

const rotate = defineCommand({
  name: 'rotate',
  summary: 'Create a new HMAC secret.',
  details:
    'Requests may be signed with either secret until the overlap ends. Callbacks change over with the first request that is signed with the new one.',
  arguments: { accountId: accountArgument },
  options: { overlap: overlapOption },
  cellOf: cellOfAccount,
  async run({ database, secrets }, { accountId, overlap }) {
    const rotated = await rotateHmacSecret(database, secrets, accountId, overlap);
    if (!rotated.ok) throw refusalOf(rotated.refusal, accountId);
    const { hmacSecret } = rotated;
    return { hmacSecret };
  },
  present: ({ hmacSecret }) => hmacSecret,
});

const finish = defineCommand({
  name: 'finish',
  summary: 'End a rotation now, so that only the newest secret is valid.',
  arguments: { accountId: accountArgument },
  cellOf: cellOfAccount,
  async run({ database }, { accountId }) {
    const finished = await finishHmacRotation(database, accountId);
    if (!finished.ok) throw refusalOf(finished.refusal, accountId);
    return { accountId, ended: finished.ended };
  },
  present: ({ ended }) =>
    ended === 0 ? 'No rotation was in progress.' : 'The old secret is no longer valid.',
});

const show = defineCommand({
  name: 'show',
  summary: 'Show whether HMAC is on and which secrets are valid.',
  details: 'A secret itself is shown when it is created, and again in the sandbox alone.',
  arguments: { accountId: accountArgument },
  options: { secret: flag('Print the newest secret instead. Sandbox only.') },
  cellOf: cellOfAccount,
  async run({ mode, database, secrets, who }, { accountId, secret }) {
    if (secret && mode !== 'sandbox')
      throw new Refusal('such a secret is shown once, when it is created: use `jokko hmac rotate`');
    const status = await readHmacStatus(database, accountId);
    if (status === null) throw refusalOf('unknown account', accountId);
    if (!secret) return { accountId, ...status, hmacSecret: null };
    const hmacSecret = await revealHmacSecret({ database, secrets }, who, accountId);
    if (hmacSecret === null) throw refusalOf('hmac is off', accountId);
    return { accountId, ...status, hmacSecret };
  },
  present: (shown) => shown.hmacSecret ?? describe(shown),
});

function describe({ hmac, secrets }: HmacStatus): string {
  if (!hmac) return 'HMAC is off.';
  const count = secrets.length === 1 ? '1 valid secret' : `${secrets.length} valid secrets`;
  const rows = table(
    secrets,
    {
      secret: ({ id }) => id,
      created: ({ createdAt }) => createdAt,
      'first used': ({ firstUsedAt }) => firstUsedAt ?? 'never',
      expires: ({ endsAt }) => endsAt,
      'signs callbacks': ({ signsCallbacks }) => signsCallbacks,
    },
    '',
  );
  return `HMAC is on, ${count}.\n\n${rows}`;
}

export const commands = [rotate, finish, show];
