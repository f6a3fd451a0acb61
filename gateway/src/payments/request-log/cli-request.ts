// The command of rejected requests, for support of the developers who sent them.

import { listRejectedRequests } from './index.ts';
import { defineCommand } from '../../cli/command.ts';
import { accountArgument, limitOption, option } from '../../cli/parameters.ts';
import { table } from '../../cli/table.ts';
import { readText, wholeNumber } from '../../cli/values.ts';

const codeMax = 9_999;

const list = defineCommand({
  name: 'list',
  summary: 'List requests of an account rejected in the last 7 days, newest first.',
  details: 'Secrets are not shown.',
  arguments: { accountId: accountArgument },
  options: {
    code: option('CODE', 'Only this error code, such as 4022.', wholeNumber(codeMax)),
    request: option(
      'ID',
      'Only the request with this ID, or with this externalTransactionId.',
      readText,
    ),
    limit: limitOption,
  },
  async run({ database }, { accountId, code = null, request = null, limit }) {
    const filter = {
      accountId,
      endpoint: null,
      keyName: null,
      from: null,
      until: null,
      services: null,
      code,
      given: request,
    };
    const calls = (await listRejectedRequests(database, filter, null, limit)).map(
      ({ id, at, ...call }) => ({ id: String(id), at: at.toISOString(), ...call }),
    );
    return { calls };
  },
  present: ({ calls }) =>
    table(
      calls,
      {
        time: ({ at }) => at,
        code: ({ code }) => code,
        endpoint: ({ endpoint }) => endpoint,
        key: ({ keyName }) => keyName,
        request: ({ requestId }) => requestId,
        message: ({ message }) => message,
      },
      'No rejected requests in the last 7 days.',
    ),
});

export const commands = [list];
