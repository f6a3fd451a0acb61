// Reads the form of a developer's settings. Pure.

import { wholeNumber } from '../../language/whole-number.ts';
import type { Developer } from './answers.ts';

export type Settings = Developer['settings'];
export const switches = [
  'mirrorFields',
  'allowHttpCallbacks',
  'smsAcceptWithoutPlus',
  'parksPayouts',
] as const;

/**
 * Returns only what differs from what the form was shown: the rest may be another's change by now.
 */
export function changedSettings(
  shown: Settings,
  values: Record<string, string>,
): Partial<Settings> {
  const isOn = (name: (typeof switches)[number]): boolean => values[name] !== undefined;
  const { rateLimit = '', operationMax = '', callbackGraceMs } = values;
  const read: Settings = {
    mirrorFields: isOn('mirrorFields'),
    allowHttpCallbacks: isOn('allowHttpCallbacks'),
    smsAcceptWithoutPlus: isOn('smsAcceptWithoutPlus'),
    parksPayouts: isOn('parksPayouts'),
    rateLimit: rateLimit.trim() === '' ? null : wholeNumber(rateLimit),
    operationMax: operationMax.trim() === '' ? null : wholeNumber(operationMax),
    callbackGraceMs: wholeNumber(callbackGraceMs),
    language: values['language'] === 'en' ? 'en' : 'fr',
  };
  return Object.fromEntries(
    Object.entries(read).filter(([name, value]) => value !== shown[name as keyof Settings]),
  );
}
