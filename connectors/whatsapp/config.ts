// Configuration of a WhatsApp Business number: the fields that an operator fills in, their
// validation, and the values that each call derives from them.

import { baseAddress, configField, httpFields, isHttpAddress, isRate } from '@jokko/connectors/kit';
import type { ConfigField, ConfigProblem, Resolution } from '@jokko/connectors/kit';

/** Media that a template may carry in its header. */
export const templateMedia = ['image', 'video', 'document'] as const;

export interface WhatsappConfig {
  /** `https://graph.facebook.com`. */
  baseUrl: string;
  /** `v21.0`; Meta retires a version some two years after its release. */
  apiVersion: string;
  phoneNumberId: string;
  /** Of the WhatsApp Business account; needed for `registerWebhook`. */
  wabaId?: string;
  accessToken: string;
  /** Signs Meta's notices. */
  appSecret: string;
  /** What Meta shows when it checks the address of notices; ours to choose. */
  verifyToken: string;
  /** True: the gateway itself tells Meta the address of notices before the first message. */
  registerWebhook?: boolean;
  /** Approved templates with one text in their body. Absent: free messages, within 24 hours of the recipient's last one. */
  templateName?: string;
  imageTemplateName?: string;
  videoTemplateName?: string;
  documentTemplateName?: string;
  /** `fr`, `en_US`; needed with a template. */
  templateLanguage?: string;
  /** Which news of Meta makes a message succeed; default `sent`. */
  successOn?: 'sent' | 'delivered';
  /** Outcome digits and the simulator's catalogue ids count on sandbox routes only. */
  sandbox: boolean;
  /** Default 15,000. */
  timeoutMs?: number;
  /** Default of Meta: 80 messages a second for each number. */
  ratePerSec?: number;
}

const defaultTimeoutMs = 15_000;

const field = configField<keyof WhatsappConfig>;

export const configForm: ConfigField[] = [
  field('baseUrl', 'url', 'Adresse de base', 'Base address', true),
  field('apiVersion', 'text', 'Version de l’API', 'API version', true),
  {
    ...field('phoneNumberId', 'text', 'Identifiant du numéro', 'Phone number id', true),
    account: true,
  },
  field('wabaId', 'text', 'Identifiant du compte WhatsApp', 'WhatsApp account id', false),
  field('accessToken', 'secret', 'Jeton d’accès', 'Access token', true),
  field('appSecret', 'secret', 'Secret de l’application', 'App secret', true),
  field('verifyToken', 'secret', 'Jeton de vérification', 'Verify token', true),
  field(
    'registerWebhook',
    'boolean',
    'Déclarer l’adresse des notifications',
    'Register the address of notices',
    false,
  ),
  field('templateName', 'text', 'Modèle de texte', 'Text template', false),
  field('imageTemplateName', 'text', 'Modèle avec image', 'Image template', false),
  field('videoTemplateName', 'text', 'Modèle avec vidéo', 'Video template', false),
  field('documentTemplateName', 'text', 'Modèle avec document', 'Document template', false),
  field('templateLanguage', 'text', 'Langue des modèles', 'Language of templates', false),
  {
    ...field('successOn', 'choice', 'Réussite dès', 'Succeeds when', false),
    choices: ['sent', 'delivered'],
  },
  ...httpFields,
];

const needed = ['phoneNumberId', 'accessToken', 'appSecret', 'verifyToken'] as const;

/** Names every unusable field at once; an empty list means that the configuration can be used. */
export function checkConfig(config: WhatsappConfig): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const refuse = (name: keyof WhatsappConfig, message: string) =>
    problems.push({ field: name, message });
  if (!isHttpAddress(config.baseUrl)) refuse('baseUrl', 'must be an http or https URL');
  if (!/^v\d{1,3}\.\d{1,2}$/.test(config.apiVersion)) refuse('apiVersion', 'must read v21.0');
  for (const name of needed) if (!config[name]) refuse(name, 'must not be empty');
  for (const name of ['phoneNumberId', 'wabaId'] as const)
    if (config[name] && !/^\d{1,32}$/.test(config[name])) refuse(name, 'must be digits');
  if (config.registerWebhook === true && !config.wabaId)
    refuse('wabaId', 'is needed to register the address of notices');
  const hasTemplate =
    config.templateName || templateMedia.some((kind) => config[`${kind}TemplateName`]);
  if (hasTemplate && !config.templateLanguage)
    refuse('templateLanguage', 'is needed with a template');
  if (config.successOn !== undefined && !['sent', 'delivered'].includes(config.successOn))
    refuse('successOn', 'must be sent or delivered');
  if (typeof config.sandbox !== 'boolean') refuse('sandbox', 'must be true or false');
  const timeoutMs = config.timeoutMs ?? defaultTimeoutMs;
  if (!Number.isInteger(timeoutMs) || timeoutMs < 100 || timeoutMs > 60_000)
    refuse('timeoutMs', 'must be a whole number from 100 to 60000');
  if (!isRate(config.ratePerSec)) refuse('ratePerSec', 'must be a number above 0');
  return problems;
}

export interface Settings {
  /** With the version, without a slash at the end. */
  baseUrl: string;
  timeoutMs: number;
  headers: { readonly [name: string]: string };
}

const settingsByConfig = new WeakMap<WhatsappConfig, Settings>();

/** Derived settings of a configuration that `checkConfig` found usable; computed once for each. */
export function settingsOf(config: WhatsappConfig): Settings {
  let settings = settingsByConfig.get(config);
  if (settings === undefined) {
    settings = {
      baseUrl: `${baseAddress(config.baseUrl)}/${config.apiVersion}`,
      timeoutMs: config.timeoutMs ?? defaultTimeoutMs,
      headers: { Accept: 'application/json', Authorization: `Bearer ${config.accessToken}` },
    };
    settingsByConfig.set(config, settings);
  }
  return settings;
}

/**
 * Meta has no status query and no idempotency key: a lost answer is told by the notice that carries our reference, or by nobody. It is waited for
 * two minutes, and after ten a person decides; a message is never sent again by itself.
 */
export const resolution: Resolution = {
  steps: ['query', 'waitNotification', 'manual'],
  notBeforeMs: 2 * 60_000,
  quiescenceMs: 2 * 60_000,
  giveUpAfterMs: 10 * 60_000,
};
