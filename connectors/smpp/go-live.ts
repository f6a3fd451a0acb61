// What must be true before a connection to an operator over SMPP carries real messages, and that no
// program sees.

import type { SmsGoLiveItem } from '@jokko/connectors/kit';

export const goLive: readonly SmsGoLiveItem[] = [
  {
    id: 'contract',
    text: {
      fr: 'L’opérateur laisse entrer nos adresses, et accorde les sessions, la fenêtre et le débit configurés.',
      en: 'The operator lets our addresses in, and allows the binds, the window and the rate that are configured.',
    },
  },
];
