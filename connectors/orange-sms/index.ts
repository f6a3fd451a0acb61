// Entry point of the connector to Orange's SMS API for Africa and the Middle East: one text to one
// number a request. It can be asked for no message, so that a lost answer stays unknown unless a
// notice tells.

import { listFromWire, wordMember } from '@jokko/connectors/kit';
import type { SmsBalance, SmsPart } from '@jokko/connectors/kit';
import { balanceOf, httpCarrier, messageUnits, senderKind } from '@jokko/connectors/kit/carrier';
import { errorCodes } from './code-table.ts';
import { configuration, settingsOf } from './config.ts';
import { goLive } from './go-live.ts';
import { codeOf, readAnswer, reasonOf } from './read-answer.ts';
import { receive } from './receive.ts';

export const orangeSmsConnector = httpCarrier({
  name: 'orange-sms',
  configuration,
  settingsOf,
  /** The contracts of the country: what is left of each bundle. */
  account: ({ get, settings: { country } }) => get('/sms/admin/v1/contracts', { country }),
  balanceOf: unitsLeft,
  codeOf,
  codes: errorCodes,
  wordsOf: reasonOf,
  sending: ({ settings, postJson }) => ({
    send: ([part]) => postJson(pathOf(settings), messageOf(part, settings)),
    read: readAnswer,
  }),
  receive,
  goLive,
});

type Settings = ReturnType<typeof settingsOf>;

function pathOf({ senderAddress, bundle }: Settings): string {
  const query = bundle === null ? '' : `?resource_type_parameter_management=${bundle}`;
  return `/smsmessaging/v1/outbound/tel%3A%2B${senderAddress}/requests${query}`;
}

/** Orange takes no reference of ours. */
const messageOf = ({ from, to, text }: SmsPart, { senderAddress }: Settings): object => ({
  outboundSMSMessageRequest: {
    address: `tel:+${to}`,
    senderAddress: `tel:+${senderAddress}`,
    // What is undefined is not written.
    senderName: senderKind(from) === 'name' ? from : undefined,
    outboundSMSTextMessage: { message: text },
  },
});

/** The units of all contracts of the country that have not expired. */
function unitsLeft(body: Buffer): SmsBalance | null {
  const contracts = listFromWire(body) ?? [];
  if (contracts.length === 0) return null;
  const units = contracts
    .filter((contract) => wordMember(contract, 'status') !== 'EXPIRED')
    .map(({ availableUnits }) => balanceOf(messageUnits, availableUnits));
  return units.reduce<SmsBalance | null>(
    (sum, each) => sum && each && { ...sum, available: sum.available + each.available },
    { currency: messageUnits, available: 0n },
  );
}
