// An entry of the audit log as a sentence: who did what to whom, and what it was before and after
// where that is short.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useMessages } from '../../language/index.ts';
import { changesOf } from './changes.ts';
import { auditMessages } from './messages.ts';
import { sentenceMessages } from './sentence-messages.ts';
import './audit.css';

export type Entry = RouteAnswer<'GET operator/audit'>['items'][number];

/** The rest is in the panel. */
const changesShown = 3;
const valueCharactersMax = 40;

export function Sentence({ entry }: { entry: Entry }) {
  const messages = useMessages(auditMessages);
  const sentences: Partial<Record<string, string>> = useMessages(sentenceMessages);
  const { action, who, name, email, old, new: now } = entry;
  const author = name ?? email ?? messages.authors[who];
  const about = aboutOf(entry);
  const changes = changesOf(old, now);
  const isShort =
    changes.length <= changesShown &&
    changes.every(({ before, after }) =>
      [before, after].every((value) => (value?.length ?? 0) <= valueCharactersMax),
    );
  return (
    <>
      <strong>{author}</strong> {sentences[action] ?? messages.did(action)}
      {about === '' ? null : messages.about(about)}
      {changes.length === 0 || !isShort ? null : (
        <span className="soft small audit-changes">
          {changes.map(({ field, before, after }) => (
            <span key={field}>
              <span lang="en">{field}</span> {before === null ? null : <code>{before}</code>}
              {before === null ? null : ' → '}
              {after === null ? messages.nothing : <code>{after}</code>}
            </span>
          ))}
        </span>
      )}
    </>
  );
}

/** The person it was done to, what else it is about, and the account. */
function aboutOf({ subject, subjectName, accountId, accountName, userId }: Entry): string {
  const isAccount = subject === `account/${accountId}`;
  const isOwn = subject === `person/${userId}`;
  const thing = subject === null || isAccount || isOwn ? null : (subjectName ?? subject);
  return [thing, accountName].filter((part) => part !== null).join(' · ');
}
