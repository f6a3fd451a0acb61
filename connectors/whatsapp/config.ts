// Configuration of a WhatsApp Business number, and the values that each call derives from it.

import {
  account,
  baseAddress,
  choice,
  fields,
  flag,
  httpFields,
  like,
  optional,
  secret,
  text,
  url,
} from '@jokko/connectors/kit';
import type { ConfigOf, Resolution } from '@jokko/connectors/kit';

/** Media that a template may carry in its header. */
export const templateMedia = ['image', 'video', 'document'] as const;

const digits = like(/^\d{1,32}$/, 'must be digits');

export const configuration = fields(
  {
    /** `https://graph.facebook.com`. */
    baseUrl: url(),
    /** Meta retires a version some two years after its release. */
    apiVersion: text(
      'Version de l’API',
      'API version',
      like(/^v\d{1,3}\.\d{1,2}$/, 'must read v21.0'),
    ),
    phoneNumberId: account('Identifiant du numéro', 'Phone number id', (id) =>
      id === '' ? 'must not be empty' : digits(id),
    ),
    /** The id of the WhatsApp Business account; needed for `registerWebhook`. */
    wabaId: optional(text('Identifiant du compte WhatsApp', 'WhatsApp account id', digits)),
    accessToken: secret('Jeton d’accès', 'Access token'),
    /** Signs Meta's notices. */
    appSecret: secret('Secret de l’application', 'App secret'),
    /** What Meta shows when it checks the address of notices; ours to choose. */
    verifyToken: secret('Jeton de vérification', 'Verify token'),
    /** True: the gateway itself tells Meta the address of notices before the first message. */
    registerWebhook: optional(
      flag('Déclarer l’adresse des notifications', 'Register the address of notices'),
    ),
    /**
     * Approved templates with one text in their body. Absent: free messages, within 24 hours of the
     * recipient's last one.
     */
    templateName: optional(text('Modèle de texte', 'Text template')),
    imageTemplateName: optional(text('Modèle avec image', 'Image template')),
    videoTemplateName: optional(text('Modèle avec vidéo', 'Video template')),
    documentTemplateName: optional(text('Modèle avec document', 'Document template')),
    /** `fr`, `en_US`; needed with a template. */
    templateLanguage: optional(text('Langue des modèles', 'Language of templates')),
    /** Which news of Meta makes a message succeed; default `sent`. */
    successOn: optional(choice('Réussite dès', 'Succeeds when', ['sent', 'delivered'])),
    /** Meta sends 80 messages a second for each number, by default. */
    ...httpFields(15_000),
  },
  (config, refuse) => {
    if (config.registerWebhook === true && !config.wabaId)
      refuse('wabaId', 'is needed to register the address of notices');
    const hasTemplate =
      config.templateName || templateMedia.some((kind) => config[`${kind}TemplateName`]);
    if (hasTemplate && !config.templateLanguage)
      refuse('templateLanguage', 'is needed with a template');
  },
);
export type WhatsappConfig = ConfigOf<typeof configuration>;

export const settingsOf = configuration.settings((config) => ({
  /** With the version, without a slash at the end. */
  baseUrl: `${baseAddress(config.baseUrl)}/${config.apiVersion}`,
  timeoutMs: config.timeoutMs,
  headers: { Accept: 'application/json', Authorization: `Bearer ${config.accessToken}` },
}));

/**
 * Meta has no status query and no idempotency key: a lost answer is told by the notice that carries
 * our reference, or by nobody. It is waited for two minutes, and after ten a person decides; a
 * message is never sent again by itself.
 */
export const resolution: Resolution = {
  steps: ['query', 'waitNotification', 'manual'],
  notBeforeMs: 2 * 60_000,
  quiescenceMs: 2 * 60_000,
  giveUpAfterMs: 10 * 60_000,
};
