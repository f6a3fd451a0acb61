// What alerts say of each rule, when it is broken and when that has ended: one line, in people's
// words.

import { alertSubjectName } from '@jokko/contract/portal';
import type { AlertItem } from '../kinds.ts';
import type { TextTerms } from './terms.ts';

type Translate = TextTerms['t'];

/** What is wrong with what, and its end, each as one line. */
interface RuleLines {
  begun(item: AlertItem, terms: TextTerms): string;
  ended(item: AlertItem, terms: TextTerms): string;
}

/** Each rule has both: a rule without its end does not compile. */
export const ruleLines: { readonly [rule in AlertItem['rule']]: RuleLines } = {
  route: {
    begun: ({ subject, value }, { t }) =>
      value === null
        ? t(`La route ${subject} est perturbée`, `Route ${subject} is disturbed`)
        : t(
            `La route ${subject} est perturbée : ${value} % de bonnes réponses`,
            `Route ${subject} is disturbed: ${value}% good answers`,
          ),
    ended: ({ subject }, { t }) =>
      t(`La route ${subject} fonctionne de nouveau`, `Route ${subject} works again`),
  },
  smsLink: {
    begun: ({ subject }, { t }) =>
      t(
        `La liaison SMS ${subject} est interrompue ou bloquée`,
        `SMS link ${subject} is down or stuck`,
      ),
    ended: ({ subject }, { t }) =>
      t(
        `La liaison SMS ${subject} fonctionne de nouveau, ou a été retirée`,
        `SMS link ${subject} works again, or was removed`,
      ),
  },
  float: {
    begun: (item, terms) =>
      terms.t(
        `Le float ${item.subject} est bas : ${lowText(item, terms)}`,
        `Float ${item.subject} is low: ${lowText(item, terms)}`,
      ),
    ended: ({ subject }, { t }) =>
      t(
        `Le float ${subject} est de nouveau au-dessus de son minimum`,
        `Float ${subject} is above its minimum again`,
      ),
  },
  floatHours: {
    begun: ({ subject, value }, { t }) =>
      t(
        `Le float ${subject} dure encore ${value} h à son rythme habituel`,
        `Float ${subject} lasts ${value} more h at its usual pace`,
      ),
    ended: ({ subject }, { t }) =>
      t(
        `Le float ${subject} dure de nouveau assez longtemps`,
        `Float ${subject} lasts long enough again`,
      ),
  },
  smsBalance: {
    begun: (item, terms) =>
      terms.t(
        `Le solde de la liaison SMS ${item.subject} est bas : ${lowText(item, terms)}`,
        `The balance of SMS link ${item.subject} is low: ${lowText(item, terms)}`,
      ),
    ended: ({ subject }, { t }) =>
      t(
        `Le solde de la liaison SMS ${subject} n’est plus sous son minimum, ou la liaison a été retirée`,
        `The balance of SMS link ${subject} is no longer below its minimum, or the link was removed`,
      ),
  },
  agedMoney: {
    begun: ({ value }, { t }) =>
      t(
        `Opérations sans résultat depuis trop longtemps : ${value}`,
        `Operations without a result for too long: ${value}`,
      ),
    ended: (_item, { t }) =>
      t(
        'Plus aucune opération n’est sans résultat depuis trop longtemps',
        'No operation is without a result for too long any more',
      ),
  },
  callbacks: {
    begun: ({ value }, { t }) =>
      t(`Les callbacks ont ${value} min de retard`, `Callbacks are ${value} min late`),
    ended: (_item, { t }) =>
      t('Les callbacks partent de nouveau à temps', 'Callbacks leave on time again'),
  },
  // With a value: how long all tasks of a node stood still.
  queue: {
    begun: ({ subject, value }, { t }) =>
      value === null
        ? t(
            `La tâche « ${subjectText(subject, t)} » échoue ou prend du retard`,
            `Task “${subjectText(subject, t)}” fails or is late`,
          )
        : t(
            `Le nœud ${subject} est resté à l’arrêt pendant ${value} s`,
            `Node ${subject} was paused for ${value} s`,
          ),
    ended: ({ subject, value }, { t }) =>
      value === null
        ? t(
            `La tâche « ${subjectText(subject, t)} » fonctionne de nouveau`,
            `Task “${subjectText(subject, t)}” works again`,
          )
        : t(
            `Le nœud ${subject} travaille de nouveau, après ${value} s d’arrêt`,
            `Node ${subject} works again, after a pause of ${value} s`,
          ),
  },
  reconciliation: {
    begun: ({ subject, value }, { t }) =>
      t(
        `Aucun relevé de ${subject} depuis ${value} jours`,
        `No statement of ${subject} for ${value} days`,
      ),
    ended: ({ subject }, { t }) =>
      t(`Un relevé de ${subject} est arrivé`, `A statement of ${subject} has arrived`),
  },
  statement: {
    begun: ({ subject }, { t }) =>
      t(
        `Le relevé ${subject} n’est pas complet, ou ne suit pas le précédent`,
        `Statement ${subject} is not whole, or does not follow the one before`,
      ),
    ended: ({ subject }, { t }) =>
      t(`Le relevé ${subject} est complet`, `Statement ${subject} is whole`),
  },
  node: {
    begun: ({ subject }, { t }) =>
      t(
        `Le nœud ${subject} ne répond plus ou son horloge dérive`,
        `Node ${subject} is gone or its clock drifts`,
      ),
    ended: ({ subject }, { t }) =>
      t(
        `Le nœud ${subject} répond de nouveau, ou a été retiré`,
        `Node ${subject} answers again, or was removed`,
      ),
  },
  disk: {
    begun: (_item, { t }) =>
      t('Moins d’un dixième du disque est libre', 'Less than a tenth of the disk is free'),
    ended: (_item, { t }) =>
      t('Le disque a de nouveau assez de place', 'The disk has enough room again'),
  },
  certificate: {
    begun: ({ subject }, { t }) =>
      t(
        `Un certificat ou un secret expire : ${subject}`,
        `A certificate or secret expires: ${subject}`,
      ),
    ended: ({ subject }, { t }) =>
      t(
        `Le certificat ou le secret a été renouvelé : ${subject}`,
        `The certificate or secret was renewed: ${subject}`,
      ),
  },
  database: {
    begun: ({ subject }, { t }) =>
      t(
        `La base de données demande une intervention : ${subjectText(subject, t)}`,
        `The database needs attention: ${subjectText(subject, t)}`,
      ),
    ended: ({ subject }, { t }) =>
      t(
        `La base de données est rétablie : ${subjectText(subject, t)}`,
        `The database is well again: ${subjectText(subject, t)}`,
      ),
  },
};

/** The text about `WAVE_SN XOF`: how much there is, and how much there should be. */
function lowText({ subject, value, threshold }: AlertItem, { money }: TextTerms): string {
  const currency = /[A-Z]{3}$/.exec(subject)?.[0];
  if (currency === undefined) return String(value);
  const shown = money(String(value ?? 0), currency);
  if (threshold === undefined || threshold === null) return shown;
  const minimum = money(String(threshold), currency);
  // The same word in both languages.
  return `${shown} (minimum ${minimum})`;
}

export const subjectText = (subject: string, t: Translate): string =>
  t(...alertSubjectName(subject));

/** When it began, by the clock that all share: a message has readers in several countries. */
export const sinceText = (raisedAt: string, t: Translate): string => {
  const form = { dateStyle: 'short', timeStyle: 'short', timeZone: 'UTC' } as const;
  const at = (locale: string) => new Intl.DateTimeFormat(locale, form).format(new Date(raisedAt));
  return `${t(at('fr-FR'), at('en-GB'))} UTC`;
};
