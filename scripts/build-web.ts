import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keepReplaced } from '../src/app/server/web/kept-builds.ts'
import { sourceFiles } from './source-files.ts'

// Builds the web apps into web/dist when their inputs have changed since the last time.
//   node scripts/build-web.ts                   once
//   node scripts/build-web.ts --uncompressed    the same without compressed copies, in a third of the time; one with them will do
//   node scripts/build-web.ts --watch           again at each change, for as long as it runs

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const output = join(root, 'web/dist')
const stampFile = join(output, '.inputs')

if (process.argv.includes('--watch')) {
  const { watchWeb } = await import('./web-bundle.ts')
  await watchWeb(root, output)
} else {
  const isCompressed = !process.argv.includes('--uncompressed')
  const inputs = hashOfInputs()
  const stamps = isCompressed ? [inputs] : [inputs, uncompressed(inputs)]
  const isBuilt = existsSync(stampFile) && stamps.includes(readFileSync(stampFile, 'utf8'))
  if (!isBuilt) await buildAnew(inputs, isCompressed)
}

function uncompressed(inputs: string): string {
  return `${inputs} uncompressed`
}

/** Builds beside the folder that is served, so that neither another run nor a server sees half a build. */
async function buildAnew(inputs: string, isCompressed: boolean): Promise<void> {
  const startedMs = performance.now()
  const { buildWeb } = await import('./web-bundle.ts')
  const staging = `${output}-${process.pid}`
  try {
    await buildWeb(root, staging, isCompressed)
    await writeFile(join(staging, '.inputs'), isCompressed ? inputs : uncompressed(inputs))
    // Pages that are open ask for the files they began with.
    keepReplaced(output, join(root, 'web/kept'))
    await rm(output, { recursive: true, force: true })
    await rename(staging, output)
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
  console.log(`Built the web apps (${((performance.now() - startedMs) / 1_000).toFixed(1)} s).`)
}

/** Hash of every file that influences the build. */
function hashOfInputs(): string {
  const hash = createHash('sha256')
  const patterns = [
    'web/**/*.*',
    'src/locales/**/*.ts',
    'scripts/web-bundle.ts',
    'scripts/web-reference.ts',
    'scripts/web-text-files.ts',
    'lingui.config.ts',
    'package-lock.json',
  ]
  for (const file of sourceFiles(root, patterns)) hash.update(`${file}\n`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}
