import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Before commands are loaded, which then start in about half the time. Does nothing where the folder is not writable.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compile', import.meta.url)))

const { runCommand } = await import('./run-command.ts')
const { env, stdin, stdout, stderr } = process
const args = process.argv.slice(2)
process.exitCode = await runCommand(args, { env, stdin, stdout, stderr })
// What could not be ended in time keeps no process from ending.
if (args[0] === 'serve') setTimeout(() => process.exit(), 1_000).unref()
