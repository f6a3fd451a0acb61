// Configuration of an SMSC reached over SMPP: the fields that an operator fills in, and their
// validation.

import { checkTls, isRate, tlsFields } from '@jokko/connectors/kit';
import type { ConfigField, ConfigProblem, TlsFields } from '@jokko/connectors/kit';
import type { IdFormat } from './receipt/spellings.ts';
import { parseStatusOverrides } from './submit/status-table.ts';
import type { ValidityForm } from './submit/validity.ts';

export interface SmppConfig extends TlsFields {
  host: string;
  /** A text of digits where it comes from a value of the installation. */
  port: number | string;
  systemId: string;
  password?: string;
  systemType?: string;
  /** `pair`: a transmitter and a receiver, counted as one session. Default transceiver. */
  bindType?: 'transceiver' | 'pair';
  /** That the bind names; default 3.4. With 3.3 no optional parameter is sent. */
  interfaceVersion?: InterfaceVersion;
  /** Which of our numbers this bind receives for, where the carrier asks for it; default none. */
  addressRange?: string;
  addressTon?: number;
  addressNpi?: number;
  /** Unanswered submissions at one time; default 10. */
  window?: number;
  /** Parts a second that the operator allows each bind; absent: no limit. */
  ratePerSec?: number;
  /** Sessions that the operator allows at once; default 1. */
  binds?: number;
  /** Default 30,000. */
  responseTimeoutMs?: number;
  /** Default 30,000. */
  enquireLinkMs?: number;
  serviceType?: string;
  alphanumericTon?: number;
  alphanumericNpi?: number;
  shortCodeTon?: number;
  shortCodeNpi?: number;
  numberTon?: number;
  numberNpi?: number;
  /** Of recipients; default international (1), E.164 (1). */
  destinationTon?: number;
  destinationNpi?: number;
  /** How a message says until when it may be tried; default relative. With `none` the carrier decides. */
  validity?: ValidityForm;
  /** False: no delivery receipt is asked for, and SENT is the last state. Default true. */
  receipts?: boolean;
  /** data_coding of texts in the GSM alphabet; default 0. With 3 they go out in Latin-1. */
  gsmDataCoding?: number;
  concatenation?: 'udh8' | 'udh16' | 'sar' | 'payload';
  responseIdFormat?: IdFormat;
  receiptIdFormat?: IdFormat;
  /** Where an operator's codes mean something of their own: `0x45=refused:bad_number,1033=busy`. */
  statusOverrides?: string;
}

export type InterfaceVersion = '3.3' | '3.4' | '5.0';

const idFormats: IdFormat[] = ['auto', 'hex', 'decimal'];
const interfaceVersions: InterfaceVersion[] = ['3.3', '3.4', '5.0'];
const validityForms: ValidityForm[] = ['relative', 'absolute', 'none'];
const bindTypes = ['transceiver', 'pair'];
const concatenations = ['udh8', 'udh16', 'sar', 'payload'];

export const configForm: ConfigField[] = [
  address('host', 'text', 'Adresse du centre SMS', 'Host of the SMS centre', true),
  address('port', 'number', 'Port', 'Port', true),
  // Without encryption, or with another authority, others read the password.
  address('tls', 'boolean', 'Chiffrer (TLS)', 'Encrypt (TLS)', false),
  ...tlsFields,
  field('systemId', 'text', 'Identifiant (system_id)', 'system_id', true),
  field('password', 'secret', 'Mot de passe', 'Password', false),
  field('systemType', 'text', 'system_type', 'system_type', false),
  choice('bindType', 'Type de session', 'Kind of bind', bindTypes),
  choice('interfaceVersion', 'Version du protocole', 'Interface version', interfaceVersions),
  field(
    'addressRange',
    'text',
    'Numéros reçus par cette session (address_range)',
    'Numbers that the bind receives for (address_range)',
    false,
  ),
  field('addressTon', 'number', 'TON de address_range', 'TON of address_range', false),
  field('addressNpi', 'number', 'NPI de address_range', 'NPI of address_range', false),
  field(
    'window',
    'number',
    'Envois sans réponse (fenêtre)',
    'Unanswered submissions (window)',
    false,
  ),
  field(
    'ratePerSec',
    'number',
    'Segments par seconde et session',
    'Parts a second and bind',
    false,
  ),
  field('binds', 'number', 'Sessions autorisées', 'Binds allowed', false),
  field('responseTimeoutMs', 'number', 'Délai de réponse (ms)', 'Answer time-out (ms)', false),
  field(
    'enquireLinkMs',
    'number',
    'Silence avant enquire_link (ms)',
    'Silence before enquire_link (ms)',
    false,
  ),
  field('serviceType', 'text', 'service_type', 'service_type', false),
  field(
    'alphanumericTon',
    'number',
    'TON d’un expéditeur alphanumérique',
    'TON of an alphanumeric sender',
    false,
  ),
  field(
    'alphanumericNpi',
    'number',
    'NPI d’un expéditeur alphanumérique',
    'NPI of an alphanumeric sender',
    false,
  ),
  field('shortCodeTon', 'number', 'TON d’un numéro court', 'TON of a short code', false),
  field('shortCodeNpi', 'number', 'NPI d’un numéro court', 'NPI of a short code', false),
  field('numberTon', 'number', 'TON d’un numéro long', 'TON of a long number', false),
  field('numberNpi', 'number', 'NPI d’un numéro long', 'NPI of a long number', false),
  field('destinationTon', 'number', 'TON du destinataire', 'TON of the recipient', false),
  field('destinationNpi', 'number', 'NPI du destinataire', 'NPI of the recipient', false),
  choice('validity', 'Forme de la validité', 'Form of the validity period', validityForms),
  field(
    'receipts',
    'boolean',
    'Demander des accusés de réception',
    'Ask for delivery receipts',
    false,
  ),
  field(
    'gsmDataCoding',
    'number',
    'data_coding de l’alphabet GSM',
    'data_coding of the GSM alphabet',
    false,
  ),
  choice('concatenation', 'Assemblage des segments', 'Joining of parts', concatenations),
  choice(
    'responseIdFormat',
    'Base des identifiants dans les réponses',
    'Base of ids in responses',
    idFormats,
  ),
  choice(
    'receiptIdFormat',
    'Base des identifiants dans les accusés',
    'Base of ids in receipts',
    idFormats,
  ),
  field(
    'statusOverrides',
    'text',
    'Codes propres à l’opérateur',
    'Codes of the operator’s own',
    false,
  ),
];

