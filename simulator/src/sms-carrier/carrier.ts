// Interface of a simulated carrier that takes messages by HTTP, and its parts that are the same for
// all of them.

import { createOptOuts } from './opt-outs.ts';
import { createReferences } from './references.ts';
import { createWebhook } from './webhook.ts';
import type { Clock } from '../core/clock.ts';
import type { Notices } from '../core/notices.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Line } from '../sms/journal.ts';
import type { CarrierName } from '../sms/message.ts';
import type { Smsc } from '../sms/smsc-type.ts';
import type { CarrierDeps } from './deps.ts';
import type { PushForm } from './webhook.ts';

export interface CarrierWorld {
  smsc: Smsc;
  notices: Notices;
  clock: Clock;
}

export interface Carrier extends CarrierDeps {
  /** Calls below this path are its own; without a slash at the end. */
  readonly base: string;
  /** The exchange begins below the base. */
  handle(exchange: Exchange): Promise<void> | void;
  /** Takes over a line read at the start. */
  load(line: Line): void;
}

export function createCarrierDeps(
  { smsc, notices }: CarrierWorld,
  protocol: CarrierName,
  form: PushForm,
  { keepsOptOuts }: { keepsOptOuts: boolean },
): CarrierDeps & Pick<Carrier, 'load'> {
  const references = createReferences(protocol);
  const optOuts = keepsOptOuts ? createOptOuts(protocol) : null;
  const webhook = createWebhook({ smsc, notices, references, protocol, form });
  return {
    protocol,
    smsc,
    references,
    webhook,
    optOuts,
    load(line) {
      references.load(line);
      optOuts?.load(line);
      if (line.event === 'webhook' && line.account === protocol)
        webhook.loadAddress(line.webhook ?? '');
    },
  };
}
