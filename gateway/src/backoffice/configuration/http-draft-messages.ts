// Reads who changes which kind of draft, and presents what a change was refused for.

import type { documentKinds } from '@jokko/contract/portal';
import type { Database } from '../../platform/db/database.ts';
import type { DocumentProblem } from '../../platform/documents/index.ts';
import type { DraftDeps, Saved } from './index.ts';
import type { Documents } from './http-document-entries.ts';
import { actorOf, type SignedInUser, type Visit } from '../../platform/http/portal/caller.ts';
import type { Refused } from '../../platform/http/portal/refused.ts';

type Kind = (typeof documentKinds)[number];

export const depsIn =
  (database: Database, documents: Documents) =>
  (kind: Kind, user: SignedInUser, visit: Visit): DraftDeps => ({
    database,
    document: documents[kind],
    who: actorOf(user, visit),
    userId: user.id,
  });

type NotSaved = Extract<Saved, { ok: false }>;

export const refused = ({ refusal }: NotSaved): Refused => ({
  ok: false,
  refusal: refusal === 'notFound' ? 'notFound' : 'conflict',
});

export const reported = (problems: DocumentProblem[]) =>
  problems.map(({ line, field, message }) => ({ line, field, message }));
