// Route of what an approval request would change, with prices as those who have them see them.

import { isAccountKind, type RouteResult } from '@jokko/contract/portal';
import type { Catalogue } from '../../payments/catalogue/index.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { notFound } from '../../platform/http/portal/refused.ts';
import { shownPrice } from '../pricing/index.ts';
import {
  findApprovalRequest,
  type ApprovalRequest,
  type ApprovalRequestKinds,
  type PreviewLine,
} from './index.ts';

type Preview = RouteResult<'GET operator/approval-requests/:id/preview'>;
type Line = Preview['lines'][number];

export interface PreviewDeps {
  database: Database;
  catalogue(): Catalogue;
}

/** Requests of a developer's own users are theirs alone. */
export function previewHandlers(deps: PreviewDeps, kinds: ApprovalRequestKinds) {
  return {
    async 'GET operator/approval-requests/:id/preview'({ params }) {
      const request = await findApprovalRequest(deps.database, Number(params.id));
      const kind = request === null ? undefined : kinds[request.kind];
      if (request === null || kind === undefined || isAccountKind(request.kind)) return notFound;
      return { ok: true, answer: await previewOf(deps, kinds, request) };
    },
  } satisfies Partial<Handlers>;
}

/** What an open request would change, as the portal shows it. */
export async function previewOf(
  { database, catalogue }: PreviewDeps,
  kinds: ApprovalRequestKinds,
  request: ApprovalRequest,
): Promise<Preview> {
  const preview = kinds[request.kind]?.preview;
  if (request.state !== 'open' || preview === undefined) return { lines: [], refusal: null };
  const { lines, refusal } = await preview(database, request);
  return { lines: lines.map((line) => shown(line, catalogue())), refusal };
}

const shown = ({ asked, before, after, ...line }: PreviewLine, catalogue: Catalogue): Line => ({
  ...line,
  asked: shownValue(asked, catalogue),
  before: shownValue(before, catalogue),
  after: shownValue(after, catalogue),
});

/** A price of a service that has left the catalogue has nothing to be shown with. */
function shownValue(value: PreviewLine['before'], catalogue: Catalogue): Line['before'] {
  if (value === null || !('code' in value)) return value;
  const { code, price: own } = value;
  const price = shownPrice(catalogue, code, own);
  const service = catalogue.service(code);
  return price === null || service === undefined ? null : { price, currency: service.currency };
}
