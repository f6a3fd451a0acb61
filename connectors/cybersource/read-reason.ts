// Maps a reason to its meaning, with CyberSource's own words for the operator.

import type { JsonObject, ProviderError } from '@jokko/connectors/kit';
import { asObject, queryRow, sandboxRow, textMember } from '@jokko/connectors/kit';
import type { CybersourceConfig } from './config.ts';
import { reasonTable } from './reason-table.ts';
import type { CybersourceCall } from './reason-table.ts';

export type ReadReason =
  | { kind: 'refused'; error: ProviderError }
  | { kind: 'inquire' }
  | { kind: 'unclear' }
  | { kind: 'unlisted'; code: string };

/** `object`: an answer; its reason stands in `errorInformation`, or beside the status in an error answer. */
export function readReason(
  config: CybersourceConfig,
  call: CybersourceCall,
  object: JsonObject,
): ReadReason {
  const information = asObject(object['errorInformation']);
  const reason =
    (information === null ? undefined : textMember(information, 'reason')) ??
    textMember(object, 'reason');
  if (reason === undefined) return { kind: 'unlisted', code: 'no reason' };
  const row = forcedRow(config, information) ?? queryRow(reasonTable, call, reason);
  if (row === undefined) return { kind: 'unlisted', code: reason };
  if (row === 'inquire' || row === 'unclear') return { kind: row };
  const message = textMember(information ?? object, 'message');
  return {
    kind: 'refused',
    error: {
      ...row,
      provider: reason,
      ...(message === undefined ? {} : { message: message.slice(0, messageLengthMax) }),
    },
  };
}

/** Our simulator names the catalogue entry itself. */
function forcedRow(config: CybersourceConfig, information: JsonObject | null) {
  const id =
    config.sandbox && information !== null ? textMember(information, 'catalogueId') : undefined;
  return id === undefined ? null : sandboxRow(Number(id));
}

const messageLengthMax = 256;
