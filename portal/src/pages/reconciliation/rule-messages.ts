// Messages about rules: what providers take, and what they explain.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const ruleMessages = {
  title: t('Règles de frais', 'Fee rules'),
  lead: t(
    'Un écart qui est exactement les frais d’une règle est expliqué par elle. Une règle ne comptabilise rien.',
    'A discrepancy that is exactly the fee of a rule is explained by it. A rule books nothing.',
  ),
  rule: vocabulary.fee,
  route: vocabulary.provider,
  direction: vocabulary.direction,
  note: vocabulary.note,
  noteHint: t('Par exemple le contrat et sa date.', 'For example the contract and its date.'),
  explained: t('Écarts expliqués', 'Discrepancies explained'),
  createdBy: t('Ajoutée', 'Added'),
  byCommand: t('Ligne de commande', 'Command line'),
  state: vocabulary.status,
  active: vocabulary.activeFeminine,
  ended: t('Arrêtée', 'Ended'),
  end: t('Arrêter', 'End rule'),
  endQuestion: t(
    'Elle n’explique plus aucun nouvel écart. Ceux qu’elle a expliqués le restent.',
    'It explains no new discrepancies. Those it has explained stay so.',
  ),
  endDone: t('Règle arrêtée.', 'Rule ended.'),
  none: t('Aucune règle', 'No rules'),
  noneHint: t(
    'Ajoutez les frais qu’un fournisseur prélève : les écarts qui en résultent sont expliqués d’eux-mêmes.',
    'Add the fee that a provider takes: the discrepancies that come from it are explained automatically.',
  ),
  add: t('Ajouter une règle', 'Add a rule'),
  addLead: t(
    'Les écarts ouverts sont comparés à la règle, puis ceux de chaque nouveau relevé.',
    'Open discrepancies are compared with the rule, then those of each new statement.',
  ),
  added: t(
    'Règle ajoutée. Les écarts ouverts sont en cours de comparaison.',
    'Rule added. Open discrepancies are being compared.',
  ),
  percent: t('Pourcentage du montant', 'Percent of the amount'),
  fixed: t('Part fixe', 'Fixed part'),
  save: vocabulary.save,
  feeOf: t(
    (percent: string, fixed: string) =>
      [
        ...(Number(percent) > 0 ? [`${percent} %`] : []),
        ...(Number(fixed) > 0 ? [fixed] : []),
      ].join(' + '),
    (percent, fixed) =>
      [...(Number(percent) > 0 ? [`${percent}%`] : []), ...(Number(fixed) > 0 ? [fixed] : [])].join(
        ' + ',
      ),
  ),
};
