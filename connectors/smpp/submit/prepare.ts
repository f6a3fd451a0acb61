// Builds the submit_sm of a part. Pure; what no operator would accept is rejected here, before a
// byte is sent.

import type { SmsPart, SmsRefusal } from '@jokko/connectors/kit';
import type { SarNumbers, SubmitSm } from '../codec/encode.ts';
import { destinationAddress, sourceAddress } from './address.ts';
import type { SenderKinds, TonNpi } from './address.ts';
import { contentOf } from './content.ts';
import { validityPeriod, type ValidityForm } from './validity.ts';

export interface SubmitSettings {
  serviceType: string;
  senders: SenderKinds;
  destination: TonNpi;
  validity: ValidityForm;
  /** Whether receipts are asked for. */
  receipts: boolean;
  gsmDataCoding: number;
  /**
   * How the parts of a long text are joined; with `payload` the operator gets the whole text and
   * cuts it itself.
   */
  concatenation: 'udh8' | 'udh16' | 'sar' | 'payload';
}

/** `code` says which of our own rules refused it. */
type Preparation = { submit: SubmitSm } | { refused: SmsRefusal; code: string };

/** What sm_length may say. */
const shortMessageMax = 254;
/**
 * What a message on the radio carries: 140 octets, or 160 when they are septets. A longer text goes
 * out as message_payload.
 */
const onePartMax = { gsm7: 160, ucs2: 140 } as const;
/** A parameter's length has 16 bits, and the PDU must stay below the limit of its reader. */
const payloadMax = 60_000;

/** esm_class: the octets begin with a user data header. */
const withHeader = 0x40;

/** `nowMs` since 1970, by a clock that is right: what an absolute validity counts from. */
export function prepareSubmit(part: SmsPart, settings: SubmitSettings, nowMs: number): Preparation {
  const source = sourceAddress(part.from, settings.senders);
  if (source === null) return { refused: 'bad_sender', code: 'sender_form' };
  const destination = destinationAddress(part.to, settings.destination);
  if (destination === null) return { refused: 'bad_number', code: 'number_form' };
  const content = contentOf(part.text, part.encoding, settings.gsmDataCoding);
  if (content === null) return { refused: 'bad_text', code: 'alphabet' };
  const { octets, dataCoding } = content;
  const joined = joining(part, settings);
  if (joined === null) return { refused: 'bad_text', code: 'part_numbers' };
  const asPayload =
    settings.concatenation === 'payload' &&
    part.concatenation === undefined &&
    octets.length > onePartMax[part.encoding];
  const lengthMax = asPayload ? payloadMax : shortMessageMax - (joined.header?.length ?? 0);
  if (octets.length > lengthMax) return { refused: 'bad_text', code: 'too_long' };
  return {
    submit: {
      serviceType: settings.serviceType,
      source,
      destination,
      esmClass: joined.header === null ? 0 : withHeader,
      validityPeriod: validityPeriod(settings.validity, part.validitySeconds, nowMs),
      wantsReceipt: settings.receipts,
      dataCoding,
      header: joined.header,
      octets,
      sar: joined.sar,
      asPayload,
    },
  };
}

interface Joining {
  header: Uint8Array | null;
  sar: SarNumbers | null;
}

const single: Joining = { header: null, sar: null };

/** Header or parameters that join the parts; null when the numbers cannot be written. */
function joining({ concatenation: parts }: SmsPart, settings: SubmitSettings): Joining | null {
  if (parts === undefined) return single;
  const { reference, total, number } = parts;
  if (
    !isOctet(total) ||
    !isOctet(number) ||
    number > total ||
    !Number.isInteger(reference) ||
    reference < 0
  )
    return null;
  const wide = reference & 0xffff;
  switch (settings.concatenation) {
    case 'sar':
      return { header: null, sar: { reference: wide, total, number } };
    case 'udh16':
      return { header: Uint8Array.of(6, 8, 4, wide >> 8, wide & 0xff, total, number), sar: null };
    // A text cut by the core although this route wants it whole still goes out readable.
    case 'payload':
    case 'udh8':
      return { header: Uint8Array.of(5, 0, 3, reference & 0xff, total, number), sar: null };
  }
}

function isOctet(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= 255;
}
