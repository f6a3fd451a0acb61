// Says in French why a number was refused and which one was perhaps meant.
import type { SmsNumberFault } from '../number-problem.ts';

const countries = new Intl.DisplayNames('fr', { type: 'region' });
const alternatives = new Intl.ListFormat('fr', { type: 'disjunction' });
/** The sentence of the interface description. */
const invalid =
  'Le numéro est invalide : le format international +<indicatif><numéro> doit être respecté.';

export function numberText({ problem, meant, country }: SmsNumberFault): string {
  const hint = meant.length === 0 ? '' : ` Vouliez-vous dire ${alternatives.format(meant)} ?`;
  const lengths = alternatives.format((country?.lengths ?? []).map(String));
  const name = country === undefined ? '' : countries.of(country.code);
  switch (problem) {
    case 'invalid':
      return invalid;
    case 'characters':
      return `${invalid} Il contient des caractères qui ne sont pas des chiffres.`;
    case 'noCountryCode':
      return `${invalid} L'indicatif du pays, précédé de +, est absent.${hint}`;
    case 'wrongLength':
      return `${invalid} Un numéro mobile de ce pays (${name}) a ${lengths} chiffres après +${country?.callingCode}, celui-ci en a ${country?.given}.${hint}`;
    case 'notAssigned':
      return `${invalid} Aucun numéro de ce pays (${name}) ne commence ainsi.${hint}`;
    case 'landline':
      return 'Ce numéro est un numéro fixe, qui ne peut pas recevoir de messages.';
    case 'countryNotServed':
      return `L'envoi de messages vers ce pays n'est pas possible.${hint}`;
    case 'operatorNotServed':
      return "L'envoi de messages vers l'opérateur de ce numéro n'est pas possible.";
    case 'optedOut':
      return 'Le titulaire de ce numéro ne souhaite pas recevoir vos messages.';
    case 'duplicate':
      return 'Le même message du même expéditeur a été envoyé à ce numéro il y a peu de temps.';
  }
}
