// Parses an inbound message sent to one of our numbers.

import { defined } from '@jokko/contract';
import type { SmsInbound } from '@jokko/connectors/kit';
import type { Delivery } from '../codec/decode.ts';
import { tags, tlvNumber } from '../codec/tlv.ts';
import type { Tlvs } from '../codec/tlv.ts';
import { textOf } from './text.ts';
import { partOf, unwrap, withHeader } from './user-data-header.ts';

/**
 * Null when it carries no text. SMPP gives a delivery no identity, so repetitions cannot be told
 * from equal messages.
 */
export function parseInbound({
  source,
  destination,
  esmClass,
  dataCoding,
  octets,
  tlvs,
}: Delivery): SmsInbound | null {
  const { octets: bare, concatenation } =
    (esmClass & withHeader) === 0
      ? { octets, concatenation: numbersInParameters(tlvs) }
      : unwrap(octets);
  const text = textOf(bare, dataCoding, { isPart: concatenation !== null });
  if (text === null) return null;
  return {
    from: source.replace(/^\+(?=\d)/, ''),
    to: destination.replace(/^\+(?=\d)/, ''),
    text,
    ...defined({ concatenation }),
    dedupeKey: null,
  };
}

function numbersInParameters(tlvs: Tlvs): NonNullable<SmsInbound['concatenation']> | null {
  const reference = tlvNumber(tlvs, tags.sarReference);
  const total = tlvNumber(tlvs, tags.sarTotal);
  const number = tlvNumber(tlvs, tags.sarNumber);
  return reference === null || total === null || number === null
    ? null
    : partOf(reference, total, number);
}
