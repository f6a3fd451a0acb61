// Reports how far an account has come on its way to its first payment.

import type { Session, Statement } from '../../platform/db/database.ts';

export interface Progress {
  /** A key is valid now. */
  key: boolean;
  /** One of its keys was used. */
  call: boolean;
  /** Its requests are signed. */
  hmac: boolean;
  /** Codes of its active services. */
  services: string[];
}

const selectProgress: Statement = {
  name: 'select_account_progress',
  text: `select
      exists (select 1 from api_key where account_id = $1
        and (expires_at is null or expires_at > jokko_now())) as key,
      exists (select 1 from api_key where account_id = $1 and last_used_at is not null) as call,
      exists (select 1 from account where id = $1 and hmac) as hmac,
      coalesce((select array_agg(code_service) from account_service where account_id = $1),
        '{}') as services`,
};

export async function readProgress(session: Session, accountId: number): Promise<Progress> {
  const [row] = await session.query<Progress>(selectProgress, [accountId]);
  return row!;
}
