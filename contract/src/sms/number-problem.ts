// What can be wrong with one recipient, and what its sender meant as far as that can be known.

export const smsNumberProblems = [
  // No number in international form.
  'invalid',
  'characters',
  'noCountryCode',
  // A number of a country that is served, which cannot exist there.
  'wrongLength',
  'notAssigned',
  'landline',
  'countryNotServed',
  'operatorNotServed',
  'optedOut',
  // The same sender and text went to it within the app's duplicate window.
  'duplicate',
] as const;
export type SmsNumberProblem = (typeof smsNumberProblems)[number];

export interface SmsNumberFault {
  problem: SmsNumberProblem;
  /** Numbers with plus that were perhaps meant, the likeliest first; at most three. */
  meant: readonly string[];
  /** What is known of its country; absent where that is not known. */
  country?: {
    /** ISO 3166. */
    code: string;
    callingCode: string;
    /** How many digits its mobile numbers have behind the calling code, the fewest first. */
    lengths: readonly number[];
    /** How many the refused one has. */
    given: number;
  };
}
