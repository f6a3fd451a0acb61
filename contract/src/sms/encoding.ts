// Which alphabet does a short message go out in?

/** GSM 03.38 with its extension table, or UTF-16 big-endian where a character is in neither. */
export type SmsEncoding = 'gsm7' | 'ucs2';
