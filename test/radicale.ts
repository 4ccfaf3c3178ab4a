import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export const radicaleUser = { username: 'balie@praktijk.example', appPassword: 'app-password' }

/** A real CalDAV server (Radicale) with one account, in a folder of its own. */
export type Radicale = {
  readonly url: string
  /** Makes a calendar. @returns its URL */
  createCalendar(name: string, timeZone?: string): Promise<string>
  /** Writes an object of a calendar. @returns its path */
  put(calendarUrl: string, name: string, icalendar: string): Promise<string>
  delete(calendarUrl: string, name: string): Promise<void>
  /** Ends the process without losing its data. */
  halt(): Promise<void>
  resume(): Promise<void>
  stop(): Promise<void>
}

/** Starts Radicale; null where it is not installed. */
export async function startRadicale(): Promise<Radicale | null> {
  const command = findCommand()
  if (!command) return null
  const folder = await mkdtemp(join(tmpdir(), 'tijdig-radicale-'))
  const port = await freePort()
  const { username, appPassword } = radicaleUser
  await writeFile(join(folder, 'users'), `${username}:${appPassword}\n`)
  await writeFile(
    join(folder, 'config'),
    [
      `[server]\nhosts = 127.0.0.1:${port}`,
      `[auth]\ntype = htpasswd\nhtpasswd_filename = ${join(folder, 'users')}\nhtpasswd_encryption = plain\ndelay = 0`,
      `[storage]\nfilesystem_folder = ${join(folder, 'collections')}`,
      '[logging]\nlevel = error\n',
    ].join('\n'),
  )
  const url = `http://127.0.0.1:${port}/`
  const authorization = `Basic ${Buffer.from(`${username}:${appPassword}`).toString('base64')}`
  const call = async (method: string, target: string, body?: string, type = 'text/calendar; charset=utf-8') => {
    const headers = { authorization, 'content-type': type }
    const response = await fetch(target, { method, headers, ...(body === undefined ? {} : { body }) })
    if (!response.ok) throw new Error(`${method} ${target}: ${response.status} ${await response.text()}`)
  }
  const run = async () => {
    const [program = '', ...args] = command
    const child = spawn(program, [...args, '--config', join(folder, 'config')], { stdio: 'ignore' })
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    await answers(url)
    return async () => {
      child.kill('SIGTERM')
      await ended
    }
  }
  let end = await run()
  return {
    url,
    async createCalendar(name, timeZone) {
      const calendarUrl = new URL(`${encodeURIComponent(username)}/${name}/`, url).href
      const zone = timeZone
        ? `<C:calendar-timezone>BEGIN:VCALENDAR\nBEGIN:VTIMEZONE\nTZID:${timeZone}\nEND:VTIMEZONE\nEND:VCALENDAR\n</C:calendar-timezone>`
        : ''
      await call(
        'MKCALENDAR',
        calendarUrl,
        `<?xml version="1.0"?><C:mkcalendar xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><set><prop><displayname>Agenda ${name}</displayname>${zone}</prop></set></C:mkcalendar>`,
        'application/xml',
      )
      return calendarUrl
    },
    async put(calendarUrl, name, icalendar) {
      const target = new URL(`${name}.ics`, calendarUrl)
      await call('PUT', target.href, icalendar)
      return target.pathname
    },
    delete: (calendarUrl, name) => call('DELETE', new URL(`${name}.ics`, calendarUrl).href),
    halt: () => end(),
    async resume() {
      end = await run()
    },
    async stop() {
      await end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function findCommand(): string[] | null {
  for (const command of [['radicale'], ['python3', '-m', 'radicale']]) {
    const [program = '', ...args] = command
    if (spawnSync(program, [...args, '--version'], { timeout: 10_000 }).status === 0) return command
  }
  return null
}

const amsterdam = [
  'BEGIN:VTIMEZONE',
  'TZID:Europe/Amsterdam',
  'BEGIN:DAYLIGHT',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'DTSTART:19700329T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'DTSTART:19701025T030000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'END:STANDARD',
  'END:VTIMEZONE',
]

/** One calendar object as text; each list holds the lines of one event. */
export function icalendar(...events: readonly (readonly string[])[]): string {
  const lines = events.flatMap((event) => ['BEGIN:VEVENT', 'DTSTAMP:20260101T000000Z', ...event, 'END:VEVENT'])
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//NL', ...amsterdam, ...lines, 'END:VCALENDAR', ''].join(
    '\r\n',
  )
}

async function answers(url: string): Promise<void> {
  const until = performance.now() + 20_000
  while (performance.now() < until) {
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    )
    if (isUp) return
    await sleep(50)
  }
  throw new Error('Radicale does not answer')
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
