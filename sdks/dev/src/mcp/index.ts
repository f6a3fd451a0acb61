// jokko-dev mcp: a server of the Model Context Protocol on standard input and output, with which an
// assistant reads the documentation and works with a sandbox account.

import manifest from '../../package.json' with { type: 'json' };
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { Mistake, type McpCommand } from '../options.ts';
import { accountTools } from './account-tools.ts';
import { createApi } from './api.ts';
import { withinBytes } from './answer.ts';
import { callbackTools } from './callback-tools.ts';
import { docsTools } from './docs-tools.ts';
import { Refusal, type Api, type Tool } from './tool.ts';

const tools: readonly Tool[] = [...docsTools, ...accountTools, ...callbackTools];

const instructions = `Jokko is a payments and SMS gateway. Only code 2000 in an answer is a success. Read the guide "start" first (get_page), and check amounts and services with preview_operation before writing code that pays.`;

/** Resolves when it listens; the process ends with its standard input. */
export async function serveMcp(command: McpCommand): Promise<void> {
  const api = createApi(command);
  const server = new McpServer({ name: 'jokko', version: manifest.version }, { instructions });
  for (const tool of tools)
    server.registerTool(
      tool.name,
      {
        description: tool.description,
        inputSchema: fromJsonSchema<{ [name: string]: unknown }>({
          type: 'object',
          additionalProperties: false,
          ...tool.input,
        }),
        annotations: { readOnlyHint: !tool.writes, destructiveHint: false },
      },
      (given) => call(tool, given, api),
    );
  await server.connect(new StdioServerTransport());
}

interface CallResult {
  [member: string]: unknown;
  content: { type: 'text'; text: string }[];
  isError?: true;
}

async function call(
  tool: Tool,
  given: { readonly [name: string]: unknown },
  api: Api,
): Promise<CallResult> {
  try {
    if (tool.writes) api.requireTestKey(tool.name);
    return { content: [{ type: 'text', text: withinBytes(await tool.run(given, api)) }] };
  } catch (error) {
    if (!(error instanceof Mistake || error instanceof Refusal)) throw error;
    return { content: [{ type: 'text', text: withinBytes(error.message) }], isError: true };
  }
}
