// Which documents does the operator keep?

export type Kind = 'catalogue' | 'sms-routing';
