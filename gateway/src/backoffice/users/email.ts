// Normalises e-mail addresses, so that equal ones compare as equal, and rejects invalid ones.

const form = /^[^\s@<>"(),:;[\]\\]{1,64}@[^\s@<>"(),:;[\]\\]+\.[^\s@.<>"(),:;[\]\\]{2,63}$/u;
const charactersMax = 254;
/** Not seen, or turning the writing around: two addresses would look like one. */
const hidden = /[\p{Cc}\p{Cf}]/u;

/** The address without spaces around it; null when it is none. */
export function readEmail(text: string): string | null {
  const email = text.trim();
  return email.length <= charactersMax &&
    !hidden.test(email) &&
    form.test(email) &&
    !email.includes('..')
    ? email
    : null;
}

/** The form in which addresses are compared, without regard to case. */
export const emailKey = (email: string): string => email.trim().normalize('NFKC').toLowerCase();
