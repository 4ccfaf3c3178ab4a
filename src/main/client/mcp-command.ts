import { Command } from 'commander'
import { passOnMessages } from '#/app/client/agent-messages.ts'
import { safeText } from '#/main/terminal/command-output.ts'
import { readApiKey, serviceUrl } from '#/main/service-access.ts'
import { terminal } from '#/main/terminal/terminal.ts'

/** `tijdig mcp`: the tools of an API key, for an agent that starts this command. Only the protocol goes to stdout. */
export function mcpCommand(): Command {
  return new Command('mcp')
    .description('give an agent here the tools of an API key (MCP)')
    .option('--url <url>', 'address of the service', serviceUrl())
    .addHelpText('after', '\nThe API key is read from the environment variable TIJDIG_API_KEY. See docs/agents.md.')
    .action(async ({ url }: { readonly url: string }) => {
      const apiKey = readApiKey()
      if (apiKey === null)
        throw new Error(
          'TIJDIG_API_KEY is not set: docs/agents.md says which key an agent needs. For the demo: npm run -s tijdig -- demo key',
        )
      const { stdin, stdout, stderr } = terminal()
      await passOnMessages({
        baseUrl: url,
        apiKey,
        input: stdin,
        output: stdout,
        report: (problem) => void stderr.write(`${safeText(problem)}\n`),
      })
    })
}
