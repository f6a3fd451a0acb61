// Signs in a user whose phone is lost, with one of ten recovery codes that were shown once. Each
// is valid once.

import { randomInt } from 'node:crypto';
import type { Session, Statement } from '../../platform/db/database.ts';
import type { Secrets } from '../../platform/secrets/index.ts';

const codesCount = 10;
const codeCharacters = 10;
/** Without characters that look alike: 50 bits in ten of them, and guesses are limited. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

const replaceCodes: Statement = {
  name: 'replace_recovery_codes',
  text: `with gone as (delete from recovery_code where user_id = $1)
    insert into recovery_code (user_id, code_hash) select $1, unnest($2::bytea[])`,
};
const takeCode: Statement = {
  name: 'take_recovery_code',
  text: 'update recovery_code set used_at = jokko_now() where user_id = $1 and code_hash = $2 and used_at is null returning 1',
};
const dropCodes: Statement = {
  name: 'drop_recovery_codes',
  text: 'delete from recovery_code where user_id = $1',
};

/** `abcde-fghjk` */
function makeCode(): string {
  const text = Array.from(
    { length: codeCharacters },
    () => alphabet[randomInt(alphabet.length)],
  ).join('');
  return `${text.slice(0, codeCharacters / 2)}-${text.slice(codeCharacters / 2)}`;
}

const hashOf = (secrets: Secrets, userId: number, code: string): Buffer =>
  secrets.hashKey(`recovery/${userId}/${code.toLowerCase().replaceAll(/[\s-]/g, '')}`);

/** Makes ten new codes; all before them end. */
export async function renewRecoveryCodes(
  session: Session,
  secrets: Secrets,
  userId: number,
): Promise<string[]> {
  const codes = Array.from({ length: codesCount }, makeCode);
  await session.query(replaceCodes, [userId, codes.map((code) => hashOf(secrets, userId, code))]);
  return codes;
}

/** True once for each code. */
export async function takeRecoveryCode(
  session: Session,
  secrets: Secrets,
  userId: number,
  code: string,
): Promise<boolean> {
  return (await session.query(takeCode, [userId, hashOf(secrets, userId, code)])).length > 0;
}

export async function dropRecoveryCodes(session: Session, userId: number): Promise<void> {
  await session.query(dropCodes, [userId]);
}
