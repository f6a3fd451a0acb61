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
import { openOrangeWebpay } from './orange-webpay/index.ts';
import { openReloadly } from './reloadly/index.ts';
import { openOrangeSonatel } from './orange-sonatel/index.ts';
import { openPiSpi } from './pi-spi/index.ts';
import { openSandbox } from './sandbox/index.ts';
import { openWhatsapp } from './whatsapp/index.ts';
import { openWave } from './wave/index.ts';
import { openStripe } from './stripe/index.ts';

const all: readonly ((deps: ProtocolDeps) => Protocol)[] = [
  openCybersource,
  openDtOne,
  openAirtel,
  openBankFile,
  openGsma,
  openMpesa,
  openMoneygram,
  openMtnMomo,
  openOrangeWebpay,
  openReloadly,
  openSandbox,
  openWhatsapp,
  openWave,
  openStripe,
  openOrangeSonatel,
  openPiSpi,
];

export const openProtocols = (deps: ProtocolDeps): Protocol[] => all.map((open) => open(deps));
