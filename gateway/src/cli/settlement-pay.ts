// `jokko settlement pay`: the bank has paid a settlement that two persons approved.

import { paySettlement, type SettlementDecided } from '../domain/settlements/index.ts';
import { readArguments, readWhole } from './arguments.ts';
import { Refusal, UsageError, withInstallation } from './command.ts';
import type { Command } from './command.ts';

const idMax = 2_147_483_647;
const referenceCharactersMax = 100;

export const command: Command = {
  usage: 'settlement pay ID REFERENCE VALUE-DATE',
  run(args, output) {
    const { positionals } = readArguments(args, {}, ['ID', 'REFERENCE', 'VALUE-DATE']);
    const [idText = '', reference = '', valueDate = ''] = positionals;
    const id = readSettlementId(idText);
    if (reference.trim() === '' || reference.length > referenceCharactersMax || /\p{Cc}/u.test(reference))
      throw new UsageError(`REFERENCE is what the bank calls it, at most ${referenceCharactersMax} characters`);
    return withInstallation(async ({ database }) => {
      const paid = await paySettlement(database, { kind: 'command' }, { id, reference: reference.trim(), valueDate });
      requireDone(id, paid);
      output.result({ id, state: 'PAID', reference: reference.trim(), valueDate }, () => `settlement ${id} is paid: ${reference.trim()}`);
      return 0;
    });
  },
};

export const readSettlementId = (text: string): number => readWhole('ID', text, idMax);

/** Throws why it was refused. */
export function requireDone(id: number, decided: SettlementDecided): void {
  if (decided.ok) return;
  switch (decided.refusal) {
    case 'not found':
      throw new Refusal(`there is no settlement ${id}`);
    case 'value date':
      throw new Refusal('the value date must be a day such as 2026-11-21, not before the request, nor more than a week ahead');
    case 'too late':
    case 'settlement changed':
    case 'own request':
    case 'destination removed':
      throw new Refusal(`settlement ${id} does not allow it now: see \`jokko settlement list\``);
  }
}
