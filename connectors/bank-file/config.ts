// Configuration of a bank that takes payment files: the fields that an operator fills in, their
// validation, and the values that the other files derive from them.

import { readBankNumber } from '@jokko/contract';
import type { ConfigField, ConfigProblem, FilePlace } from '@jokko/connectors/kit';
import { isBankText } from './bank-text.ts';
import { readClockTime, readHolidays, readWeekdays } from './calendar.ts';
import type { Calendar } from './calendar.ts';

export interface BankFileConfig {
  transport: 'folder' | 'sftp';
  /** Of a folder: its name below the gateway's directory of bank files. */
  folder?: string;
  host?: string;
  port?: number;
  user?: string;
  password?: string;
  privateKey?: string;
  /** As `ssh-keygen -lf` shows it: `SHA256:` and 43 characters. */
  hostKey?: string;
  toBank?: string;
  fromBank?: string;
  archive?: string;
  messageVersion: '001.001.03' | '001.001.09';
  debtorName: string;
  debtorAccount: string;
  /** Of the bank: ISO 3166 alpha-2. */
  country: string;
  bic: string;
  /** What the bank calls us, where it wants to read it in the file. */
  initiatorId?: string;
  accountForm: 'iban' | 'rib';
  /** Names the creditor's bank by the code in the RIB, as clearing member. */
  namesCreditorBank: boolean;
  chargeBearer: 'SLEV' | 'SHAR' | 'DEBT' | 'CRED';
  everyMinutes: number;
  opensAt: string;
  cutOff: string;
  /** 1 is Monday: `1,2,3,4,5`. */
  workingDays: string;
  /** `2026-12-25,2027-01-01`. */
  holidays?: string;
  /** Of the bank's clock; Dakar is 0, Cotonou 60. */
  utcOffsetMinutes?: number;
  ordersMax?: number;
  /** The status that ends a payment: our account debited, or theirs credited. */
  successStatus: 'ACSC' | 'ACCC';
  /** Whether what the files say is booked; otherwise each result becomes a case for two users. */
  bookable: boolean;
  sandbox: boolean;
}

/** Small enough to be read and checked at once, and by most banks' limits. */
const ordersMaxDefault = 1_000;
const ordersMaxLimit = 10_000;
const sftpPort = 22;

export const configForm: ConfigField[] = [
  choice('transport', ['folder', 'sftp'], 'Transport', 'Transport'),
  { ...field('folder', 'text', 'Dossier', 'Folder', false), address: true },
  { ...field('host', 'text', 'Serveur SFTP', 'SFTP server', false), address: true },
  { ...field('port', 'number', 'Port SFTP', 'SFTP port', false), address: true },
  field('user', 'text', 'Utilisateur SFTP', 'SFTP user', false),
  field('password', 'secret', 'Mot de passe SFTP', 'SFTP password', false),
  { ...field('privateKey', 'secret', 'Clé privée SSH', 'SSH private key', false), lines: true },
  {
    ...field('hostKey', 'text', 'Empreinte du serveur', 'Host key fingerprint', false),
    address: true,
  },
  field('toBank', 'text', 'Dossier vers la banque', 'Folder to the bank', false),
  field('fromBank', 'text', 'Dossier de la banque', 'Folder from the bank', false),
  field('archive', 'text', 'Dossier d’archive', 'Archive folder', false),
  choice('messageVersion', ['001.001.03', '001.001.09'], 'Version de pain', 'Version of pain'),
  field('debtorName', 'text', 'Nom du donneur d’ordre', 'Name of the ordering party', true),
  {
    ...field(
      'debtorAccount',
      'text',
      'Notre compte (RIB ou IBAN)',
      'Our account (RIB or IBAN)',
      true,
    ),
    account: true,
  },
  field('country', 'text', 'Pays de la banque', 'Country of the bank', true),
  field('bic', 'text', 'BIC de la banque', 'BIC of the bank', true),
  field('initiatorId', 'text', 'Notre identifiant client', 'Our customer id', false),
  choice('accountForm', ['iban', 'rib'], 'Forme des comptes', 'Form of accounts'),
  field('namesCreditorBank', 'boolean', 'Nommer la banque', 'Name the creditor’s bank', true),
  choice('chargeBearer', ['SLEV', 'SHAR', 'DEBT', 'CRED'], 'Frais', 'Charges'),
  field(
    'everyMinutes',
    'number',
    'Un fichier toutes les … minutes',
    'A file every … minutes',
    true,
  ),
  field('opensAt', 'text', 'Premier envoi (08:00)', 'First file (08:00)', true),
  field('cutOff', 'text', 'Heure limite (14:30)', 'Cut-off time (14:30)', true),
  field('workingDays', 'text', 'Jours ouvrés (1 = lundi)', 'Working days (1 = Monday)', true),
  field('holidays', 'text', 'Jours fériés (dates)', 'Holidays (dates)', false),
  field('utcOffsetMinutes', 'number', 'Décalage UTC (minutes)', 'Minutes ahead of UTC', false),
  field('ordersMax', 'number', 'Virements par fichier', 'Transfers in a file', false),
  choice('successStatus', ['ACSC', 'ACCC'], 'Statut de succès', 'Status of success'),
  field('bookable', 'boolean', 'Comptabiliser les statuts', 'Book what the files say', true),
  field('sandbox', 'boolean', 'Bac à sable', 'Sandbox', true),
];

function field(
  name: keyof BankFileConfig,
  type: ConfigField['type'],
  fr: string,
  en: string,
  required: boolean,
): ConfigField {
  return { name, type, label: { fr, en }, required };
}

function choice(
  name: keyof BankFileConfig,
  choices: string[],
  fr: string,
  en: string,
): ConfigField {
  return { ...field(name, 'choice', fr, en, true), choices };
}

