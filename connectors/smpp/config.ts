// Configuration of an SMSC reached over SMPP.

import {
  checkTls,
  choice,
  fields,
  flag,
  int,
  isWhole,
  number,
  optional,
  rate,
  secret,
  text,
  tlsFields,
} from '@jokko/connectors/kit';
import type { ConfigOf } from '@jokko/connectors/kit';
import { resendField } from '@jokko/connectors/kit/carrier';
import { parseStatusOverrides } from './submit/status-table.ts';

const idFormats = ['auto', 'hex', 'decimal'] as const;
const ton = (fr: string, en: string) => optional(int(0, 7, `TON ${fr}`, `TON ${en}`));
const npi = (fr: string, en: string) => optional(int(0, 18, `NPI ${fr}`, `NPI ${en}`));

const isAscii = (value: string, max: number): boolean =>
  value.length <= max && /^[\x20-\x7e]*$/.test(value);
const ascii = (max: number) => (value: string) =>
  isAscii(value, max) ? null : `must be at most ${max} printable ASCII characters`;

/** Without encryption, or with another authority, others read the password. */
const address = { address: true } as const;

const bindFields = {
  host: text(
    'Adresse du centre SMS',
    'Host of the SMS centre',
    (host) => (host !== '' && isAscii(host, 253) ? null : 'must be a host name or an address'),
    address,
  ),
  /** A text of digits where it comes from a value of the installation. */
  port: number<number | string>(
    'Port',
    'Port',
    (port) => (isPort(port) ? null : 'must be a whole number from 1 to 65535'),
    address,
  ),
  tls: optional(flag('Chiffrer (TLS)', 'Encrypt (TLS)', address)),
  ...tlsFields,
  systemId: text('Identifiant (system_id)', 'system_id', (id) =>
    id === '' ? 'must not be empty' : ascii(15)(id),
  ),
  /** The standard gives it 8 letters; operators exist that hand out longer ones. */
  password: optional(secret('Mot de passe', 'Password', ascii(64))),
  systemType: optional(text('system_type', 'system_type', ascii(12))),
  /** `pair`: a transmitter and a receiver, counted as one session. Default transceiver. */
  bindType: optional(choice('Type de session', 'Kind of bind', ['transceiver', 'pair'])),
  /** That the bind names; default 3.4. With 3.3 no optional parameter is sent. */
  interfaceVersion: optional(
    choice('Version du protocole', 'Interface version', ['3.3', '3.4', '5.0']),
  ),
  /** Where the carrier asks for it; default none. */
  addressRange: optional(
    text(
      'Numéros reçus par cette session (address_range)',
      'Numbers that the bind receives for (address_range)',
      ascii(40),
    ),
  ),
  addressTon: ton('de address_range', 'of address_range'),
  addressNpi: npi('de address_range', 'of address_range'),
};

const flowFields = {
  /** Default 10. */
  window: optional(
    int(1, 1_000, 'Envois sans réponse (fenêtre)', 'Unanswered submissions (window)'),
  ),
  /** That the operator allows. */
  ratePerSec: rate('Segments par seconde et session', 'Parts a second and bind'),
  /** At once; default 1. */
  binds: optional(int(1, 100, 'Sessions autorisées', 'Binds allowed')),
  /** Default 30,000. */
  responseTimeoutMs: optional(int(100, 300_000, 'Délai de réponse (ms)', 'Answer time-out (ms)')),
  /** Default 30,000. */
  enquireLinkMs: optional(
    int(100, 600_000, 'Silence avant enquire_link (ms)', 'Silence before enquire_link (ms)'),
  ),
  ...resendField(),
};

const submitFields = {
  serviceType: optional(text('service_type', 'service_type', ascii(5))),
  alphanumericTon: ton('d’un expéditeur alphanumérique', 'of an alphanumeric sender'),
  alphanumericNpi: npi('d’un expéditeur alphanumérique', 'of an alphanumeric sender'),
  shortCodeTon: ton('d’un numéro court', 'of a short code'),
  shortCodeNpi: npi('d’un numéro court', 'of a short code'),
  numberTon: ton('d’un numéro long', 'of a long number'),
  numberNpi: npi('d’un numéro long', 'of a long number'),
  /** Default international (1), E.164 (1). */
  destinationTon: ton('du destinataire', 'of the recipient'),
  destinationNpi: npi('du destinataire', 'of the recipient'),
  /** Default relative. With `none` the carrier decides. */
  validity: optional(
    choice('Forme de la validité', 'Form of the validity period', ['relative', 'absolute', 'none']),
  ),
  /** False: SENT is the last state. Default true. */
  receipts: optional(flag('Demander des accusés de réception', 'Ask for delivery receipts')),
  /** Default 0. With 3 texts go out in Latin-1. */
  gsmDataCoding: optional(
    int(0, 255, 'data_coding de l’alphabet GSM', 'data_coding of the GSM alphabet'),
  ),
  concatenation: optional(
    choice('Assemblage des segments', 'Joining of parts', ['udh8', 'udh16', 'sar', 'payload']),
  ),
};

/** Ways of joining parts that travel as optional parameters. */
const needsParameters: ReadonlySet<unknown> = new Set(['sar', 'payload']);

/** data_coding values that would not be read as text of one octet a letter: binary, UCS-2. */
const notGsm: ReadonlySet<unknown> = new Set([2, 4, 8]);

export const configuration = fields(
  {
    ...bindFields,
    ...flowFields,
    ...submitFields,
    responseIdFormat: optional(
      choice('Base des identifiants dans les réponses', 'Base of ids in responses', idFormats),
    ),
    receiptIdFormat: optional(
      choice('Base des identifiants dans les accusés', 'Base of ids in receipts', idFormats),
    ),
    /** Where codes mean something of their own: `0x45=refused:bad_number,1033=busy`. */
    statusOverrides: optional(
      text('Codes propres à l’opérateur', 'Codes of the operator’s own', (overrides) =>
        parseStatusOverrides(overrides) === null
          ? 'must read code=meaning, …; a meaning is refused[:reason], busy[:cause] or unknown'
          : null,
      ),
    ),
  },
  (config, refuse) => {
    checkTls(config, refuse);
    if (config.interfaceVersion === '3.3' && needsParameters.has(config.concatenation))
      refuse('concatenation', 'must be udh8 or udh16 with 3.3, which has no optional parameters');
    if (notGsm.has(config.gsmDataCoding))
      refuse(
        'gsmDataCoding',
        'must not be 2, 4 or 8: those are not an alphabet of one octet a letter',
      );
  },
);
export type SmppConfig = ConfigOf<typeof configuration>;

function isPort(value: unknown): boolean {
  return isWhole(
    typeof value === 'string' && /^\d{1,5}$/.test(value) ? Number(value) : value,
    1,
    65_535,
  );
}
