// Says in a sentence why a route, a carrier connection or a receiver is not healthy, with its
// figures.

import { lengthOfTime } from '@jokko/contract';
import { goodOf, troubleOf } from './judge.ts';
import type { HealthFigures, ReasonId } from './subject.ts';

type Language = 'fr' | 'en';
type Text = { readonly [language in Language]: string };

const lasted = (sec: number): Text => ({
  fr: lengthOfTime(sec, 'fr'),
  en: lengthOfTime(sec, 'en'),
});

/** An answer takes parts of a second. */
function took(ms: number | null): Text {
  const sec = (ms ?? 0) / 1_000;
  if (sec >= 60) return lasted(sec);
  const text = `${sec.toFixed(1)} s`;
  return { fr: text.replace('.', ','), en: text };
}

const texts: { readonly [reason in ReasonId]: (figures: HealthFigures) => Text } = {
  unanswered: (figures) => ({
    fr: `${figures.unknown} ordres sur ${totalOf(figures)} sans réponse exploitable en 5 minutes`,
    en: `${figures.unknown} of ${totalOf(figures)} orders without a usable answer in 5 minutes`,
  }),
  faulted: (figures) => ({
    fr: `${figures.faulted} échecs techniques sur ${totalOf(figures)} en 5 minutes`,
    en: `${figures.faulted} of ${totalOf(figures)} failed for technical reasons in 5 minutes`,
  }),
  unreachable: ({ unsent, failuresInRow = 0 }) => ({
    fr: `connexion impossible (${Math.max(unsent, failuresInRow)} fois)`,
    en: `cannot be reached (${Math.max(unsent, failuresInRow)} times)`,
  }),
  unresolved: ({ unresolved = 0 }) => ({
    fr: `${unresolved} opérations de la dernière heure au résultat inconnu`,
    en: `${unresolved} operations of the last hour with an unknown outcome`,
  }),
  agedPending: ({ agedPending = 0 }) => ({
    fr: `${agedPending} opérations acceptées attendent leur résultat plus longtemps que d’habitude`,
    en: `${agedPending} accepted operations wait for their result longer than usual`,
  }),
  slow: ({ p95Ms, usualP95Ms }) =>
    usualP95Ms === null
      ? {
          fr: `lent : 95 % des réponses en ${took(p95Ms).fr}`,
          en: `slow: 95% of answers take ${took(p95Ms).en}`,
        }
      : {
          fr: `lent : 95 % des réponses en ${took(p95Ms).fr}, d’habitude ${took(usualP95Ms).fr}`,
          en: `slow: 95% of answers take ${took(p95Ms).en}, usually ${took(usualP95Ms).en}`,
        },
  queue: ({ queued = 0, queueAgeSec = 0 }) => ({
    fr: `${queued} en file d’attente, le plus ancien depuis ${lasted(queueAgeSec).fr}`,
    en: `${queued} waiting, the oldest for ${lasted(queueAgeSec).en}`,
  }),
  notBound: () => ({ fr: 'connexion SMS interrompue', en: 'the SMS connection is down' }),
  recovering: () => ({
    fr: 'rétablissement en cours d’observation',
    en: 'recovering, still being observed',
  }),
};

const totalOf = (figures: HealthFigures): number => troubleOf(figures) + goodOf(figures);

/** Without a full stop. `figures`: those of the judgement. */
export const reasonText = (reason: ReasonId, figures: HealthFigures, language: Language): string =>
  texts[reason](figures)[language];
