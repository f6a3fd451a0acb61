// Correlation ids of the standard are UUIDs.

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isCorrelationId = (text: string): boolean => uuid.test(text);
