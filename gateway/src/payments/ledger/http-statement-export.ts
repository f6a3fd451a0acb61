// Route of a statement as a file. The export is written to the audit log.

import { readNow } from '../../platform/db/now.ts';
import type { Database } from '../../platform/db/database.ts';
import { noteAudit } from '../../platform/audit/index.ts';
import { readBounds } from './index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { statementFile } from './http-statement-file.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import { periodOf } from './http-statement-period.ts';

export function statementExportHandlers({ database }: { database: Database }) {
  return {
    async 'GET statement/export'({
      query: { form = 'plain', ...query },
      caller: { session, membership },
      visit,
    }) {
      const { accountId, accountName } = membership;
      const period = await periodOf(database, accountId, query);
      if (!period.ok) return period;
      const { currency, from, until } = period.value;
      const reported = {
        currency,
        form,
        from: from?.toISOString() ?? null,
        until: until?.toISOString() ?? null,
      };
      await noteAudit(database, {
        who: actorOf(session.user, visit),
        action: 'statement.export',
        accountId,
        new: reported,
      });
      const { opening } = await readBounds(database, period.value);
      const madeAt = await readNow(database);
      const { language, timeZone } = session.user;
      const account = { id: accountId, name: accountName };
      return {
        ok: true,
        file: statementFile(
          database,
          { account, period: period.value, opening, madeAt, language, timeZone },
          form,
        ),
      };
    },
  } satisfies Partial<Handlers>;
}
