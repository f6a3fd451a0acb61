// What publishing a requested draft would change in what is in force.

import type { Database } from '../../platform/db/database.ts';
import type { Change, OperatorDocument } from '../../platform/documents/index.ts';
import { changeOf, type ApprovalPreview, type PreviewLine } from '../approvals/index.ts';
import { viewDraft } from './view.ts';

/** What is asked for: this revision of a draft, on top of the version `base`. */
export interface PublishApprovalRequest {
  draft: number;
  revision: number;
  base: number;
  title: string;
}

/** The draft's own page shows them all. */
const linesMax = 20;

export async function previewPublication(
  database: Database,
  document: OperatorDocument,
  { draft: id, revision, base }: PublishApprovalRequest,
): Promise<ApprovalPreview> {
  const view = await viewDraft(database, document, id);
  if (view === null) return { lines: [], refusal: 'notFound' };
  const { draft, inForce, changes, problems } = view;
  const version = changeOf('version', {
    asked: inForce === base ? null : { word: String(base) },
    before: inForce === 0 ? null : { word: String(inForce) },
    after: { word: String(inForce + 1) },
  });
  const refusal = draft.revision === revision ? null : 'conflict';
  return {
    lines: [version, ...changes.flatMap(linesOf).slice(0, linesMax)],
    refusal: refusal ?? (inForce === base ? null : 'outdated') ?? problems[0]?.message ?? null,
  };
}

/** Whole entries come and go; of one that stays each field that changes. */
function linesOf({ entry, kind, fields }: Change): PreviewLine[] {
  if (kind !== 'changed')
    return [
      changeOf('entry', {
        name: entry,
        before: kind === 'added' ? null : { word: 'entry_there' },
        after:
          kind === 'removed' ? null : { word: kind === 'moved' ? 'entry_moved' : 'entry_there' },
      }),
    ];
  return fields.map(({ field, before, after }) =>
    changeOf('entry', {
      name: `${entry} · ${field}`,
      before: before === null ? null : { word: before },
      after: after === null ? null : { word: after },
    }),
  );
}
