import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import chromium from '@sparticuz/chromium'
import { chromium as playwright, type Browser } from 'playwright-core'
import { findBrowser } from '../../scripts/testing/find-browser.ts'

/** Flags of the npm Chromium for serverless platforms, which would hide faults from tests. */
const unwanted = new Set([
  '--single-process',
  '--no-zygote',
  '--in-process-gpu',
  '--disable-web-security',
  '--allow-running-insecure-content',
  '--disable-site-isolation-trials',
])

/**
 * Starts a headless shell, the Chromium of the npm package: the same for everybody, and half the cost of a whole
 * browser. Where it does not run, a whole one. The caller closes it.
 *
 * @param flags more for its command line
 */
export async function startBrowser(...flags: readonly string[]): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'] === undefined ? await (packed ??= findPacked()) : null
  if (executablePath === null) return startWholeBrowser(...flags)
  const kept = chromium.args.filter(
    (flag) => !unwanted.has(flag) && !flag.startsWith('--headless') && !flag.startsWith('--disable-features'),
  )
  return playwright.launch({ executablePath, args: [...kept, ...common, ...flags], env: env() })
}

/** Starts a Chromium that also has microphones and can install apps. The caller closes it. */
export function startWholeBrowser(...flags: readonly string[]): Promise<Browser> {
  return playwright.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? findBrowser(),
    args: [...common, ...flags],
    env: env(),
  })
}

let packed: Promise<string | null> | undefined

/** Null where it is not made for this machine, or a library that it needs is missing. */
async function findPacked(): Promise<string | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  chromium.setGraphicsMode = false
  const path = await unpack()
  return spawnSync(path, ['--version']).status === 0 ? path : null
}

/** In the time zone of the demo, as its staff are. */
const env = () => ({ ...process.env, TZ: 'Europe/Amsterdam' })

const common = [
  '--disable-background-networking',
  '--disable-gpu',
  '--no-first-run',
  '--font-render-hinting=none',
  // A microphone that beeps; pages get it only where a test allows it.
  '--use-fake-device-for-media-stream',
]

/** It unpacks itself once for all runs. */
async function unpack(): Promise<string> {
  const folder = fileURLToPath(new URL('../../node_modules/.cache/tijdig-chromium', import.meta.url))
  await mkdir(dirname(folder), { recursive: true })
  if (!existsSync(folder)) {
    // Under another name until it is complete: another file may start a browser at the same moment.
    const staging = await mkdtemp(`${folder}-`)
    await executableIn(staging)
    await rename(staging, folder).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
      await rm(staging, { recursive: true })
    })
  }
  return executableIn(folder)
}

/** The package takes no other folder than the temporary one. */
async function executableIn(folder: string): Promise<string> {
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = folder
  try {
    return await chromium.executablePath()
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
}
