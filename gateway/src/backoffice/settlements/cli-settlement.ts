// The commands of settlements: money that developers asked to be paid out to their bank accounts
// and wallets.

import { defined, toDecimalString } from '@jokko/contract';
import { loadCatalogue } from '../../payments/catalogue/index.ts';
import { noteAudit } from '../../platform/audit/index.ts';
import type { Database } from '../../platform/db/database.ts';
import { bankAccountOption, requireBankAccount } from '../bank-accounts/cli-bank-account.ts';
import {
  findSettlement,
  listSettlements,
  makeBankFile,
  loadTerms,
  paySettlement,
  refuseSettlement,
  setTerms,
  settlementStates,
  type Settlement,
  type SettlementDecided,
  type Terms,
} from './index.ts';
import { defineCommand } from '../../cli/command.ts';
import { Refusal, UsageError } from '../../cli/errors.ts';
import { argument, limitOption, option } from '../../cli/parameters.ts';
import { table } from '../../cli/table.ts';
import {
  oneOf,
  readAmount,
  readCurrency,
  readText,
  sentence,
  wholeNumber,
} from '../../cli/values.ts';

const idMax = 2_147_483_647;
const referenceCharactersMax = 100;
const reasonCharactersMax = 500;

const readState = oneOf(settlementStates);

const list = defineCommand({
  name: 'list',
  summary: 'List settlements of all accounts, newest first.',
  options: {
    state: option(settlementStates.join('|'), 'Only those in this state.', (text, name) =>
      readState(text.toUpperCase(), name),
    ),
    before: option('ID', 'Only those before this one.', wholeNumber(idMax)),
    limit: limitOption,
  },
  async run({ database }, { state, before, limit }) {
    const page = {
      ...defined({ state, before }),
      limit,
    };
    return { settlements: (await listSettlements(database, page)).map(present) };
  },
  present: ({ settlements }) =>
    table(
      settlements,
      {
        id: ({ id }) => id,
        state: ({ state }) => state,
        amount: ({ amount, currency }) => `${amount} ${currency}`,
        account: ({ accountId, accountName }) => `${accountId} (${accountName})`,
        institution: ({ institution }) => institution,
        number: ({ number }) => number,
        reference: ({ reference }) => reference,
      },
      'No settlements.',
    ),
});

function present(settlement: Settlement) {
  const { holder, institution, number } = settlement.destination;
  return {
    id: settlement.id,
    accountId: settlement.accountId,
    accountName: settlement.accountName,
    state: settlement.state,
    currency: settlement.currency,
    holder,
    institution,
    number,
    requestedAt: settlement.requestedAt,
    approvedAt: settlement.approvedAt,
    reference: settlement.reference,
    valueDate: settlement.valueDate,
    reason: settlement.reason,
    amount: toDecimalString(settlement.amount),
    fee: toDecimalString(settlement.fee),
  };
}

const idArgument = argument('ID', 'Number of the settlement.', wholeNumber(idMax));

const pay = defineCommand({
  name: 'pay',
  summary: 'Record that the bank has paid an approved settlement.',
  arguments: {
    id: idArgument,
    reference: argument('REFERENCE', "The bank's reference.", sentence(referenceCharactersMax)),
    valueDate: argument('VALUE-DATE', 'The value date, such as 2026-11-21.', readText),
  },
  options: {
    bankAccount: bankAccountOption('Our bank account that paid it, by its number here.'),
  },
  examples: ['12 FT26325XYZ 2026-11-21', '12 FT26325XYZ 2026-11-21 --bank-account 1'],
  async run({ database, who }, { id, reference, valueDate, bankAccount }) {
    const bankAccountId = await bankAccountOf(database, id, bankAccount);
    requireDone(
      id,
      await paySettlement(database, who, { id, reference, valueDate, bankAccountId }),
    );
    return { id, state: 'PAID', reference, valueDate };
  },
  present: ({ id, reference }) => `Settlement ${id} was paid: ${reference}.`,
});

/** Null: none was given. */
async function bankAccountOf(
  database: Database,
  id: number,
  given: number | undefined,
): Promise<number | null> {
  if (given === undefined) return null;
  const settlement = await findSettlement(database, id);
  if (settlement === null) throw new Refusal(`there is no settlement ${id}`);
  const { currency } = settlement;
  return (await requireBankAccount(database, given, currency)).id;
}

const refuse = defineCommand({
  name: 'refuse',
  summary: 'Reject an unapproved settlement and release its hold.',
  arguments: {
    id: idArgument,
    reason: argument('REASON', 'Reason, shown to the developer.', sentence(reasonCharactersMax)),
  },
  async run({ database, who }, { id, reason }) {
    requireDone(id, await refuseSettlement(database, who, { id, reason }));
    return { id, state: 'REFUSED', reason };
  },
  present: ({ id }) => `Settlement ${id} was rejected. Its amount is available again.`,
});

