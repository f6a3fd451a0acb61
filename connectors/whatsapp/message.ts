// Builds the message of an order: a template where one is configured, else free text; or a file,
// whose id at Meta joins the stored bytes when it has been uploaded.

import { refusalRow, refusedByDigits, sandboxDigitsOf } from '@jokko/connectors/kit';
import type { Intent, Prepared, ProviderError } from '@jokko/connectors/kit';
import type { WhatsappConfig } from './config.ts';
import { mediaOf } from './media.ts';
import type { MediaFile } from './media.ts';

type Chat = Extract<Intent['extra'], { type: 'chat' }>;

const textLengthMax = 4_096;
/** The length of a caption, and of the text in a template. */
const shortTextLengthMax = 1_024;

export function chatOf({ extra }: Intent): Chat {
  if (extra.type !== 'chat') throw new Error('whatsapp sends chat messages only');
  return extra;
}

const invalidData = refusalRow(135, 'never');

/**
 * Pure: what WhatsApp would not take, and sandbox digits 7NNN. One order is one message: what would
 * need two is refused.
 */
export function validate(config: WhatsappConfig, intent: Intent): ProviderError | null {
  const digits = config.sandbox ? sandboxDigitsOf(intent) : null;
  if (digits?.kind === 'refuseNow') return refusedByDigits(digits.catalogueId);
  const { message, media } = chatOf(intent);
  const refuse = (provider: string): ProviderError => ({ ...invalidData, provider });
  if (media === undefined) {
    const lengthMax = config.templateName ? shortTextLengthMax : textLengthMax;
    return message.length > lengthMax ? refuse(`text longer than ${lengthMax}`) : null;
  }
  const file = mediaOf(media);
  if (file === null) return refuse('file of a type or size that is not sent');
  if (file.kind === 'audio' && message !== '') return refuse('a sound has no caption');
  return message.length > shortTextLengthMax
    ? refuse(`caption longer than ${shortTextLengthMax}`)
    : null;
}

/** Stands in the stored bytes for the id that the upload gives. */
export const mediaPlaceholder = 'MEDIA-ID';

/** Pure: `ourRef` travels with the message and comes back in every notice about it. */
export function prepare(config: WhatsappConfig, intent: Intent, ourRef: string): Prepared {
  const body = {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: intent.phone.slice(1),
    ...contentOf(config, chatOf(intent)),
    biz_opaque_callback_data: ourRef,
  };
  return {
    refs: { ours: ourRef },
    method: 'POST',
    path: `/${config.phoneNumberId}/messages`,
    body: JSON.stringify(body),
  };
}

function contentOf(config: WhatsappConfig, { message, media }: Chat): object {
  if (media === undefined) {
    return config.templateName
      ? templateOf(config, config.templateName, [bodyOf(message)])
      : { type: 'text', text: { preview_url: false, body: message } };
  }
  const file = mediaOf(media);
  if (file === null) throw new Error('a file that was not validated');
  const { kind } = file;
  const template = kind === 'audio' ? undefined : config[`${kind}TemplateName`];
  if (!template) return { type: kind, [kind]: { ...linkOf(file), ...captionOf(message) } };
  const header = { type: 'header', parameters: [{ type: kind, [kind]: linkOf(file) }] };
  return templateOf(config, template, [header, ...(message === '' ? [] : [bodyOf(message)])]);
}

const linkOf = ({ kind, filename }: MediaFile): object =>
  kind === 'document' ? { id: mediaPlaceholder, filename } : { id: mediaPlaceholder };

const captionOf = (message: string): object => (message === '' ? {} : { caption: message });

/** Texts of templates have no line breaks, no tabs and no long gaps. */
const bodyOf = (message: string): object => ({
  type: 'body',
  parameters: [{ type: 'text', text: message.replaceAll(/\s+/g, ' ') }],
});

const templateOf = (
  { templateLanguage }: WhatsappConfig,
  name: string,
  components: object[],
): object => ({
  type: 'template',
  template: { name, language: { code: templateLanguage }, components },
});
