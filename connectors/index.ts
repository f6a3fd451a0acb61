// The list of connectors, by what they carry. A connector is a folder and its line here;
// configurations name it by its `name`.

import { africasTalkingConnector } from './africas-talking/index.ts';
import { bankFileConnector } from './bank-file/index.ts';
import { cybersourceConnector } from './cybersource/index.ts';
import { dtOneConnector } from './dt-one/index.ts';
import { airtelConnector } from './airtel/index.ts';
import { gsmaConnector } from './gsma/index.ts';
import { infobipConnector } from './infobip/index.ts';
import type { Connector, SmsConnector } from './kit/index.ts';
import { mpesaConnector } from './mpesa/index.ts';
import { mtnMomoConnector } from './mtn-momo/index.ts';
import { orangeWebpayConnector } from './orange-webpay/index.ts';
import { reloadlyConnector } from './reloadly/index.ts';
import { orangeSonatelConnector } from './orange-sonatel/index.ts';
import { orangeSmsConnector } from './orange-sms/index.ts';
import { piSpiConnector } from './pi-spi/index.ts';
import { sandboxConnector } from './sandbox/index.ts';
import { moneygramConnector } from './moneygram/index.ts';
import { whatsappConnector } from './whatsapp/index.ts';
import { waveConnector } from './wave/index.ts';
import { smppConnector } from './smpp/index.ts';
import { stripeConnector } from './stripe/index.ts';
import { twilioConnector } from './twilio/index.ts';

// Connectors of any configuration (`never`): each connector checks one (`checkConfig`) before it
// reads it as its own type.

/** Protocols of payment providers: what a route of the catalogue can name. */
export const paymentConnectors: Connectors<Connector> = byName<Connector<never>>([
  bankFileConnector,
  cybersourceConnector,
  dtOneConnector,
  airtelConnector,
  gsmaConnector,
  mpesaConnector,
  mtnMomoConnector,
  orangeWebpayConnector,
  reloadlyConnector,
  orangeSonatelConnector,
  piSpiConnector,
  sandboxConnector,
  moneygramConnector,
  whatsappConnector,
  waveConnector,
  stripeConnector,
]);

/** Protocols of SMS operators: what a link of the SMS routing can name. */
export const smsConnectors: Connectors<SmsConnector> = byName<SmsConnector<never>>([
  smppConnector,
  africasTalkingConnector,
  infobipConnector,
  orangeSmsConnector,
  twilioConnector,
]);

export interface Connectors<One> {
  readonly [name: string]: One;
}

function byName<One extends { readonly name: string }>(all: readonly One[]): Connectors<One> {
  return Object.fromEntries(all.map((connector) => [connector.name, connector]));
}
