// The list of simulated carriers. A carrier is a folder and its line here, in `unheard-of.ts` and
// in `sms/message.ts`.

import { openAfricasTalking } from '../africas-talking/index.ts';
import { openInfobip } from '../infobip/index.ts';
import { openOrangeSms } from '../orange-sms/index.ts';
import { openTwilio } from '../twilio/index.ts';
import type { CarrierName } from '../sms/message.ts';
import type { Carrier, CarrierWorld } from './carrier.ts';

const all: { readonly [name in CarrierName]: (world: CarrierWorld) => Carrier } = {
  twilio: openTwilio,
  infobip: openInfobip,
  'africas-talking': openAfricasTalking,
  'orange-sms': openOrangeSms,
};

export const openCarriers = (world: CarrierWorld): Carrier[] =>
  Object.values(all).map((open) => open(world));
