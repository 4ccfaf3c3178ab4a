import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { docsViolations } from './checks/check-docs.ts'
import { importStyleViolations, importViolations } from './checks/check-imports.ts'
import { lockfileViolations } from './checks/check-lockfile.ts'
import { migrationViolations } from './checks/check-migrations.ts'
import { secretViolations } from './checks/check-secrets.ts'
import { sqlViolations } from './checks/check-sql.ts'
import { tableViolations } from './checks/check-tables.ts'
import { fakeCredentials } from './checks/fake-credentials.ts'
import { makeSbom, sbomViolations } from './checks/sbom.ts'
import { glossaryViolations } from './glossary/check-glossary.ts'

// `npm run check`: every check that needs neither the product nor a database to run.

const root = dirname(dirname(fileURLToPath(import.meta.url)))

type Step = { readonly name: string; run(): Promise<string[]> }

const steps: readonly Step[] = [
  // Each in one thread: checkers that share the work infer the same types again, which takes twice the processor time.
  ...['.', 'web', 'web/recipient'].map((part) => ({
    name: part === '.' ? 'types' : `types of ${part}`,
    run: () => program('tsc', '--singleThreaded', '-p', part),
  })),
  { name: 'web texts', run: () => program('node', 'scripts/web-texts.ts', '--check') },
  { name: 'translations of web', run: () => program('node', 'scripts/web-texts.ts', '--missing') },
  { name: 'glossary', run: async () => glossaryViolations(root) },
  { name: 'lint', run: () => program('oxlint') },
  { name: 'format', run: () => program('oxfmt', '--check') },
  { name: 'imports', run: async () => [...importViolations(root), ...importStyleViolations(root)] },
  { name: 'SQL in stores', run: async () => sqlViolations(root) },
  { name: 'tables of others', run: async () => tableViolations(root) },
  { name: 'migrations', run: async () => migrationViolations(root) },
  { name: 'docs paths', run: async () => docsViolations(root) },
  {
    name: 'lock files',
    run: async () => [...lockfileViolations(root), ...lockfileViolations(join(root, 'test/packages'))],
  },
  { name: 'bill of materials', run: async () => sbomViolations(root, await makeSbom(root)) },
  {
    name: 'secrets',
    run: () =>
      secretViolations(
        root,
        fakeCredentials.map(({ text }) => text),
      ),
  },
  ...(existsSync(join(root, 'src/main/generate.ts'))
    ? [{ name: 'generated files', run: () => program('node', 'src/main/generate.ts', '--check') }]
    : []),
]

const started = performance.now()
const results = await Promise.all(steps.map(report))
const failed = steps.filter((_, index) => results[index] === false).map((step) => step.name)
if (failed.length > 0) process.exitCode = 1
console.log(
  failed.length === 0
    ? `All ${steps.length} checks passed in ${secondsSince(started)}.`
    : `${failed.length} of ${steps.length} checks failed: ${failed.join(', ')}.`,
)

/** Runs one step and prints its line, followed by what it found. */
async function report(step: Step): Promise<boolean> {
  const before = performance.now()
  const findings = await step.run().catch((error: unknown) => [String(error)])
  const isClean = findings.length === 0
  console.log([`${isClean ? '✔' : '✖'} ${step.name} (${secondsSince(before)})`, ...findings].join('\n'))
  return isClean
}

/** Runs a program of node_modules; its output is the findings when it fails. */
function program(name: string, ...args: string[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(name, args, {
      cwd: root,
      env: {
        ...process.env,
        PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`,
        // Some tools print colours in CI, whose log keeps the codes.
        ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    child.once('error', reject)
    child.once('close', (code) => resolve(code === 0 ? [] : [output.trim() || `${name} ended with code ${code}.`]))
  })
}

function secondsSince(startMs: number): string {
  return `${((performance.now() - startMs) / 1000).toFixed(1)} s`
}
