// Kinds of configuration documents that the operator maintains.

export type Kind = 'catalogue' | 'sms-routing';
