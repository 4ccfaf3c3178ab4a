import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Before commands are loaded, which then start in about half the time. Does nothing where the folder is not writable.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compile', import.meta.url)))

const { runCommand } = await import('./run-command.ts')
const { env, stdin, stdout, stderr } = process
process.exitCode = await runCommand(process.argv.slice(2), { env, stdin, stdout, stderr })
