// What PHP and Python need of the contract: which call a service code belongs to by its spelling,
// and what to do about a refusal. `npm run docs` writes it beside the sources of both.

import { codeHelp } from '../contract/src/code-help.ts';
import { serviceKinds, type ServiceKindName } from '../contract/src/kinds/index.ts';

/** The call of the SDKs that starts an operation of a kind, and what its service does. */
export const callOfKind: Record<ServiceKindName, { call: string; does: string }> = {
  payout: { call: 'payOut', does: 'pays out' },
  collect: { call: 'collect', does: 'collects from a wallet' },
  card: { call: 'card', does: 'collects from a bank card' },
  bank_transfer: { call: 'bankTransfer', does: 'pays to a bank account' },
  airtime: { call: 'airtime', does: 'buys airtime' },
  bill_pay: { call: 'bills.pay', does: 'pays a bill' },
  reload: { call: 'reload', does: 'reloads a prepaid account' },
  chat: { call: 'chat', does: 'sends a chat message' },
  remit_send: { call: 'remit.send', does: 'sends a remittance' },
  remit_receive: { call: 'remit.receive', does: 'collects a remittance' },
};

/**
 * The last kind whose pattern fits decides. The patterns are read alike by JavaScript, PCRE and
 * Python.
 */
export const sdkTables = {
  kinds: serviceKinds.map(({ name, codes, direction }) => ({
    ...callOfKind[name],
    pattern: codes.pattern.source,
    direction,
  })),
  advice: codeHelp.en,
};

export const sdkTablesText = `${JSON.stringify(sdkTables, null, 2)}\n`;

export const sdkTableFolders = ['sdks/typescript/src', 'sdks/php/src', 'sdks/python/src/jokko'];
