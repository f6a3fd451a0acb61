// Messages of the settings of a breaker: each number with what it does.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const breakerSettingsMessages = {
  settings: t('Réglages', 'Settings'),
  of: t(
    (name: string) => `Réglages du disjoncteur : ${name}`,
    (name) => `Breaker settings: ${name}`,
  ),
  lead: t(
    'En vigueur dès l’enregistrement, sur tous les nœuds. Un champ vide prend la valeur habituelle.',
    'In force as soon as they are saved, on all nodes. An empty field takes the usual value.',
  ),
  mode: t('Qui interrompt la route', 'What interrupts the route'),
  usualMode: t(
    (mode: string) => `Habituelle (${mode})`,
    (mode) => `Usual (${mode})`,
  ),
  modes: {
    automatic: t('automatique, selon la santé', 'automatic, by health'),
    by_hand: t('à la main seulement', 'by hand only'),
  },
  parts: {
    opening: t('Interruption de la route', 'When the route is interrupted'),
    trial: t('Essai et rétablissement', 'Trial and recovery'),
    parked: t('Paiements en attente', 'Waiting payouts'),
  },
  numbers: {
    failuresToOpen: t('Échecs au moins', 'Failures at least'),
    sharePercentToOpen: t('Part des échanges (%)', 'Share of exchanges (%)'),
    windowSeconds: t('Sur les dernières (secondes)', 'Over the last (seconds)'),
    firstWaitSeconds: t('Premier essai après (secondes)', 'First trial after (seconds)'),
    longestWaitSeconds: t('Attente la plus longue (secondes)', 'Longest wait (seconds)'),
    triesAtOnce: t('Essais simultanés', 'Trials at once'),
    answersToClose: t('Réponses pour rétablir', 'Answers to restore'),
    lossesToOpen: t('Pertes pour interrompre à nouveau', 'Losses to interrupt again'),
    lossesInRecovery: t('Pertes après rétablissement', 'Losses after recovery'),
    parkedHours: t('Abandonnés après (heures)', 'Given up after (hours)'),
    parkedPerSecond: t('Envoyés par seconde au plus', 'Sent per second at most'),
  },
  hints: {
    failuresToOpen: t(
      'Sans réponse exploitable, échecs techniques du fournisseur, connexions impossibles.',
      'No usable answer, technical failures of the provider, no connection.',
    ),
    sharePercentToOpen: t(
      'Sur la même durée, ou sur la dernière minute.',
      'Over the same time, or over the last minute.',
    ),
    longestWaitSeconds: t(
      'L’attente double à chaque essai manqué.',
      'The wait doubles with each trial that fails.',
    ),
    lossesInRecovery: t(
      'Plus nombreuses que les réponses, pendant la même durée après le rétablissement.',
      'More than answers, for the same time after recovery.',
    ),
  },
  range: t(
    (usual: string, least: string, most: string) =>
      `Habituellement ${usual} ; de ${least} à ${most}.`,
    (usual, least, most) => `Usually ${usual}; from ${least} to ${most}.`,
  ),
  reason: vocabulary.reason,
  reasonHint: t(
    'Inscrit au journal d’audit, avec les valeurs d’avant et d’après.',
    'Recorded in the audit log, with the values before and after.',
  ),
  save: vocabulary.save,
  saved: t('Réglages en vigueur.', 'Settings in force.'),
  unchanged: t('Ces réglages étaient déjà en vigueur.', 'These settings were already in force.'),
};
