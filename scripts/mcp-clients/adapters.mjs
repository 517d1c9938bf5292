// @ts-nocheck The packages have types only in the folder where they are installed.
// The clients that people use, each behind the same four functions. Runs in the folder where they are installed.
// `call` answers with { text, image, isError }.

const INFO = { name: 'a-client', version: '1.0.0' };

/** The parts of a result of the protocol. */
const partsOf = ({ content = [], isError = false }) => ({
  text: content
    .filter(({ type }) => type === 'text')
    .map(({ text }) => text)
    .join('\n'),
  image: content.some(({ type }) => type === 'image'),
  isError,
});

/** A client of the first SDK, in a version of it. */
const sdk1 = (name) => async (server) => {
  const { Client } = await import(`${name}/client/index.js`);
  const { StdioClientTransport } = await import(`${name}/client/stdio.js`);
  const { StreamableHTTPClientTransport } = await import(`${name}/client/streamableHttp.js`);
  const client = new Client(INFO);
  const transport = server.url
    ? new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers: server.headers } })
    : new StdioClientTransport(server);
  await client.connect(transport);
  return {
    client,
    list: async () => (await client.listTools()).tools.map((tool) => tool.name),
    call: async (name, args, options) => partsOf(await client.callTool({ name, arguments: args }, undefined, options)),
    close: () => client.close(),
  };
};

/** A client of the second SDK, in a mode of it. */
const client2 = (mode) => async (server) => {
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  const client = new Client(INFO, { versionNegotiation: { mode } });
  const transport = server.url
    ? new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers: server.headers } })
    : new StdioClientTransport(server);
  await client.connect(transport);
  return {
    list: async () => (await client.listTools()).tools.map((tool) => tool.name),
    call: async (name, args, options) => partsOf(await client.callTool({ name, arguments: args }, options)),
    close: () => client.close(),
  };
};

/** The MCP client of the AI SDK. */
const aiSdk = (load, loadStdio, lacks) => async (server) => {
  const { experimental_createMCPClient, createMCPClient = experimental_createMCPClient } = await load();
  const { Experimental_StdioMCPTransport } = await loadStdio();
  const { url, headers } = server;
  const transport = url ? { type: 'http', url, headers } : new Experimental_StdioMCPTransport(server);
  const client = await createMCPClient({ transport });
  const tools = await client.tools();
  return {
    list: async () => Object.keys(tools),
    call: async (name, args, { signal } = {}) =>
      partsOf(await tools[name].execute(args, { abortSignal: signal, toolCallId: 'call_1', messages: [] })),
    close: () => client.close(),
    lacks: ['progress', ...lacks(server)],
  };
};

const langChain = async (server) => {
  const { MultiServerMCPClient } = await import('@langchain/mcp-adapters');
  const entry = server.url
    ? { url: server.url, headers: server.headers, transport: 'http' }
    : { ...server, transport: 'stdio' };
  const client = new MultiServerMCPClient({ mcpServers: { trawl: entry } });
  const tools = await client.getTools();
  return {
    list: async () => tools.map((tool) => tool.name),
    call: async (name, args, { signal } = {}) => {
      try {
        const result = await tools.find((tool) => tool.name === name).invoke(args, { signal });
        const content = typeof result === 'string' ? [{ type: 'text', text: result }] : result;
        return { ...partsOf({ content }), image: content.some(({ type }) => type.startsWith('image')) };
      } catch (error) {
        if (signal?.aborted) throw error;
        // It throws what the server calls an error.
        return { text: error.message, image: false, isError: true };
      }
    },
    close: () => client.close(),
    lacks: ['progress'],
  };
};

const openAiAgents = async (server) => {
  const { MCPServerStdio, MCPServerStreamableHttp } = await import('@openai/agents');
  const client = server.url
    ? new MCPServerStreamableHttp({ url: server.url, requestInit: { headers: server.headers } })
    : new MCPServerStdio(server);
  await client.connect();
  return {
    list: async () => (await client.listTools()).map((tool) => tool.name),
    call: async (name, args) => {
      const content = await client.callTool(name, args);
      return { ...partsOf({ content }), isError: undefined };
    },
    close: () => client.close(),
    lacks: ['progress', 'cancel'],
  };
};