type Refuse = (name: keyof BankFileConfig, message: string) => void;

/** Names every unusable field at once; an empty list means that the configuration can be used. */
export function checkConfig(config: BankFileConfig): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const refuse: Refuse = (name, message) => problems.push({ field: name, message });
  if (config.transport === 'folder') {
    if (!plainName.test(config.folder ?? ''))
      refuse('folder', 'must be a name of small letters, digits and dashes');
  } else if (config.transport === 'sftp') checkSftp(config, refuse);
  else refuse('transport', 'must be folder or sftp');
  for (const { name, choices } of configForm)
    if (choices !== undefined && name !== 'transport') {
      const member = name as keyof BankFileConfig;
      if (!choices.includes(String(config[member])))
        refuse(member, `must be ${choices.join(', ')}`);
    }
  checkDebtor(config, refuse);
  checkTimes(config, refuse);
  if (!isWhole(config.ordersMax ?? ordersMaxDefault, 1, ordersMaxLimit))
    refuse('ordersMax', `must be a whole number from 1 to ${ordersMaxLimit}`);
  for (const name of ['namesCreditorBank', 'bookable', 'sandbox'] as const)
    if (typeof config[name] !== 'boolean') refuse(name, 'must be true or false');
  return problems;
}

const plainName = /^[a-z0-9][a-z0-9-]{0,62}$/;
const hostName = /^[A-Za-z0-9.:-]{1,253}$/;
const hostKeyForm = /^SHA256:[A-Za-z0-9+/]{43}$/;
/** No way up, and no hidden folder. */
const remoteFolder = /^\/?[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;
const bicForm = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/;

function checkSftp(config: BankFileConfig, refuse: Refuse): void {
  if (!hostName.test(config.host ?? '')) refuse('host', 'must be a host name or an address');
  if (!isWhole(config.port ?? sftpPort, 1, 65_535)) refuse('port', 'must be a port');
  if (!config.user) refuse('user', 'is needed for sftp');
  if (!config.password && !config.privateKey)
    refuse('privateKey', 'a private key or a password is needed');
  if (!hostKeyForm.test(config.hostKey ?? ''))
    refuse('hostKey', 'must be SHA256: and 43 characters, as ssh-keygen -lf shows it');
  for (const name of ['toBank', 'fromBank'] as const)
    if (!remoteFolder.test(config[name] ?? '')) refuse(name, 'must be a folder, without ..');
  if (config.archive !== undefined && config.archive !== '' && !remoteFolder.test(config.archive))
    refuse('archive', 'must be a folder, without ..');
}

function checkDebtor(config: BankFileConfig, refuse: Refuse): void {
  if (!isBankText(config.debtorName, 70))
    refuse('debtorName', 'must be 1 to 70 plain letters, digits and / - ? : ( ) . , ’ +');
  if (!/^[A-Z]{2}$/.test(config.country)) refuse('country', 'must be two capital letters');
  else if (readBankNumber(config.debtorAccount ?? '', config.country) === null)
    refuse('debtorAccount', 'must be a RIB or an IBAN of that country with a right key');
  if (!bicForm.test(config.bic)) refuse('bic', 'must be a BIC of 8 or 11 characters');
  if (
    config.initiatorId !== undefined &&
    config.initiatorId !== '' &&
    !isBankText(config.initiatorId, 35)
  )
    refuse('initiatorId', 'must be at most 35 plain characters');
}

function checkTimes(config: BankFileConfig, refuse: Refuse): void {
  if (!isWhole(config.everyMinutes, 0, 1_440))
    refuse('everyMinutes', 'must be a whole number from 0 to 1440');
  const opensAt = readClockTime(config.opensAt);
  const cutOff = readClockTime(config.cutOff);
  if (opensAt === null) refuse('opensAt', 'must be a time such as 08:00');
  if (cutOff === null) refuse('cutOff', 'must be a time such as 14:30');
  if (opensAt !== null && cutOff !== null && opensAt >= cutOff)
    refuse('cutOff', 'must be later than the first file');
  if (readWeekdays(config.workingDays) === null)
    refuse('workingDays', 'must be days from 1 (Monday) to 7, such as 1,2,3,4,5');
  if (readHolidays(config.holidays) === null)
    refuse('holidays', 'must be dates such as 2026-12-25, with commas between them');
  if (!isWhole(config.utcOffsetMinutes ?? 0, -720, 840))
    refuse('utcOffsetMinutes', 'must be a whole number from -720 to 840');
}

function isWhole(value: unknown, min: number, max: number): boolean {
  return Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
}

/** Of a configuration that `checkConfig` found usable, as are the functions below. */
export function calendarOf(config: BankFileConfig): Calendar {
  return {
    everyMinutes: config.everyMinutes,
    opensAt: readClockTime(config.opensAt)!,
    cutOff: readClockTime(config.cutOff)!,
    weekdays: readWeekdays(config.workingDays)!,
    holidays: readHolidays(config.holidays)!,
    utcOffsetMinutes: config.utcOffsetMinutes ?? 0,
  };
}

export const ordersMaxOf = (config: BankFileConfig): number => config.ordersMax ?? ordersMaxDefault;

export function placeOf(config: BankFileConfig): FilePlace {
  if (config.transport === 'folder') return { kind: 'folder', folder: config.folder! };
  return {
    kind: 'sftp',
    host: config.host!,
    port: config.port ?? sftpPort,
    user: config.user!,
    password: config.password || undefined,
    privateKey: config.privateKey || undefined,
    hostKey: config.hostKey!.slice('SHA256:'.length),
    folders: {
      toProvider: config.toBank!,
      fromProvider: config.fromBank!,
      archive: config.archive || null,
    },
  };
}
