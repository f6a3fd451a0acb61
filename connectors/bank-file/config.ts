// Configuration of a bank that takes payment files, and the values that the other files derive from
// it.

import { readBankNumber } from '@jokko/contract';
import {
  account,
  choice,
  fields,
  flag,
  int,
  isWhole,
  like,
  number,
  optional,
  sandbox,
  secret,
  text,
  withDefault,
} from '@jokko/connectors/kit';
import type { ConfigOf, FilePlace, Refuse } from '@jokko/connectors/kit';
import { isBankText } from './bank-text.ts';
import { readClockTime, readHolidays, readWeekdays } from './calendar.ts';
import type { Calendar } from './calendar.ts';

/** Small enough to be read and checked at once, and by most banks' limits. */
const ordersMaxDefault = 1_000;
const ordersMaxLimit = 10_000;
const sftpPort = 22;

const address = { address: true } as const;
/** A text that means something as `read` says; null: nothing. */
const readable = (read: (text: string) => unknown, message: string) => (text: string) =>
  read(text) === null ? message : null;
const bankText = (max: number, message: string) => (text: string) =>
  isBankText(text, max) ? null : message;

const placeFields = {
  transport: choice('Transport', 'Transport', ['folder', 'sftp']),
  /** The folder's name below the gateway's directory of bank files. */
  folder: optional(text('Dossier', 'Folder', undefined, address)),
  host: optional(text('Serveur SFTP', 'SFTP server', undefined, address)),
  port: withDefault(
    number('Port SFTP', 'SFTP port', () => null, address),
    sftpPort,
  ),
  user: optional(text('Utilisateur SFTP', 'SFTP user')),
  password: optional(secret('Mot de passe SFTP', 'SFTP password')),
  privateKey: optional(secret('Clé privée SSH', 'SSH private key', undefined, { lines: true })),
  /** As `ssh-keygen -lf` shows it: `SHA256:` and 43 characters. */
  hostKey: optional(text('Empreinte du serveur', 'Host key fingerprint', undefined, address)),
  toBank: optional(text('Dossier vers la banque', 'Folder to the bank')),
  fromBank: optional(text('Dossier de la banque', 'Folder from the bank')),
  archive: optional(text('Dossier d’archive', 'Archive folder')),
};

const debtorFields = {
  messageVersion: choice('Version de pain', 'Version of pain', ['001.001.03', '001.001.09']),
  debtorName: text(
    'Nom du donneur d’ordre',
    'Name of the ordering party',
    bankText(70, 'must be 1 to 70 plain letters, digits and / - ? : ( ) . , ’ +'),
  ),
  debtorAccount: account('Notre compte (RIB ou IBAN)', 'Our account (RIB or IBAN)', () => null),
  /** ISO 3166 alpha-2. */
  country: text(
    'Pays de la banque',
    'Country of the bank',
    like(/^[A-Z]{2}$/, 'must be two capital letters'),
  ),
  bic: text(
    'BIC de la banque',
    'BIC of the bank',
    like(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/, 'must be a BIC of 8 or 11 characters'),
  ),
  /** What the bank calls us, where it wants to read it in the file. */
  initiatorId: optional(
    text(
      'Notre identifiant client',
      'Our customer id',
      bankText(35, 'must be at most 35 plain characters'),
    ),
  ),
  accountForm: choice('Forme des comptes', 'Form of accounts', ['iban', 'rib']),
  /** By the code in the RIB, as clearing member. */
  namesCreditorBank: flag('Nommer la banque', 'Name the creditor’s bank'),
  chargeBearer: choice('Frais', 'Charges', ['SLEV', 'SHAR', 'DEBT', 'CRED']),
};

