// What a tool is made of, and what it may use.

export interface Tool {
  name: string;
  description: string;
  /** It changes or sends something: only for keys of a sandbox. */
  writes: boolean;
  /** JSON Schema of its arguments; other members are refused. */
  input: {
    properties: { readonly [name: string]: object };
    required?: string[];
  };
  /** The arguments fit `input`. Throws a Mistake or a Refusal. */
  run(given: Arguments, api: Api): Promise<string>;
}

export interface Arguments {
  readonly [name: string]: unknown;
}

/** The gateway's own words: the answer that it gave. */
export class Refusal extends Error {}

export interface Json {
  [member: string]: unknown;
}

export interface Api {
  /** Without a slash at the end. */
  readonly url: string;
  /** Signs what is sent as an old callback; null: not given. */
  readonly webhookSecret: string | null;
  /** Throws a Mistake where none was given, or one of the SMS interface. */
  readonly key: string;
  /** Throws a Mistake for any key but one of a sandbox. */
  requireTestKey(tool: string): void;
  /**
   * A call with the key. Phones are masked unless the key is of a sandbox. Throws a Refusal for any
   * code but 2000.
   */
  call(path: string, body?: object): Promise<Json>;
  /** A page of the documentation; null: there is none. */
  page(path: string, accept: string): Promise<string | null>;
}
