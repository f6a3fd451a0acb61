// The list of simulated protocols. A protocol is a folder and its line here.

import { openCybersource } from './cybersource/index.ts';
import { openDtOne } from './dt-one/index.ts';
import { openAirtel } from './airtel/index.ts';
import { openBankFile } from './bank-file/index.ts';
import { openGsma } from './gsma/index.ts';
import { openMpesa } from './mpesa/index.ts';
import { openMoneygram } from './moneygram/index.ts';
import { openMtnMomo } from './mtn-momo/index.ts';
import type { Protocol, ProtocolDeps } from './protocol.ts';
import type { ProtocolName } from './unheard-of.ts';
import { openOrangeWebpay } from './orange-webpay/index.ts';
import { openReloadly } from './reloadly/index.ts';
import { openOrangeSonatel } from './orange-sonatel/index.ts';
import { openPiSpi } from './pi-spi/index.ts';
import { openSandbox } from './sandbox/index.ts';
import { openWhatsapp } from './whatsapp/index.ts';
import { openWave } from './wave/index.ts';
import { openStripe } from './stripe/index.ts';

/** A protocol has its line in `unheard-of.ts` too. */
const all: { readonly [name in ProtocolName]: (deps: ProtocolDeps) => Protocol } = {
  cybersource: openCybersource,
  'dt-one': openDtOne,
  airtel: openAirtel,
  'bank-file': openBankFile,
  gsma: openGsma,
  mpesa: openMpesa,
  moneygram: openMoneygram,
  'mtn-momo': openMtnMomo,
  'orange-webpay': openOrangeWebpay,
  reloadly: openReloadly,
  sandbox: openSandbox,
  whatsapp: openWhatsapp,
  wave: openWave,
  stripe: openStripe,
  'orange-sonatel': openOrangeSonatel,
  'pi-spi': openPiSpi,
};

export const openProtocols = (deps: ProtocolDeps): Protocol[] =>
  Object.values(all).map((open) => open(deps));
