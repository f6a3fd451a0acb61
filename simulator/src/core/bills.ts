// Generates the bills that an account owes. They follow from biller and account number, so that
// every inquiry finds the same ones, minus those that were paid or are being paid.

import { decimalHash } from './voucher.ts';

export interface Bill {
  billReference: string;
  amount: string;
  currency: string;
  infos: { label: string; value: string }[];
}

const customers = [
  'AWA NDIAYE',
  'MAMADOU DIALLO',
  'FATOU SOW',
  'IBRAHIMA FALL',
  'KOFFI ADJOVI',
  'AMINATA TRAORE',
  'JEAN NGONO',
  'SALIMATA OUEDRAOGO',
];

/** The name under which a bill can be taken once. */
export function billClaim(service: string, account: string, reference: string): string {
  return `bill ${service} ${account} ${reference}`;
}

/** One to three unpaid bills; the due date lies in the month of `nowMs`. */
export function billsOf(
  claims: ReadonlyMap<string, string>,
  service: string,
  account: string,
  nowMs: number,
): Bill[] {
  const seed = decimalHash(`${service} ${account}`, 12);
  const customer = customers[Number(seed.slice(0, 4)) % customers.length] ?? '';
  const bills: Bill[] = [];
  for (let index = 0; index <= Number(seed.slice(4, 6)) % 3; index += 1) {
    const own = decimalHash(`${service} ${account} ${index}`, 20);
    const billReference = `106${own.slice(0, 10)}`;
    if (claims.has(billClaim(service, account, billReference))) continue;
    const amount = String(1000 + (Number(own.slice(10, 16)) % 59_000));
    const infos = [
      { label: 'Customer name', value: customer },
      { label: 'Due date', value: dueDate(nowMs, 1 + (Number(own.slice(16)) % 28)) },
    ];
    bills.push({ billReference, amount, currency: currencyOfService(service), infos });
  }
  return bills;
}

/** Central Africa pays in XAF, the rest of our countries in XOF. */
function currencyOfService(service: string): string {
  return /_(CM|GA|CG|TD|CF|GQ)_/.test(service) ? 'XAF' : 'XOF';
}

/** DD/MM/YY. */
function dueDate(nowMs: number, day: number): string {
  const now = new Date(nowMs);
  const two = (value: number): string => String(value % 100).padStart(2, '0');
  return `${two(day)}/${two(now.getUTCMonth() + 1)}/${two(now.getUTCFullYear())}`;
}
