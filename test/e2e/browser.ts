import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import chromium from '@sparticuz/chromium'
import { chromium as playwright, type Browser } from 'playwright-core'

/** Flags of the npm Chromium that suit a serverless platform and would hide faults from a test. */
const unwanted = new Set([
  '--single-process',
  '--no-zygote',
  '--in-process-gpu',
  '--disable-web-security',
  '--allow-running-insecure-content',
  '--disable-site-isolation-trials',
])

/** Starts the Chromium that comes as an npm package; nothing is downloaded. The caller closes it. */
export async function startBrowser(): Promise<Browser> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      `The browser tests need linux on x64, the one platform the npm package @sparticuz/chromium is made for; this is ${process.platform} on ${process.arch}.`,
    )
  }
  chromium.setGraphicsMode = false
  // It unpacks itself into the temporary folder, where another user's copy may not be run by us.
  process.env['TMPDIR'] = await ownTemporaryFolder()
  const kept = chromium.args.filter(
    (flag) => !unwanted.has(flag) && !flag.startsWith('--headless') && !flag.startsWith('--disable-features'),
  )
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    args: [...kept, '--disable-background-networking', '--no-first-run'],
  })
}

async function ownTemporaryFolder(): Promise<string> {
  const own = `tijdig-chromium-${process.getuid?.()}`
  if (tmpdir().endsWith(own)) return tmpdir()
  const folder = join(tmpdir(), own)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}
