// Parses the sender of a message and decides whether it can be sent: a name of up to 11
// characters, a short code or a number (rule X3).
import { countSeptets } from './alphabet.ts';
import { composeText } from './compose.ts';

/** 11 septets are what the address of a short message holds. */
export const senderSeptetsMax = 11;
/**
 * UTF-16 units; more is not looked at. With accents apart and spaces around, 11 characters have far
 * fewer.
 */
const senderUnitsMax = 64;

const shortCode = /^\d{3,8}$/;
const longNumber = /^\+?[1-9]\d{8,14}$/;
// Code 0 (@) ends the string in SMPP; line breaks and form feed are in the alphabet, but not in a
// name.
const forbidden = /[@\r\n\f]/;

export type SenderProblem = 'empty' | 'tooLong' | 'forbiddenCharacters';

export type SenderCheck =
  /** `sender` is as it will be sent: without spaces at its ends, a long number without plus. */
  | { kind: 'alphanumeric' | 'shortCode' | 'longNumber'; sender: string }
  | { kind: 'problem'; problem: SenderProblem };

/** Characters of the extension table (€ [ ] { } ~ ^ | \) count twice, as in a text. */
export function checkSender(given: string): SenderCheck {
  if (given.length > senderUnitsMax) return { kind: 'problem', problem: 'tooLong' };
  const sender = composeText(given).trim();
  if (sender === '') return { kind: 'problem', problem: 'empty' };
  if (shortCode.test(sender)) return { kind: 'shortCode', sender };
  if (longNumber.test(sender)) return { kind: 'longNumber', sender: sender.replace('+', '') };
  const septets = countSeptets(sender);
  if (septets < 0 || forbidden.test(sender))
    return { kind: 'problem', problem: 'forbiddenCharacters' };
  return septets > senderSeptetsMax
    ? { kind: 'problem', problem: 'tooLong' }
    : { kind: 'alphanumeric', sender };
}
