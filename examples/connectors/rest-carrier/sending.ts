// How messages go out: one text to one number a request, and what its answer proves.

import { isPartId, objectFromWire, textMember } from '@jokko/connectors/kit';
import { accepted, garbled } from '@jokko/connectors/kit/carrier';
import type { CarrierContext, Sending } from '@jokko/connectors/kit/carrier';

export const sending = ({ postJson, noticeUrl }: CarrierContext<unknown>): Sending => ({
  send: ([{ from, to, text, validitySeconds, ourRef }]) =>
    postJson('/messages', { from, to, text, validitySeconds, reference: ourRef, noticeUrl }),
  /**
   * Null: not taken, for the reason that its code or its status says. What an unclear answer leaves
   * unknown is not sent again.
   */
  read({ status, body }) {
    if (status !== 201) return null;
    const id = textMember(objectFromWire(body) ?? {}, 'id');
    return [id !== undefined && isPartId(id) ? accepted(id) : garbled];
  },
});
