// Checks the lines of a batch together and stores them as a draft. Nothing is sent.

import type { Session } from '../../platform/db/database.ts';
import { inTurns, slicesOf } from '../../platform/in-turns.ts';
import { checkLine, type CheckedLine, type LineContext, type LineProblem } from './check-line.ts';
import type { GivenLine } from './columns.ts';
import { findDuplicates, findUsedIds, type DuplicateWarning } from './duplicate-warnings.ts';
import { firstExternalId } from './external-id.ts';
import {
  storeDescription,
  storeLines,
  type Batch,
  type DraftLine,
  type FirstStates,
} from './store.ts';

/** Lines that are worked on without letting other work go on; stored in one statement. */
export const linesAtOnce = 500;

/**
 * The cost of all lines of a batch, in ten-thousandths: what a bigint of the database holds, with
 * room for fees that grow.
 */
const costMax = 2n ** 62n;

export interface CheckedDraft {
  lines: DraftLine[];
  description: Pick<
    Batch,
    'currency' | 'countries' | 'amount' | 'fees' | 'wrong' | 'duplicated'
  > & { lines: number };
}

/** @param id of the batch; 0: it has none yet, and each line brings an id of its own. */
export async function checkDraft(
  session: Session,
  context: LineContext,
  given: readonly GivenLine[],
  { id, codeService }: { id: number; codeService: string | null },
): Promise<CheckedDraft> {
  const accountId = context.account.id;
  const checked = await checkAll(context, given, { id, codeService });
  const used = await findUsedIds(
    session,
    accountId,
    checked.map(({ externalId }) => externalId),
  );
  await inTurns(checked, linesAtOnce, (line) => {
    const usedBy = used.get(line.externalId);
    if (usedBy !== undefined)
      line.problems.push({ column: 'externalId', problem: 'idUsed', usedBy });
  });
  const duplicates = await duplicatesOf(checked, (payments) =>
    findDuplicates(session, { accountId, batchId: id, asked: true }, payments),
  );
  const lines: DraftLine[] = [];
  await inTurns(checked, linesAtOnce, (line, index) => {
    lines.push(draftOf(line, index + 1, duplicates[index]!));
  });
  return { lines, description: await describe(checked, duplicates, context.countries) };
}

export async function storeDraft(
  session: Session,
  batch: { id: number; accountId: number },
  { lines, description }: CheckedDraft,
  first: FirstStates = { right: 'draft', wrong: 'draft' },
): Promise<void> {
  // In the order of their ids: of two batches with the same ids in other orders each would wait for
  // the other.
  const ordered = lines.toSorted((one, two) => (one.externalId < two.externalId ? -1 : 1));
  for (const slice of slicesOf(ordered, linesAtOnce))
    await storeLines(session, batch, slice, first);
  await storeDescription(session, batch.id, description, first);
}

interface Checked extends CheckedLine {
  given: GivenLine;
  externalId: string;
}

async function checkAll(
  context: LineContext,
  given: readonly GivenLine[],
  batch: { id: number; codeService: string | null },
): Promise<Checked[]> {
  const checked: Checked[] = [];
  const seen = new Set<string>();
  await inTurns(given, linesAtOnce, (line, index) => {
    const number = index + 1;
    const externalId = firstExternalId(batch.id, number, line.externalId);
    const { read, problems } = checkLine(context, line, {
      codeService: batch.codeService,
      externalId,
      payout: batch.id,
      number,
    });
    if (seen.has(externalId)) problems.push({ column: 'externalId', problem: 'sameIdInFile' });
    seen.add(externalId);
    checked.push({ given: line, externalId, read, problems });
  });
  // One batch is paid out of one balance: that of its first line.
  const currency = checked.find(({ read }) => read !== null)?.read?.currency;
  let cost = 0n;
  await inTurns(checked, linesAtOnce, ({ read, problems }) => {
    if (read === null) return;
    if (read.currency !== currency) problems.push({ column: 'service', problem: 'otherCurrency' });
    if (problems.length > 0) return;
    if (cost + read.amount + read.fee > costMax)
      problems.push({ column: 'amount', problem: 'tooLarge' });
    else cost += read.amount + read.fee;
  });
  return checked;
}

/** By place, for lines that could be sent. */
async function duplicatesOf(
  checked: readonly Checked[],
  ask: (payments: { phone: string; amount: bigint }[]) => Promise<Map<number, DuplicateWarning>>,
): Promise<DuplicateWarning[][]> {
  const duplicates: DuplicateWarning[][] = checked.map(() => []);
  const first = new Map<string, number>();
  const readable: { index: number; phone: string; amount: bigint }[] = [];
  await inTurns(checked, linesAtOnce, ({ given, read }, index) => {
    if (read === null) return;
    readable.push({ index, phone: read.phone, amount: read.amount });
    const key = `${read.phone} ${read.amount}`;
    const before = first.get(key);
    if (before === undefined) first.set(key, given.fileLine);
    else duplicates[index]!.push({ kind: 'sameInFile', line: before });
  });
  const found = await ask(readable);
  for (const [place, duplicate] of found) duplicates[readable[place]!.index]!.push(duplicate);
  return duplicates;
}

function draftOf(
  { given, externalId, read, problems }: Checked,
  number: number,
  duplicates: DuplicateWarning[],
): DraftLine {
  return {
    number,
    fileLine: given.fileLine,
    externalId,
    phoneGiven: given.phone,
    amountGiven: given.amount,
    serviceGiven: given.service,
    externalGiven: given.externalId,
    name: given.name,
    note: given.note,
    data: given.data,
    phone: read?.phone ?? null,
    amount: read?.amount ?? null,
    codeService: read?.codeService ?? null,
    fee: read?.fee ?? null,
    problems: orNull<LineProblem>(problems),
    duplicates: orNull<DuplicateWarning>(duplicates),
  };
}

const orNull = <Item>(items: Item[]): Item[] | null => (items.length === 0 ? null : items);

/**
 * Stands for what belongs to no country that is known: only who is not limited to countries sees a
 * batch with it.
 */
const anyCountry = '*';

async function describe(
  checked: readonly Checked[],
  duplicates: readonly DuplicateWarning[][],
  uploaderCountries: readonly string[] | null,
): Promise<CheckedDraft['description']> {
  const countries = new Set<string>();
  const sum = { amount: 0n, fees: 0n, wrong: 0, duplicated: 0 };
  let currency: string | null = null;
  let unread = false;
  await inTurns(checked, linesAtOnce, ({ read, problems }, index) => {
    if (problems.length > 0) sum.wrong += 1;
    if (duplicates[index]!.length > 0) sum.duplicated += 1;
    unread ||= read === null;
    if (read === null) return;
    currency ??= read.currency;
    countries.add(read.country ?? anyCountry);
    if (problems.length > 0) return;
    sum.amount += read.amount;
    sum.fees += read.fee;
  });
  // What cannot be read may be about any country that its sender works for.
  if (unread) for (const country of uploaderCountries ?? [anyCountry]) countries.add(country);
  return { ...sum, currency, countries: [...countries].sort(), lines: checked.length };
}
