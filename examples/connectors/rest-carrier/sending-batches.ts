// How messages go out: up to a hundred a request, and what its answer proves of each.

import { codeMember, isPartId, textMember } from '@jokko/connectors/kit';
import type { JsonObject, SmsPart } from '@jokko/connectors/kit';
import { accepted, entriesIn, garbled } from '@jokko/connectors/kit/carrier';
import { readingOf, readUnlistedRefusal } from '@jokko/connectors/kit/carrier';
import type { CarrierContext, Reading, Sending } from '@jokko/connectors/kit/carrier';
import { errorCodes } from './code-table.ts';

const partsMax = 100;

type Context = CarrierContext<unknown>;

export const sending = (context: Context): Sending => ({
  // Any messages may share a request; where they must have one text or sender, the group names it.
  requests: { partsMax, groupOf: () => '' },
  send: (parts) =>
    context.postJson('/batches', {
      messages: parts.map(({ from, to, text, validitySeconds, ourRef }) => {
        const { noticeUrl } = context;
        return { from, to, text, validitySeconds, reference: ourRef, noticeUrl };
      }),
    }),
  /** Null: none was taken, for the reason that its code or its status says. */
  read(answer, parts) {
    if (answer.status !== 200) return null;
    const entries = entriesIn(answer, 'messages', 'reference');
    return parts.map((part) => readEntry(entries?.get(part.ourRef) ?? {}, part, context));
  },
});

/**
 * Only a documented refusal is refused; what an unclear answer leaves unknown is not sent again.
 */
function readEntry(entry: JsonObject, part: SmsPart, context: Context): Reading {
  const [id, code] = [textMember(entry, 'id'), codeMember(entry, 'code')];
  if (code === undefined) return id !== undefined && isPartId(id) ? accepted(id) : garbled;
  // It says that it was taken, and that it was not.
  if (id !== undefined) return garbled;
  const listed = errorCodes.get(code);
  return listed === undefined
    ? readUnlistedRefusal(code, context, [part])
    : readingOf(listed, code);
}
