import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { alertLimits } from '#/app/server/health/alert-limits.ts'
import { disksOf, freeBytes } from '#/app/server/health/disks.ts'
import { isLoopbackUrl } from '#/kernel/text/loopback.ts'
import type { Settings } from '#/app/settings/settings.ts'
import { smsVendors } from '#/app/settings/sms-vendors.ts'
import { sandboxUrls } from '#/app/wiring.ts'
import { fail, ok, warn, type Check } from './check.ts'

/** Nobody is ever reminded by a development at a public address: what it sends goes to the twins. */
export function checkSettings({ environment, baseUrl }: Settings): Check {
  const finding = `Complete, for ${environment}.`
  return isPublicDevelopment({ environment, baseUrl })
    ? warn('settings', `${finding} ${publicDevelopment}`, 'set TIJDIG_ENVIRONMENT to beta or production')
    : ok('settings', finding)
}

export const publicDevelopment =
  'TIJDIG_BASE_URL is a public address, and messages of development reach nobody but its own phone and mailbox.'

export function isPublicDevelopment({ environment, baseUrl }: Pick<Settings, 'environment' | 'baseUrl'>): boolean {
  return environment === 'development' && !isLoopbackUrl(baseUrl)
}

/** Where messages go: hosts only, never keys. */
export function checkProviders(settings: Settings): Check[] {
  const twins = settings.environment === 'production' ? null : sandboxUrls(settings)
  const { provider } = settings.sms
  const smsUrl = settings.sms[provider].url ?? twins?.url ?? smsVendors[provider].url
  return [
    checkProvider('sms', provider, new URL(smsUrl), settings),
    // Production refuses a set-up without one.
    checkProvider('email', 'smtp', new URL(settings.email.smtpUrl ?? twins?.smtpUrl ?? 'smtp://localhost'), settings),
  ]
}

function checkProvider(name: string, provider: string, { host, hostname }: URL, settings: Settings): Check {
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  const finding = `${provider} at ${host}.`
  if (settings.environment === 'production' || isHere || settings.allowedDestinations.length > 0)
    return ok(name, finding)
  return warn(
    name,
    `${provider} at ${host}, and outside production no number or address may be written to.`,
    'name some in TIJDIG_ALLOWED_DESTINATIONS',
  )
}

const mebibyte = 1_048_576

/** Room for what is written here: the erasure journal, and the embedded database. */
export async function checkDisk(settings: Settings): Promise<Check> {
  const found = await Promise.all(
    disksOf(settings).map(async ({ folder }) => ({ folder, free: await freeBytes(folder) })),
  )
  const least = found.reduce((one, other) => (other.free < one.free ? other : one))
  const finding = `${Math.floor(least.free / mebibyte).toLocaleString('en')} MiB free for ${least.folder}.`
  const advice = 'make room there, or set TIJDIG_DATA_DIR or TIJDIG_ERASURE_JOURNAL to another disk'
  if (least.free < alertLimits.diskFullBytes) return fail('disk', finding, advice)
  return least.free < alertLimits.diskFewBytes ? warn('disk', finding, advice) : ok('disk', finding)
}

/** Whether a worker here could record who was erased. */
export async function checkJournal({ erasureJournal }: Settings): Promise<Check> {
  const refused = await refusedWriting(resolve(erasureJournal))
  return refused === null
    ? ok('erasure journal', 'It can be written.')
    : fail(
        'erasure journal',
        `It cannot be written (${refused}).`,
        'set TIJDIG_ERASURE_JOURNAL to a file that the worker may write',
      )
}

/** Why a file cannot be written, or made with the folders it lies in; null when it can. */
async function refusedWriting(path: string): Promise<string | null> {
  try {
    await access(path, constants.W_OK)
    return null
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? refusedWriting(dirname(path)) : code
  }
}
