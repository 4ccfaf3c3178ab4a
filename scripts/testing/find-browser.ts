import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const ofMac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/**
 * A whole Chromium for tests.
 *
 * @returns its path
 * @throws Error when there is none, because browser tests are never skipped
 */
export function findBrowser(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const candidates = [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ofMac]
  const found = candidates.find((file) => existsSync(file))
  if (found !== undefined) return found
  throw new Error('The browser tests need Chromium or Chrome: install one, or name it in CHROMIUM_PATH.')
}
