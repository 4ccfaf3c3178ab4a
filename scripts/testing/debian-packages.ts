import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'

/**
 * Programs and fonts that tests use and the package registry does not have: a browser with a microphone, letters of
 * all 43 languages, a pooler, a CalDAV server, proxies, what tests alert rules.
 */
const packages = [
  'chromium',
  'fonts-noto-core',
  'fonts-noto-cjk',
  'pgbouncer',
  'radicale',
  'nginx',
  'caddy',
  'haproxy',
  'prometheus',
]

/**
 * Installs what is missing, as root of a Debian: in a container. Elsewhere, and where apt fails, a test that needs one
 * of them says so itself.
 */
export async function installDebianPackages(): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const missing = packages.filter((name) => !isInstalled(name))
  if (missing.length === 0) return
  console.error(`Installing ${missing.join(', ')} for the tests ...`)
  const install = ['install', '-y', '--no-install-recommends', ...missing]
  if (!(await runApt(install)) && !((await runApt(['update'])) && (await runApt(install))))
    console.error(`apt-get could not install ${missing.join(', ')}: tests that need them will say so.`)
}

function isInstalled(name: string): boolean {
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', '${db:Status-Status}', name], { encoding: 'utf8' })
  return stdout === 'installed'
}

/** Waits while another apt runs. */
async function runApt(args: readonly string[]): Promise<boolean> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const child = spawn('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], { stdio: 'ignore', env })
  const [code] = (await once(child, 'close')) as [number | null]
  return code === 0
}
