// Members that the bodies of checkouts and of payment links have in common.
import { Type } from 'typebox';
import { described } from '../check/described.ts';
import { clientObject, codeServiceField, urlCharactersMax } from '../check/fields.ts';

const descriptionCharactersMax = 200;
const currencyCharactersMax = 3;
const servicesMax = 20;

export const currencyField = Type.Optional(
  Type.String({
    minLength: currencyCharactersMax,
    maxLength: currencyCharactersMax,
    ...described(
      'ISO 4217; the main currency of your account unless given.',
      'ISO 4217 ; la devise principale de votre compte par défaut.',
    ),
  }),
);

export const descriptionField = Type.String({
  minLength: 1,
  maxLength: descriptionCharactersMax,
  ...described('Shown to the payer.', 'Affichée au payeur.'),
});

export const offeredServicesField = Type.Optional(
  Type.Array(codeServiceField, {
    minItems: 1,
    maxItems: servicesMax,
    ...described(
      'Services among which the payer chooses; all your services that collect from a wallet or a bank card in this currency unless given.',
      'Services parmi lesquels le payeur choisit ; par défaut, tous vos services d’encaissement par portefeuille ou carte bancaire dans cette devise.',
    ),
  }),
);

export const pageLanguageField = Type.Optional(
  Type.String({
    pattern: '^(?:fr|en)$',
    'x-problem': 'notAllowed',
    ...described(
      'Language of the page; the browser’s unless given.',
      'Langue de la page ; celle du navigateur par défaut.',
    ),
  }),
);

/** Where a payment is reported. */
export const paidCallbackField = (en: string, fr: string) =>
  Type.Optional(Type.String({ maxLength: urlCharactersMax, ...described(en, fr) }));

export const paidDataField = Type.Optional(
  clientObject(
    described(
      'Your metadata, given back in the callback.',
      'Vos métadonnées, renvoyées dans le callback.',
    ),
  ),
);