const googleGenAi = async (server) => {
  const { mcpToTool } = await import('@google/genai');
  const { client, close } = await sdk1('mcp-1-32')(server);
  const callable = mcpToTool(client);
  return {
    list: async () => (await callable.tool()).functionDeclarations.map((tool) => tool.name),
    call: async (name, args) => {
      const [{ functionResponse }] = await callable.callTool([{ name, args }]);
      const { response } = functionResponse;
      return partsOf(response.error ?? response);
    },
    close,
    lacks: ['progress', 'cancel'],
  };
};

const anthropicHelpers = async (server) => {
  const { mcpTools } = await import('@anthropic-ai/sdk/helpers/beta/mcp');
  const { client, close } = await sdk1('mcp-1-32')(server);
  const tools = mcpTools((await client.listTools()).tools, client);
  return {
    list: async () => tools.map((tool) => tool.name),
    call: async (name, args) => {
      try {
        const content = await tools.find((tool) => tool.name === name).run(args);
        return partsOf({ content: typeof content === 'string' ? [{ type: 'text', text: content }] : content });
      } catch (error) {
        // It throws what the server calls an error.
        const text = Array.isArray(error.content) ? partsOf({ content: error.content }).text : error.message;
        return { text, image: false, isError: true };
      }
    },
    close,
    lacks: ['progress', 'cancel'],
  };
};

/** A bridge from standard input and output to HTTP, behind a client of the first SDK. */
const mcpRemote = async ({ url, headers }) =>
  sdk1('mcp-1-32')({
    command: process.execPath,
    args: [
      'node_modules/mcp-remote/dist/proxy.js',
      url,
      '--transport',
      'http-only',
      '--header',
      `Authorization:${headers.Authorization}`,
    ],
    stderr: 'ignore',
  });

const langChainPackages = ['@langchain/mcp-adapters', '@langchain/core', '@langchain/langgraph'];

/** Each client: the packages that it needs, and how it is connected to a server. */
export const ADAPTERS = {
  'SDK 1.10': { packages: ['mcp-1-10'], connect: sdk1('mcp-1-10') },
  'SDK 1.17': { packages: ['mcp-1-17'], connect: sdk1('mcp-1-17') },
  'SDK 1.25': { packages: ['mcp-1-25'], connect: sdk1('mcp-1-25') },
  'SDK 1.32': { packages: ['mcp-1-32'], connect: sdk1('mcp-1-32') },
  'client 2.4, 2025': { packages: ['@modelcontextprotocol/client'], connect: client2('legacy') },
  'client 2.4, any': { packages: ['@modelcontextprotocol/client'], connect: client2('auto') },
  'client 2.4, 2026': { packages: ['@modelcontextprotocol/client'], connect: client2({ pin: '2026-07-28' }) },
  // They end a call that is cancelled without a word to the server, but for the last one over HTTP.
  'AI SDK 5': {
    packages: ['ai-sdk-mcp-0', 'zod'],
    connect: aiSdk(
      () => import('ai-sdk-mcp-0'),
      () => import('ai-sdk-mcp-0/mcp-stdio'),
      () => ['cancel'],
    ),
  },
  'AI SDK 6': {
    packages: ['ai-sdk-mcp-1', 'zod'],
    connect: aiSdk(
      () => import('ai-sdk-mcp-1'),
      () => import('ai-sdk-mcp-1/mcp-stdio'),
      () => ['cancel'],
    ),
  },
  'AI SDK 7': {
    packages: ['ai-sdk-mcp-2', 'zod'],
    connect: aiSdk(
      () => import('ai-sdk-mcp-2'),
      () => import('ai-sdk-mcp-2/mcp-stdio'),
      ({ url }) => (url ? [] : ['cancel']),
    ),
  },
  'LangChain adapters 1.1': { packages: langChainPackages, connect: langChain },
  'OpenAI agents 0.20': { packages: ['@openai/agents', 'zod'], connect: openAiAgents },
  'Google GenAI 3.3': { packages: ['@google/genai', 'mcp-1-32'], connect: googleGenAi },
  'Anthropic SDK 1.14': { packages: ['@anthropic-ai/sdk', 'mcp-1-32', 'zod'], connect: anthropicHelpers },
  'mcp-remote 0.15': { packages: ['mcp-remote', 'mcp-1-32'], connect: mcpRemote },
};
