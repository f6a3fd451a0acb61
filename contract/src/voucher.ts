// Schema of what a payment hands over: a code that somebody types into a meter or a phone, or shows
// to collect money (rule O16). Callbacks, status answers and connectors share it.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { described } from './check/described.ts';

/** `CODE` is everything that has no word of its own here. The list may grow. */
export const voucherTypes = ['METER_TOKEN', 'AIRTIME_PIN', 'PICKUP_CODE', 'CODE'] as const;
export type VoucherType = (typeof voucherTypes)[number];

export const voucherSchema = Type.Object(
  {
    type: Type.Enum(
      [...voucherTypes],
      described(
        'METER_TOKEN: typed into a prepaid meter. AIRTIME_PIN: typed into a phone. PICKUP_CODE: shown to collect a remittance. CODE: anything else. Treat a type you do not know as CODE.',
        'METER_TOKEN : à saisir sur un compteur prépayé. AIRTIME_PIN : à saisir sur un téléphone. PICKUP_CODE : à présenter pour retirer un transfert. CODE : tout autre code. Traitez un type inconnu comme CODE.',
      ),
    ),
    code: Type.String(
      described(
        'The code itself. Whoever has it can use it: store it as you would store cash.',
        'Le code lui-même. Quiconque le possède peut l’utiliser : conservez-le comme de l’argent.',
      ),
    ),
    serialNumber: Type.Optional(
      Type.String(
        described(
          'Number of the voucher at its issuer, for complaints.',
          'Numéro du bon chez son émetteur, pour les réclamations.',
        ),
      ),
    ),
    quantity: Type.Optional(
      Type.String(
        described(
          'What the code is worth, as a decimal number.',
          'Ce que vaut le code, en nombre décimal.',
        ),
      ),
    ),
    unit: Type.Optional(
      Type.String(described('Unit of the quantity: kWh.', 'Unité de la quantité : kWh.')),
    ),
    expiresAt: Type.Optional(
      Type.String(described('ISO 8601; absent: never.', 'ISO 8601 ; absent : jamais.')),
    ),
  },
  {
    additionalProperties: false,
    ...described(
      'What was bought, where it is a code. Absent otherwise.',
      'Ce qui a été acheté, quand il s’agit d’un code. Absent sinon.',
    ),
  },
);
export type Voucher = Static<typeof voucherSchema>;

const shownCharacters = 4;

/**
 * A code for people who are not to use it: its last characters, where it is long enough to hide the
 * rest.
 */
export function maskedCode(code: string): string {
  const shown = code.length > 2 * shownCharacters ? code.slice(-shownCharacters) : '';
  return `••••${shown}`;
}
