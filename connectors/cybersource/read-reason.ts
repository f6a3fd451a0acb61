// Reads the reason of a refusal and its meaning.

import type { JsonObject } from '@jokko/connectors/kit';
import { asObject, queryRow, sandboxRow, textMember } from '@jokko/connectors/kit';
import type { CybersourceConfig } from './config.ts';
import { reasonTable } from './reason-table.ts';
import type { CybersourceCall, ReasonRow } from './reason-table.ts';

export interface ReadReason {
  reason: string | undefined;
  /** Undefined: the table does not list it, or none is told. */
  row: ReasonRow | undefined;
  message: string | undefined;
}

export function readReason(
  config: CybersourceConfig,
  call: CybersourceCall,
  object: JsonObject,
): ReadReason {
  const information = asObject(object['errorInformation']);
  const reason = reasonIn(object);
  const listed = reason === undefined ? undefined : queryRow(reasonTable, call, reason);
  const row = forcedRow(config, information) ?? listed;
  return { reason, row, message: textMember(information ?? object, 'message') };
}

/** It stands in `errorInformation`, or beside the status in an error answer. */
export function reasonIn(object: JsonObject): string | undefined {
  const information = asObject(object['errorInformation']) ?? {};
  return textMember(information, 'reason') ?? textMember(object, 'reason');
}

/** Our simulator names the catalogue entry itself. */
function forcedRow(config: CybersourceConfig, information: JsonObject | null) {
  const id =
    config.sandbox && information !== null ? textMember(information, 'catalogueId') : undefined;
  return id === undefined ? null : sandboxRow(Number(id));
}
