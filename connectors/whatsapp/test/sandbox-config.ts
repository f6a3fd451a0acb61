// Configuration of a route to the simulator.

import type { WhatsappConfig } from '../config.ts';

export function sandboxConfig(simulatorUrl: string): WhatsappConfig {
  return {
    baseUrl: `${simulatorUrl}/whatsapp`,
    apiVersion: 'v21.0',
    phoneNumberId: '100000000000001',
    wabaId: '200000000000001',
    accessToken: 'whatsapp-sandbox-token',
    appSecret: 'whatsapp-sandbox-app-secret',
    verifyToken: 'a verify token of ours',
    templateName: 'jokko_text',
    imageTemplateName: 'jokko_image',
    documentTemplateName: 'jokko_document',
    templateLanguage: 'fr',
    sandbox: true,
  };
}
