// The simulated WhatsApp account. What every sandbox installation uses.

export const testAccount = {
  phoneNumberId: '100000000000001',
  wabaId: '200000000000001',
  accessToken: 'whatsapp-sandbox-token',
  appSecret: 'whatsapp-sandbox-app-secret',
  displayNumber: '+221 33 800 00 00',
  /** Approved templates: what their header carries, and that their body has one text. */
  templates: {
    jokko_text: null,
    jokko_image: 'image',
    jokko_video: 'video',
    jokko_document: 'document',
  },
  templateLanguages: ['fr', 'en'],
} as const;
