/**
 * Loads what is otherwise loaded at its first use, and would then stop everybody else for as long: a process that people wait
 * for does so before it listens. (Where tests start hundreds of processes, each loads what it meets.)
 */
export async function warmUp(): Promise<void> {
  await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
    import('#/surfaces/agents/mcp-message.ts'),
  ])
}
