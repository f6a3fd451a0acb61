// Our own accounts at banks, and what we booked that went through them. Entry point of the noun.

export { closeBankAccount, findBankAccount, listBankAccounts, openBankAccount } from './store.ts';
export {
  findPayer,
  fitsBankAccount,
  recordBankMovementIn,
  recordBankReturnIn,
} from './movements.ts';
export type { BankAccount } from './store.ts';
