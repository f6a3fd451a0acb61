// Says in a sentence why a route, a carrier connection or a receiver is not healthy, with its figures.

import { goodOf, troubleOf } from './judge.ts';
import type { HealthFigures, ReasonId } from './subject.ts';

type Language = 'fr' | 'en';
type Text = { readonly [language in Language]: string };

const seconds = (ms: number | null): string => ((ms ?? 0) / 1_000).toFixed(1);
const decimal = (text: string): string => text.replace('.', ',');

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
          fr: `lent : 95 % des réponses en ${decimal(seconds(p95Ms))} s`,
          en: `slow: 95% of answers take ${seconds(p95Ms)} s`,
        }
      : {
          fr: `lent : 95 % des réponses en ${decimal(seconds(p95Ms))} s, d’habitude ${decimal(seconds(usualP95Ms))} s`,
          en: `slow: 95% of answers take ${seconds(p95Ms)} s, usually ${seconds(usualP95Ms)} s`,
        },
  queue: ({ queued = 0, queueAgeSec = 0 }) => ({
    fr: `${queued} en file d’attente, le plus ancien depuis ${queueAgeSec} s`,
    en: `${queued} waiting, the oldest for ${queueAgeSec} s`,
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
