// Types of Africa's Talking's own client, which brings none: read loosely, as wire bodies are in
// these tests.
declare module 'africastalking' {
  // oxlint-disable-next-line typescript/no-explicit-any
  export default function open(options: { username: string; apiKey: string }): any;
}
declare module 'africastalking/lib/common.js' {
  const addresses: { SMS_URL: string };
  export default addresses;
}
