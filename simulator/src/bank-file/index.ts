// Entry point of the simulated bank, which takes payment files from a folder and answers by files.

import { join } from 'node:path';
import { sendJson } from '../http/exchange.ts';
import type { Protocol, ProtocolDeps } from '../protocol.ts';
import { idOf } from './answers.ts';
import { openBank, protocolName } from './bank.ts';
import { openFolder } from './folder.ts';

export function openBankFile(deps: ProtocolDeps): Protocol {
  const { bankDir, dataDir } = deps.settings;
  const folder = openFolder(bankDir ?? join(dataDir, 'bank'));
  const tell = openBank(deps, folder, join(dataDir, 'bank.json'));
  return {
    name: protocolName,
    bases: [],
    handle: (exchange) => sendJson(exchange, 404, { error: 'a bank takes files' }),
    unavailable: (exchange) => sendJson(exchange, 503, { error: 'a bank takes files' }),
    notice({ operation, forged }) {
      if (!forged) tell(operation);
      return null;
    },
    idOf,
  };
}
