// The rules of alerts in the order of the page, and those that have a limit.

export const rules = [
  'route',
  'smsLink',
  'float',
  'floatHours',
  'smsBalance',
  'agedMoney',
  'callbacks',
  'queue',
  'reconciliation',
  'statement',
  'node',
  'disk',
  'certificate',
  'database',
] as const;

export const limited = ['floatHours', 'agedMoney', 'callbacks', 'reconciliation'] as const;
export type LimitedRule = (typeof limited)[number];
export const isLimited = (rule: string): rule is LimitedRule =>
  (limited as readonly string[]).includes(rule);
