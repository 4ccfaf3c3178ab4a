import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * A Chromium for tests: from $CHROMIUM_PATH, the system, Debian's packages where we may install them, or the npm
 * package. Browser tests are never skipped: without one this throws.
 *
 * @returns its path, or null for the one of the npm package
 * @throws Error when there is none for this machine
 */
export function findBrowser(): string | null {
  const named = process.env['CHROMIUM_PATH']
  if (named !== undefined) {
    if (existsSync(named)) return named
    throw new Error(`CHROMIUM_PATH names ${named}, which is not there.`)
  }
  const found = onPath() ?? macBrowser()
  if (found !== null) return found
  if (process.platform === 'linux' && process.arch === 'x64') return null
  if (installFromDebian()) return onPath()
  throw new Error('The browser tests need Chromium or Chrome: install one, or name it in CHROMIUM_PATH.')
}

function onPath(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((file) => existsSync(file)) ?? null
}

function macBrowser(): string | null {
  const file = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  return existsSync(file) ? file : null
}

/** Waits for another apt that runs. */
function installFromDebian(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  const packages = ['chromium', 'fonts-noto-core', 'fonts-noto-cjk']
  const options = ['-o', 'DPkg::Lock::Timeout=300', 'install', '-y', '--no-install-recommends']
  return spawnSync('apt-get', [...options, ...packages], { stdio: 'ignore' }).status === 0
}
