import { Command, InvalidArgumentError } from 'commander'
import { ConfigurationError, readSettings } from '#/app/settings/read-settings.ts'
import type { Settings } from '#/app/settings/settings.ts'
import { installationOf, startDatabase } from '#/app/starting/database.ts'
import { describeDemo, servesDemo } from '#/app/demo/demo.ts'
import { addDemo, eraseUnfinishedDemo } from '#/app/operator/world/demo.ts'
import { migrateInstallation, secretNotice } from '#/app/starting/installation.ts'
import { onceDatabaseAnswers } from '#/app/starting/patient-start.ts'
import { addresses, roles, startProduct, type Role } from '#/app/product.ts'
import { isPublicDevelopment, publicDevelopment } from '#/app/operator/doctor/check-surroundings.ts'
import { namedFault } from '#/app/starting/start-fault.ts'
import { openPool } from '#/kernel/postgres/db.ts'
import { createLog } from '#/kernel/log.ts'
import { serviceManagerOf } from './service-manager.ts'
import { terminal } from '#/main/terminal/terminal.ts'

/** `tijdig serve`: runs the product until it is told to stop. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('run the product, or some of its roles')
    .option('--roles <roles>', `parts to run, separated by commas: ${roles.join(', ')}`, parseRoles, [...roles])
    .option('--no-demo', 'do not add demo data to an empty database')
    .action(async (options: { roles: readonly Role[]; demo: boolean }) => serve(readSettings(terminal().env), options))
}

async function serve(settings: Settings, options: { roles: readonly Role[]; demo: boolean }): Promise<void> {
  const startedMs = performance.now()
  const { stdout, stderr } = terminal()
  const isForPeople = stdout.isTTY || settings.environment === 'development'
  const say = (line: string) => void (isForPeople && stderr.write(`${line}\n`))
  // On the process's own standard output the log writes directly, without a stream in between.
  const log = createLog(settings.logLevel, stdout === process.stdout ? undefined : stdout)
  if (settings.environment === 'production' && options.roles.every((role) => role === 'sandbox'))
    throw new ConfigurationError([
      'There is no sandbox in production: name another role, or another TIJDIG_ENVIRONMENT.',
    ])
  if (isPublicDevelopment(settings)) {
    log.warn(publicDevelopment)
    say(publicDevelopment)
  }
  const stopping = untilToldToStop()
  const manager = serviceManagerOf(terminal().env, log)
  const database = await startDatabase(settings, say)
  const world = { databaseUrl: database.url, settings, log }
  try {
    const own = await installationOf(settings)
    // In production the schema is changed on purpose, by `tijdig migrate`, before the new code starts.
    if (settings.environment !== 'production') {
      const { applied, isClaimed } = await onceDatabaseAnswers(settings, log, () =>
        migrateInstallation(database.url, settings.loginDatabaseUrl, own),
      )
      if (isClaimed && settings.secret !== null) log.warn(secretNotice)
      if (applied.length > 0) say(`Schema brought up to date (${applied.length} migrations).`)
      if (await onceDatabaseAnswers(settings, log, () => eraseUnfinishedDemo(world)))
        say('Erased demo data that were not finished.')
    }
    const product = await startProduct({
      settings,
      databaseUrl: database.url,
      secret: own.secret,
      roles: options.roles,
      log,
    })
    try {
      const hasAllRoles = roles.every((role) => options.roles.includes(role))
      if (options.demo && settings.environment !== 'production' && hasAllRoles) {
        const onBegin = () => say('Adding demo data, with the reminders of the past nine days.')
        if (await addDemo(world, { onBegin, signal: stopping.signal }))
          say('Demo data added: two organizations with forty appointments.')
      }
      const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1)
      log.info({ roles: options.roles, environment: settings.environment, ports: product.ports }, 'ready')
      manager.tellReady()
      if (isForPeople) stderr.write(await welcome(settings, database.url, seconds, options.demo))
      const signal = await Promise.race([stopping.told, product.outdated.then(() => null)])
      if (signal === null) {
        const fault = await product.outdated
        log.error({ fault }, 'stopping')
        throw new ConfigurationError([fault])
      }
      log.info({ signal }, 'stopping')
      manager.tellStopping()
      say('\nStopping: finishing what is in hand.')
    } finally {
      await product.stop()
    }
  } catch (error) {
    throw namedFault(error, settings)
  } finally {
    manager.end()
    stopping.forget()
    await database.stop()
  }
  log.info('stopped')
}

/** Resolves at the first request to stop; a second one ends the process at once. */
function untilToldToStop(): { readonly told: Promise<string>; readonly signal: AbortSignal; forget(): void } {
  const { promise, resolve } = Promise.withResolvers<string>()
  const aborting = new AbortController()
  // npm passes on a terminal's Ctrl-C, so one key press arrives twice: only a later one counts.
  let mayEnd = false
  const hear = (signal: NodeJS.Signals) => {
    if (mayEnd) process.exit(130)
    setTimeout(() => (mayEnd = true), 1_000).unref()
    resolve(signal)
    aborting.abort()
  }
  process.on('SIGINT', hear).on('SIGTERM', hear)
  return {
    told: promise,
    signal: aborting.signal,
    forget: () => process.off('SIGINT', hear).off('SIGTERM', hear),
  }
}

async function welcome(settings: Settings, databaseUrl: string, seconds: string, hasDemo: boolean): Promise<string> {
  const { baseUrl, sandboxUrl } = addresses(settings)
  const isSandbox = settings.environment !== 'production'
  const lines = ['', `Tijdig is ready (${seconds} s). Stop it with Ctrl-C.`, '']
  lines.push(`  Portal          ${baseUrl}/sign-in`)
  const demo = hasDemo && isSandbox ? await demoLines(settings, databaseUrl) : []
  lines.push(...demo)
  lines.push(`  API reference   ${baseUrl}/reference`)
  if (isSandbox)
    lines.push(`  Phone, mailbox  ${sandboxUrl}   (everything that is sent arrives here; the clock can be moved)`)
  if (demo.length > 0 && servesDemo(settings)) lines.push('', `Open ${baseUrl}/demo`)
  return `${[...lines, ''].join('\n')}\n`
}

async function demoLines(settings: Settings, databaseUrl: string): Promise<string[]> {
  const pool = openPool({ databaseUrl, role: 'tijdig_operator', size: 1, onIdleError: () => undefined })
  try {
    const [holder] = (await describeDemo(pool, settings)).holders
    if (!holder) return []
    const email = holder.staff[0]?.email ?? ''
    return [
      `                  as ${email}: the code arrives in the mailbox below`,
      '                  (all sign-ins: npm run -s tijdig -- demo show; an API key: npm run -s tijdig -- demo key)',
    ]
  } finally {
    await pool.end()
  }
}

function parseRoles(text: string): Role[] {
  const asked = text.split(',').map((role) => role.trim())
  const unknown = asked.filter((role) => !(roles as readonly string[]).includes(role))
  if (unknown.length > 0) throw new InvalidArgumentError(`choose from ${roles.join(', ')}`)
  return asked as Role[]
}