function field(
  name: keyof SmppConfig,
  type: ConfigField['type'],
  fr: string,
  en: string,
  required: boolean,
): ConfigField {
  return { name, type, label: { fr, en }, required };
}

function address(...asked: Parameters<typeof field>): ConfigField {
  return { ...field(...asked), address: true };
}

function choice(name: keyof SmppConfig, fr: string, en: string, choices: string[]): ConfigField {
  return { ...field(name, 'choice', fr, en, false), choices };
}

/** Whole numbers with their bounds. */
const numbers: readonly [keyof SmppConfig, min: number, max: number][] = [
  ['window', 1, 1000],
  ['binds', 1, 100],
  ['responseTimeoutMs', 100, 300_000],
  ['enquireLinkMs', 100, 600_000],
  ['alphanumericTon', 0, 7],
  ['alphanumericNpi', 0, 18],
  ['shortCodeTon', 0, 7],
  ['shortCodeNpi', 0, 18],
  ['numberTon', 0, 7],
  ['numberNpi', 0, 18],
  ['destinationTon', 0, 7],
  ['destinationNpi', 0, 18],
  ['addressTon', 0, 7],
  ['addressNpi', 0, 18],
  ['gsmDataCoding', 0, 255],
];

/** Texts with their longest length. The standard gives a password 8 letters; operators exist that hand out longer ones. */
const texts: readonly [keyof SmppConfig, max: number][] = [
  ['systemId', 15],
  ['password', 64],
  ['systemType', 12],
  ['serviceType', 5],
  ['addressRange', 40],
];

const choices: readonly [keyof SmppConfig, readonly string[]][] = [
  ['bindType', bindTypes],
  ['interfaceVersion', interfaceVersions],
  ['validity', validityForms],
  ['concatenation', concatenations],
  ['responseIdFormat', idFormats],
  ['receiptIdFormat', idFormats],
];

/** Ways of joining parts that travel as optional parameters. */
const needsParameters: ReadonlySet<unknown> = new Set(['sar', 'payload']);

/** data_coding values that would not be read as text of one octet a letter: binary, UCS-2. */
const notGsm: ReadonlySet<unknown> = new Set([2, 4, 8]);

/** Names every unusable field at once; an empty list means that the configuration can be used. */
export function checkConfig(config: SmppConfig): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const refuse = (name: keyof SmppConfig, message: string) =>
    problems.push({ field: name, message });
  if (!isText(config.host, 253) || config.host === '')
    refuse('host', 'must be a host name or an address');
  if (!isPort(config.port)) refuse('port', 'must be a whole number from 1 to 65535');
  problems.push(...checkTls(config));
  if (config.receipts !== undefined && typeof config.receipts !== 'boolean')
    refuse('receipts', 'must be true or false');
  if (config.interfaceVersion === '3.3' && needsParameters.has(config.concatenation))
    refuse('concatenation', 'must be udh8 or udh16 with 3.3, which has no optional parameters');
  if (config.systemId === undefined || (config.systemId as string) === '')
    refuse('systemId', 'must not be empty');
  for (const [name, max] of texts)
    if (config[name] !== undefined && !isText(config[name], max))
      refuse(name, `must be at most ${max} printable ASCII characters`);
  for (const [name, min, max] of numbers)
    if (config[name] !== undefined && !isWhole(config[name], min, max))
      refuse(name, `must be a whole number from ${min} to ${max}`);
  for (const [name, allowed] of choices)
    if (config[name] !== undefined && !allowed.includes(String(config[name])))
      refuse(name, `must be one of ${allowed.join(', ')}`);
  if (notGsm.has(config.gsmDataCoding))
    refuse(
      'gsmDataCoding',
      'must not be 2, 4 or 8: those are not an alphabet of one octet a letter',
    );
  if (!isRate(config.ratePerSec)) refuse('ratePerSec', 'must be a number above 0');
  if (
    config.statusOverrides !== undefined &&
    parseStatusOverrides(String(config.statusOverrides)) === null
  )
    refuse(
      'statusOverrides',
      'must read code=meaning, …; a meaning is refused[:reason], busy[:cause] or unknown',
    );
  return problems;
}

function isText(value: unknown, max: number): boolean {
  return typeof value === 'string' && value.length <= max && /^[\x20-\x7e]*$/.test(value);
}

function isWhole(value: unknown, min: number, max: number): boolean {
  return Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
}

function isPort(value: unknown): boolean {
  return isWhole(
    typeof value === 'string' && /^\d{1,5}$/.test(value) ? Number(value) : value,
    1,
    65_535,
  );
}