const timeFields = {
  everyMinutes: int(0, 1_440, 'Un fichier toutes les … minutes', 'A file every … minutes'),
  opensAt: text(
    'Premier envoi (08:00)',
    'First file (08:00)',
    readable(readClockTime, 'must be a time such as 08:00'),
  ),
  cutOff: text(
    'Heure limite (14:30)',
    'Cut-off time (14:30)',
    readable(readClockTime, 'must be a time such as 14:30'),
  ),
  workingDays: text(
    'Jours ouvrés (1 = lundi)',
    'Working days (1 = Monday)',
    readable(readWeekdays, 'must be days from 1 (Monday) to 7, such as 1,2,3,4,5'),
  ),
  holidays: optional(
    text(
      'Jours fériés (dates)',
      'Holidays (dates)',
      readable(readHolidays, 'must be dates such as 2026-12-25, with commas between them'),
    ),
  ),
  /** The offset of the bank's clock; Dakar is 0, Cotonou 60. */
  utcOffsetMinutes: withDefault(
    int(-720, 840, 'Décalage UTC (minutes)', 'Minutes ahead of UTC'),
    0,
  ),
};

export const configuration = fields(
  {
    ...placeFields,
    ...debtorFields,
    ...timeFields,
    ordersMax: withDefault(
      int(1, ordersMaxLimit, 'Virements par fichier', 'Transfers in a file'),
      ordersMaxDefault,
    ),
    /** What ends a payment: our account debited, or theirs credited. */
    successStatus: choice('Statut de succès', 'Status of success', ['ACSC', 'ACCC']),
    /** Otherwise each result becomes a case for two users. */
    bookable: flag('Comptabiliser les statuts', 'Book what the files say'),
    sandbox: sandbox(),
  },
  (config, refuse) => {
    if (config.transport === 'folder' && !plainName.test(config.folder ?? ''))
      refuse('folder', 'must be a name of small letters, digits and dashes');
    if (config.transport === 'sftp') checkSftp(config, refuse);
    const { country, debtorAccount, opensAt, cutOff } = config;
    if (/^[A-Z]{2}$/.test(country) && readBankNumber(debtorAccount ?? '', country) === null)
      refuse('debtorAccount', 'must be a RIB or an IBAN of that country with a right key');
    const [opens, closes] = [readClockTime(opensAt), readClockTime(cutOff)];
    if (opens !== null && closes !== null && opens >= closes)
      refuse('cutOff', 'must be later than the first file');
  },
);
export type BankFileConfig = ConfigOf<typeof configuration>;

const plainName = /^[a-z0-9][a-z0-9-]{0,62}$/;
const hostName = /^[A-Za-z0-9.:-]{1,253}$/;
const hostKeyForm = /^SHA256:[A-Za-z0-9+/]{43}$/;
/** No way up, and no hidden folder. */
const remoteFolder = /^\/?[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

type PlaceConfig = Pick<BankFileConfig, keyof typeof placeFields>;

function checkSftp(config: PlaceConfig, refuse: Refuse<PlaceConfig>): void {
  if (!hostName.test(config.host ?? '')) refuse('host', 'must be a host name or an address');
  if (!isWhole(config.port ?? sftpPort, 1, 65_535)) refuse('port', 'must be a port');
  if (!config.user) refuse('user', 'is needed for sftp');
  if (!config.password && !config.privateKey)
    refuse('privateKey', 'a private key or a password is needed');
  if (!hostKeyForm.test(config.hostKey ?? ''))
    refuse('hostKey', 'must be SHA256: and 43 characters, as ssh-keygen -lf shows it');
  for (const name of ['toBank', 'fromBank'] as const)
    if (!remoteFolder.test(config[name] ?? '')) refuse(name, 'must be a folder, without ..');
  if (config.archive && !remoteFolder.test(config.archive))
    refuse('archive', 'must be a folder, without ..');
}

export const settingsOf = configuration.settings((config) => {
  const calendar: Calendar = {
    everyMinutes: config.everyMinutes,
    opensAt: readClockTime(config.opensAt)!,
    cutOff: readClockTime(config.cutOff)!,
    weekdays: readWeekdays(config.workingDays)!,
    holidays: readHolidays(config.holidays)!,
    utcOffsetMinutes: config.utcOffsetMinutes,
  };
  const place: FilePlace =
    config.transport === 'folder'
      ? { kind: 'folder', folder: config.folder! }
      : {
          kind: 'sftp',
          host: config.host!,
          port: config.port,
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
  return { calendar, place, ordersMax: config.ordersMax };
});
