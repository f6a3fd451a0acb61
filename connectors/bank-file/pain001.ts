// Builds a customer credit transfer initiation, pain.001.001.03 or .09, for a list of transfers
// from one account of ours on one day. The order of the elements is fixed by the schema.

import { readBankNumber } from '@jokko/contract';
import type { Prepared } from '@jokko/connectors/kit';
import { bankDate } from './calendar.ts';
import { settingsOf } from './config.ts';
import type { BankFileConfig } from './config.ts';
import { ibanOfRib } from './iban.ts';
import { rowOf } from './orders.ts';
import type { TransferRow } from './orders.ts';
import { element, flat, leaf } from './xml/write-xml.ts';
import type { XmlContent } from './xml/write-xml.ts';

export interface PaymentFile {
  /** Becomes MsgId and PmtInfId: a file holds one payment information. */
  reference: string;
  madeAtMs: number;
}

/** The file of these orders, in their order. Pure: the same input gives the same bytes. */
export function assemble(
  config: BankFileConfig,
  orders: readonly Prepared[],
  file: PaymentFile,
): { name: string; bytes: Buffer } {
  const rows = orders.map(rowOf);
  const xml = flat([
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.${config.messageVersion}">`,
    element('CstmrCdtTrfInitn', groupHeader(config, rows, file), payments(config, rows, file)),
    '</Document>\n',
  ]);
  return { name: `${file.reference}.xml`, bytes: Buffer.from(xml) };
}

function groupHeader(
  config: BankFileConfig,
  rows: readonly TransferRow[],
  { reference, madeAtMs }: PaymentFile,
): string {
  return element(
    'GrpHdr',
    leaf('MsgId', reference),
    leaf('CreDtTm', new Date(madeAtMs).toISOString().slice(0, 19)),
    leaf('NbOfTxs', String(rows.length)),
    leaf('CtrlSum', sumOf(rows)),
    element(
      'InitgPty',
      leaf('Nm', config.debtorName),
      config.initiatorId
        ? element('Id', element('OrgId', element('Othr', leaf('Id', config.initiatorId))))
        : null,
    ),
  );
}

function payments(
  config: BankFileConfig,
  rows: readonly TransferRow[],
  { reference, madeAtMs }: PaymentFile,
): string {
  const day = bankDate(settingsOf(config).calendar, madeAtMs);
  return element(
    'PmtInf',
    leaf('PmtInfId', reference),
    leaf('PmtMtd', 'TRF'),
    // Each transfer is an entry of its own on the statement, so that it can be found there.
    leaf('BtchBookg', 'false'),
    leaf('NbOfTxs', String(rows.length)),
    leaf('CtrlSum', sumOf(rows)),
    isNewest(config) ? element('ReqdExctnDt', leaf('Dt', day)) : leaf('ReqdExctnDt', day),
    element('Dbtr', leaf('Nm', config.debtorName)),
    element('DbtrAcct', debtorAccount(config)),
    element('DbtrAgt', element('FinInstnId', leaf(isNewest(config) ? 'BICFI' : 'BIC', config.bic))),
    leaf('ChrgBr', config.chargeBearer),
    rows.map((row) => transfer(config, row)),
  );
}

const isNewest = ({ messageVersion }: BankFileConfig): boolean => messageVersion === '001.001.09';

function debtorAccount({ debtorAccount: given, country, accountForm }: BankFileConfig): XmlContent {
  const { scheme, number } = readBankNumber(given, country)!;
  const rib = scheme === 'iban' ? number.slice(4) : number;
  if (accountForm === 'rib') return element('Id', element('Othr', leaf('Id', rib)));
  return element('Id', leaf('IBAN', scheme === 'iban' ? number : ibanOfRib(rib, country)));
}

function transfer(
  { accountForm, namesCreditorBank }: BankFileConfig,
  { endToEndId, amount, currency, rib, country, name, text }: TransferRow,
): string {
  return element(
    'CdtTrfTxInf',
    element('PmtId', leaf('InstrId', endToEndId), leaf('EndToEndId', endToEndId)),
    element('Amt', leaf('InstdAmt', amount, ` Ccy="${currency}"`)),
    namesCreditorBank
      ? element(
          'CdtrAgt',
          element('FinInstnId', element('ClrSysMmbId', leaf('MmbId', rib.slice(0, 5)))),
        )
      : null,
    element('Cdtr', leaf('Nm', name)),
    element(
      'CdtrAcct',
      element(
        'Id',
        accountForm === 'iban'
          ? leaf('IBAN', ibanOfRib(rib, country))
          : element('Othr', leaf('Id', rib)),
      ),
    ),
    text === '' ? null : element('RmtInf', leaf('Ustrd', text)),
  );
}

/** Sum of decimal amounts, without floating point. */
function sumOf(rows: readonly TransferRow[]): string {
  const decimals = Math.max(0, ...rows.map(({ amount }) => amount.split('.')[1]?.length ?? 0));
  const sum = rows.reduce((total, { amount }) => {
    const [whole = '0', part = ''] = amount.split('.');
    return total + BigInt(whole + part.padEnd(decimals, '0'));
  }, 0n);
  if (decimals === 0) return String(sum);
  const digits = String(sum).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
