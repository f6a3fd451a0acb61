// Chat: sends an instant message, with a file or without. A message costs its price, so requests
// need no amount.
import type { Static, TObject } from 'typebox';
import { readMedia, type Media } from './chat-media.ts';
import { readAs, unread, type RequestForm, type ServiceKind } from './kind.ts';
import { exampleApiKey, exampleCallbackUrl, optionalText } from './members.ts';

export const chatCode = 'CHAT_MESSAGING';
const messageCharactersMax = 10_000;
/** Base64 of what fits the 16 MiB body limit of chat with media (rule H5). */
const mediaCharactersMax = 16 * 1_024 * 1_024;

export interface ChatExtra {
  type: 'chat';
  message: string;
  media?: Media;
}

const form = {
  name: 'chat',
  title: { en: 'chat messages', fr: 'messages instantanés' },
  fields: {
    message: optionalText(
      messageCharactersMax,
      'Text of the message; if absent, `data.message` is used.',
      'Texte du message ; à défaut, `data.message` est utilisé.',
    ),
    attachedMediaExtension: optionalText(
      16,
      'File extension with its dot, such as .png.',
      'Extension du fichier avec son point, par exemple .png.',
    ),
    attachedMediaName: optionalText(255, 'Name of the file.', 'Nom du fichier.'),
    attachedMedia: optionalText(
      mediaCharactersMax,
      'Content of the file in base64.',
      'Contenu du fichier en base64.',
    ),
  },
  required: [],
} as const satisfies RequestForm;
type Members = Static<TObject<typeof form.fields>>;

const body = {
  phone: '+221770000001',
  codeService: chatCode,
  externalTransactionId: 'CHAT-0001',
  callbackUrl: exampleCallbackUrl,
  apiKey: exampleApiKey,
  data: {},
  message: 'Hello',
  attachedMediaExtension: '.png',
  attachedMediaName: 'Picture',
  attachedMedia:
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
};

export const chat = {
  name: 'chat',
  direction: 'DEBIT',
  typeServices: ['MESSENGING_SMS'],
  codes: { only: chatCode, phoneNamesCountry: true, pattern: /^CHAT_MESSAGING$/, endings: [] },
  links: ['none'],
  form,
  requiredFields: { message: { fr: 'Message', en: 'Message' } },
  pricedByMessage: true,
  examples: [
    {
      name: 'chat',
      title: { en: 'Chat message with a picture', fr: 'Message instantané avec une image' },
      body,
    },
  ],
  sample: { codeService: chatCode, extra: () => ({ type: 'chat', message: 'Bonjour' }) },
  icon: 'M4 5h16v11H9l-5 4z',
  extraType: 'chat',
  read(members, { clientData }) {
    const own = clientData?.['message'];
    const message = members.message || (typeof own === 'string' ? own : '');
    if (message === '' && !members.attachedMedia)
      return unread([{ field: 'message', problem: 'missing' }]);
    if (!members.attachedMedia) return readAs({ type: 'chat', message });
    const media = readMedia(members, members.attachedMedia);
    return media.ok ? readAs({ type: 'chat', message, media: media.media }) : unread(media.faults);
  },
  // The file goes in by its hash: it may be large, and the row keeps the parts' hash only.
  fingerprint(extra, sha256) {
    if (extra.media === undefined) return [extra];
    const { name, extension, base64 } = extra.media;
    return [extra.message, name, extension, sha256(base64)];
  },
  sandbox: {
    digitsMember: null,
    digits: () => null,
    order: ({ message, media }) => ({
      chat: media === undefined ? { message } : { message, media },
    }),
  },
} as const satisfies ServiceKind<Members, ChatExtra>;
