// Sends callbacks without signatures, to measure what signing costs. Stands in for the gateway's
// payments/callbacks/sign.ts.

const none = Promise.resolve({});

export const createSigner = () => () => none;
