// An entry of the audit log as a sentence: who did what to whom, and what it was before and after
// where that is short.

import { Fragment } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useLanguage, useMessages } from '../../language/index.ts';
import { Link } from '../../router/index.ts';
import { nameOfField } from './change-words.ts';
import { changesOf } from './changes.ts';
import { auditMessages } from './messages.ts';
import { sentenceMessages, subjectMessages } from './sentence-messages.ts';
import { nameOfSubject, pageOfSubject } from './subject.ts';
import { Value } from './value.tsx';
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
  const { language } = useLanguage();
  const changes = changesOf(old, now);
  const isShort =
    changes.length <= changesShown &&
    changes.every(({ before, after }) =>
      [before, after].every((value) => (value?.length ?? 0) <= valueCharactersMax),
    );
  return (
    <>
      <strong>{author}</strong> {sentences[action] ?? messages.did(action)}
      <About entry={entry} />
      {changes.length === 0 || !isShort ? null : (
        <span className="soft small audit-changes">
          {changes.map(({ field, before, after }) => (
            <span key={field}>
              {messages.ofField(nameOfField(field, language))}
              {before === null ? null : <Value text={before} />}
              {before === null ? null : ' → '}
              {after === null ? messages.nothing : <Value text={after} />}
            </span>
          ))}
        </span>
      )}
    </>
  );
}

/** The person it was done to, what else it is about, and the account: each leads to its page. */
function About({ entry }: { entry: Entry }) {
  const messages = useMessages(auditMessages);
  const words = useMessages(subjectMessages);
  const { subject, subjectName, accountId, accountName, userId } = entry;
  const isAccount = subject === `account/${accountId}`;
  const isOwn = subject === `person/${userId}`;
  const things = [
    ...(subject === null || isAccount || isOwn
      ? []
      : [
          {
            name: subjectName ?? nameOfSubject(subject, words),
            to: pageOfSubject(subject, accountId),
          },
        ]),
    ...(accountName === null ? [] : [{ name: accountName, to: `/developers/${accountId}` }]),
  ];
  if (things.length === 0) return null;
  return (
    <>
      {messages.about}
      {things.map(({ name, to }, place) => (
        <Fragment key={name}>
          {place === 0 ? null : ' · '}
          {to === null ? name : <Link to={to}>{name}</Link>}
        </Fragment>
      ))}
    </>
  );
}
