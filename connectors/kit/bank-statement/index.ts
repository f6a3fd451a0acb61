// Entry point of what reads statements of banks, whichever connector or page they come by.

export type { Balances } from './balances.ts';
export { readCamtPages } from './camt-pages.ts';
export { readMt940Pages } from './mt940-pages.ts';
export type { BankFault, BankPlace, BankRefused, BankRow } from './page.ts';
export { readAmount } from './read-amount.ts';
export { readEntries } from './read-entries.ts';
export type { AccountForm } from './read-entries.ts';
export { amountElements, partyIn } from './read-entry.ts';
export type { Entry, Movement } from './read-entry.ts';
export { accountsOf, readBankMessage } from './read-message.ts';
export type { BankMessage } from './read-message.ts';
export { createIds, readStatement } from './read-statement.ts';
export type { StatedEntry, Statement } from './read-statement.ts';
export { endToEndOf, oursOf } from './references.ts';
export { wholeFile } from './whole-file.ts';
export type { BankFile } from './whole-file.ts';