function requireDone(id: number, decided: SettlementDecided): void {
  if (decided.ok) return;
  switch (decided.refusal) {
    case 'not found':
      throw new Refusal(`there is no settlement ${id}`);
    case 'value date':
      throw new Refusal(
        'the value date must be a day such as 2026-11-21, not before the request and at most a week ahead',
      );
    case 'too late':
    case 'settlement changed':
    case 'own request':
    case 'destination removed':
      throw new Refusal(
        `the state of settlement ${id} does not allow it now: see \`jokko settlement list\``,
      );
  }
}

const shareOfPercent = 100;
const percentMax = 10;

/** "0.5" is 50 ten-thousandths. */
function readPercent(text: string, name: string): number {
  const share = Math.round(Number(text) * shareOfPercent);
  if (!/^\d{1,2}(\.\d{1,2})?$/.test(text) || share > percentMax * shareOfPercent)
    throw new UsageError(`${name} takes 0 to ${percentMax} with at most two decimals`);
  return share;
}

interface TermsGiven {
  currency: string;
  minimum: string | undefined;
  maximum: string | undefined;
  fee: string | undefined;
  feePercent: number | undefined;
}

function changeOf({ currency, minimum, maximum, fee, feePercent }: TermsGiven): Partial<Terms> {
  const amount = (text: string): bigint => (text === '0' ? 0n : readAmount(text, currency));
  const change: Partial<Terms> = {};
  if (minimum !== undefined) change.minimum = amount(minimum);
  if (maximum !== undefined)
    change.maximum = maximum === 'none' ? null : readAmount(maximum, currency);
  if (fee !== undefined) change.fee = amount(fee);
  if (feePercent !== undefined) change.feeShare = feePercent;
  return change;
}

const bankFile = defineCommand({
  name: 'bank-file',
  summary: 'Print a payment file of settlements in the form of a bank (pain.001).',
  details:
    'The file was made in the portal. It is built with the configuration of a route that sends files; the same number has the same message id, which the bank takes once. Upload it, or put it where the bank takes files; then record each settlement with `settlement pay`.',
  arguments: {
    file: argument('FILE', 'Number of the payment file.', wholeNumber(idMax)),
    route: argument('ROUTE', 'Name of a route with the connector bank-file.', readText),
  },
  examples: ['7 BANK_SN > settlements-7.xml'],
  async run({ database, who, ...context }, { file, route }) {
    const settings = await context.routeSettings();
    const found = (await loadCatalogue(database, settings)).route(route);
    if (found === undefined) throw new Refusal(`there is no usable route ${route}`);
    const connector = settings.connectors[found.connector];
    const made = await makeBankFile(database, file, { connector, config: found.config });
    if (!made.ok) throw new Refusal(bankFileRefusals[made.refusal](made.ids));
    await noteAudit(database, {
      who,
      action: 'settlement.file-read',
      subject: `settlement-file/${file}`,
    });
    return { file, route, name: made.name, count: made.count, text: made.bytes.toString('utf8') };
  },
  present: ({ text }) => text.trimEnd(),
});

const bankFileRefusals = {
  'no files': () => 'the connector of this route sends no files',
  'nothing to pay': () => 'nothing in this file is still to be paid',
  unpayable: (ids: number[]) =>
    `these settlements cannot be paid by such a file: ${ids.join(', ')}; pay them by hand`,
};

const terms = defineCommand({
  name: 'terms',
  summary: 'Show or set the limits and the fee of settlements in a currency.',
  details: 'A change applies to settlements that are requested from now on.',
  arguments: { currency: argument('CURRENCY', 'Currency code, such as XOF.', readCurrency) },
  options: {
    minimum: option('AMOUNT', 'Smallest amount; 0 for none.', readText),
    maximum: option('AMOUNT|none', 'Largest amount.', readText),
    fee: option('AMOUNT', 'Fixed fee.', readText),
    feePercent: option('PERCENT', 'Fee in percent of the amount, such as 0.5.', readPercent),
  },
  examples: ['XOF', 'XOF --minimum 10000 --fee-percent 0.5'],
  check: (input) => void changeOf(input),
  async run({ database, who }, { currency, ...given }) {
    const present = await loadTerms(database, currency);
    const change = changeOf({ currency, ...given });
    const { minimum, maximum } = { ...present, ...change };
    if (maximum !== null && maximum < minimum)
      throw new UsageError('the maximum is below the minimum');
    const isChange = Object.keys(change).length > 0;
    const kept = isChange ? await setTerms(database, who, currency, change) : present;
    return {
      currency,
      minimum: toDecimalString(kept.minimum),
      maximum: kept.maximum === null ? null : toDecimalString(kept.maximum),
      fee: toDecimalString(kept.fee),
      feePercent: kept.feeShare / shareOfPercent,
    };
  },
  present: ({ currency, minimum, maximum, fee, feePercent }) =>
    `${currency}: minimum ${minimum}, maximum ${maximum ?? 'none'}, fee ${fee} plus ${feePercent} %`,
});

export const commands = [list, pay, refuse, bankFile, terms];
