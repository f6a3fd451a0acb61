// Configuration of a route to the simulated bank.

import type { BankFileConfig } from '../config.ts';

export const sandboxConfig: BankFileConfig = {
  transport: 'folder',
  folder: 'simulator',
  messageVersion: '001.001.03',
  debtorName: 'JOKKO SARL',
  debtorAccount: 'SN08SN0100152000048500003035',
  country: 'SN',
  bic: 'JOKKSNDA',
  accountForm: 'iban',
  namesCreditorBank: true,
  chargeBearer: 'SLEV',
  everyMinutes: 0,
  opensAt: '00:00',
  cutOff: '23:59',
  workingDays: '1,2,3,4,5,6,7',
  successStatus: 'ACSC',
  bookable: true,
  sandbox: true,
};
