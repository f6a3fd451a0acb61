// Types of DT One's own client, which brings none: read loosely, as wire bodies are in these tests.
declare module '@dtone/dvs' {
  export const DVS: new (options: { apiKey: string; apiSecret: string; baseUrl: string }) => object;
}
