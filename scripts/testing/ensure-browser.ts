import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * A whole Chromium for tests: from the system, or from Debian's packages where we may install them.
 *
 * @returns its path
 * @throws Error when there is none for this machine, because browser tests are never skipped
 */
export function findBrowser(): string {
  const found = onPath() ?? macBrowser() ?? (installFromDebian() ? onPath() : null)
  if (found !== null) return found
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

/** Waits while another apt runs. */
function installFromDebian(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  const packages = ['chromium', 'fonts-noto-core', 'fonts-noto-cjk']
  const options = ['-o', 'DPkg::Lock::Timeout=300', 'install', '-y', '--no-install-recommends']
  return spawnSync('apt-get', [...options, ...packages], { stdio: 'ignore' }).status === 0
}
