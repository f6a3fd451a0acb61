// What a partner of simulated Orange Sonatel has: credentials for tests only.

export const clientId = 'jokko-sonatel';
export const clientSecret = 'sandbox-sonatel-secret';
export const merchantCode = '123456';
export const partnerNumber = '771234567';
export const pin = '2021';
/** Comes back as HTTP Basic where a call names none of its own. */
export const noticeKey = 'sandbox-sonatel-key';
export const noticeSecret = 'sandbox-sonatel-notices';
/** The one-time code that is always wrong; any other of six digits is right. */
export const wrongOtp = '000000';
