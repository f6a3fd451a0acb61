// Chooses the alphabet of a short message and computes how much text a part carries.

/** GSM 03.38 with its extension table, or UTF-16 big-endian where a character is in neither. */
export type SmsEncoding = 'gsm7' | 'ucs2';

/**
 * Septets of GSM-7, UTF-16 code units of UCS-2: what a message of one part carries, and what a part
 * of several does, less the 6 octets of the header that joins them (8-bit reference).
 */
export const smsPartLimits: Record<SmsEncoding, { single: number; joined: number }> = {
  gsm7: { single: 160, joined: 153 },
  ucs2: { single: 70, joined: 67 },
};

/** The header that joins parts counts no further. */
const partsMax = 255;
/** UTF-16 units of the longest text that any application may send. */
export const smsContentUnitsMax = partsMax * smsPartLimits.gsm7.joined;
