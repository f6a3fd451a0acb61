// The connector of the carrier. Load it with JOKKO_CONNECTORS.

import { codeMember, objectFromWire } from '@jokko/connectors/kit';
import { balanceOf, httpCarrier, messageUnits } from '@jokko/connectors/kit/carrier';
import { errorCodes } from './code-table.ts';
import { configuration, settingsOf } from './config.ts';
import { receive } from './receive.ts';
import { sending } from './sending.ts';

/** Window, rate, pauses, back-off and the look-up of lost answers are the kit's. */
export const connector = httpCarrier({
  name: 'rest-carrier',
  configuration,
  settingsOf,
  /** The harmless call that shows our key. */
  account: ({ get }) => get('/account'),
  /**
   * What it says: how many messages we may still send. Leave it out where the carrier tells none.
   */
  balanceOf: (body) => balanceOf(messageUnits, objectFromWire(body)?.['credit']),
  /** The carrier's own code, in an answer that takes nothing. */
  codeOf: ({ body }) => codeMember(objectFromWire(body) ?? {}, 'code'),
  codes: errorCodes,
  sending,
  receive,
});
