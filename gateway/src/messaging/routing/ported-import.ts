// Imports a list of ported numbers: read line by line and written in one transaction, or not at all
// when a line has a fault.

import { readMsisdn } from '@jokko/contract';
import type { Database, Session } from '../../platform/db/database.ts';
import { recordAudit, type Who } from '../../platform/audit/index.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { clearPorted, notifyPorted, writePorted } from './ported.ts';
import type { Routing } from './routing.ts';

export interface LineProblem {
  line: number;
  message: string;
}
export type PortedImport =
  | { ok: true; numbers: number }
  /** The first faults, in the order of their lines; `faults` counts all of them. */
  | { ok: false; problems: LineProblem[]; faults: number };

/** A statement's worth of numbers. */
const batchSize = 5_000;
/** Who has more faults than this has the wrong file. */
const problemsMax = 100;
/** The longest number, the longest operator and their comma, with room for quotes and blanks. */
const lineMax = 200;

const headerText = /^"?(msisdn|number)"?\s*[,;\t]/i;

/**
 * Reads `msisdn,operator` from each line (a number with or without plus; a first line of names and
 * empty lines are passed over; a semicolon or a tab will do). Numbers must be mobile numbers of a
 * country of the routing, operators be of that country. The last line counts of a number that
 * stands there twice. With `replace` the numbers that the file does not have are forgotten.
 */
export function importPorted(
  database: Database,
  file: string,
  routing: Routing,
  { replace, who }: { replace: boolean; who: Who },
): Promise<PortedImport> {
  const faults: LineProblem[] = [];
  let faultCount = 0;
  const work = async (session: Session): Promise<number> => {
    if (replace) await clearPorted(session);
    let batch = new Map<string, string>();
    let numbers = 0;
    for (const { line, text } of linesOf(file)) {
      const read = readLine(text, line, routing);
      if (read === null) continue;
      if ('message' in read) {
        faultCount += 1;
        if (faults.length < problemsMax) faults.push({ line, message: read.message });
      } else if (faultCount === 0) {
        numbers += 1;
        batch.set(read.msisdn, read.operator);
        if (batch.size < batchSize) continue;
        await writePorted(session, batch);
        batch = new Map();
      }
    }
    if (faultCount > 0) throw new Faulty();
    if (batch.size > 0) await writePorted(session, batch);
    await notifyPorted(session);
    await recordAudit(session, {
      who,
      action: 'sms-ported.import',
      new: { lines: numbers, replaces: replace },
    });
    return numbers;
  };
  return inTransaction(database, work, 'import').then(
    (numbers) => ({ ok: true, numbers }),
    (error: unknown) => {
      if (error instanceof Faulty) return { ok: false, problems: faults, faults: faultCount };
      throw error;
    },
  );
}

/** Rolls the transaction back. */
class Faulty extends Error {}

/** Null: nothing to read on this line. */
function readLine(
  text: string,
  line: number,
  routing: Routing,
): { msisdn: string; operator: string } | { message: string } | null {
  const trimmed = text.trim();
  if (trimmed === '' || (line === 1 && headerText.test(trimmed))) return null;
  if (text.length > lineMax) return { message: `is longer than ${lineMax} characters` };
  const fields = trimmed.split(/[,;\t]/).map((field) => field.trim().replace(/^"(.*)"$/, '$1'));
  const [number = '', operator = ''] = fields;
  if (fields.length !== 2)
    return { message: 'must be a number and an operator with a comma between them' };
  const msisdn = readMsisdn(number, { acceptWithoutPlus: true });
  if (msisdn === null)
    return { message: `"${number}" is not a number with its country's calling code` };
  const operators = routing.operatorsFor(msisdn);
  if (operators === null)
    return { message: `${number} is not a mobile number of a country of the routing` };
  if (!operators.includes(operator))
    return {
      message: `there is no operator "${operator}" in its country; there are ${operators.join(', ')}`,
    };
  return { msisdn, operator };
}

/** One at a time: a country's numbers are millions of lines. */
function* linesOf(file: string): Generator<{ line: number; text: string }> {
  let line = 0;
  for (let at = file.startsWith('\ufeff') ? 1 : 0; at < file.length;) {
    const end = file.indexOf('\n', at);
    const next = end === -1 ? file.length : end + 1;
    yield { line: (line += 1), text: file.slice(at, next) };
    at = next;
  }
}
