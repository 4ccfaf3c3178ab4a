import { randomUUID } from 'node:crypto'
import { seededId } from '../seeding/seed.ts'

/** What the load generator sends, as plain data that can be sent to its process. */
export type RequestPlan = StaffPlan | RecipientPlan | VoicePlan | PreviewPlan

/** Previews of cancelling whatever starts in a span of `windowMs` from a random instant on, in a browser session of staff. */
type PreviewPlan = {
  readonly kind: 'preview'
  readonly holderId: string
  readonly cookie: string
  readonly origin: string
  readonly fromMs: number
  readonly spanMs: number
  readonly windowMs: number
}

/** Pages of 25 from a random instant on, in a browser session of staff: called directly, or as a voice action. */
type VoicePlan = {
  readonly kind: 'voice'
  readonly isAction: boolean
  readonly holderId: string
  readonly cookie: string
  readonly origin: string
  /** Of the voice session. */
  readonly clientRequestId: string
  readonly fromMs: number
  readonly spanMs: number
}

type RecipientPlan =
  /** Exchanges the code of one prepared challenge after the other for a token. */
  | { readonly kind: 'sign-in'; readonly challenges: number }
  /** Pages of the recipient's own appointments, from a random instant on. */
  | {
      readonly kind: 'own-list'
      readonly apiKey: string
      readonly pageSize: number
      readonly fromMs: number
      readonly spanMs: number
    }

type StaffPlan = { readonly holderId: string; readonly apiKey: string } & (
  | { readonly kind: 'me' }
  /** Pages of 25 from a random instant on. */
  | { readonly kind: 'list'; readonly fromMs: number; readonly spanMs: number }
  /** Pages of 25 replies, back from a random instant. */
  | { readonly kind: 'replies'; readonly untilMs: number; readonly spanMs: number }
  /** A random appointment of a seeded series. */
  | { readonly kind: 'get'; readonly series: number; readonly count: number }
  /** The reminder report of a period, by each grouping in turn. */
  | { readonly kind: 'report'; readonly days: string }
  /** The call list of a span. */
  | { readonly kind: 'calls'; readonly query: string }
  /** New appointments, each with an external id of its own. */
  | { readonly kind: 'intake'; readonly run: string }
  /** What a source system sends: new appointments, and some known ones of a seeded series, unchanged or moved. */
  | {
      readonly kind: 'mixed'
      readonly run: string
      readonly series: number
      readonly count: number
      readonly firstStartsAtMs: number
      /** Seconds between two seeded appointments. */
      readonly apartSeconds: number
      readonly unchangedShare: number
      readonly movedShare: number
    }
)

const reportGroupings = ['day', 'channel', 'locale', 'appointmentType', 'leadTime']

/** Recipients that share the new appointments. */
export const intakeRecipients = 10_000

/** @returns a function that gives the next request as text */
export function requestsOf(plan: RequestPlan, host: string): () => string {
  if (plan.kind === 'sign-in') return signIns(plan.challenges, host)
  if (plan.kind === 'voice') return spokenLists(plan, host)
  if (plan.kind === 'preview') return previews(plan, host)
  const head = `Host: ${host}\r\nAuthorization: Bearer ${plan.apiKey}\r\n`
  if (plan.kind === 'own-list') {
    return () => {
      const from = new Date(plan.fromMs + Math.random() * plan.spanMs).toISOString()
      return `GET /api/v1/recipient/appointments?pageSize=${plan.pageSize}&from=${from} HTTP/1.1\r\n${head}\r\n`
    }
  }
  const holder = `/api/v1/platform-holders/${plan.holderId}`
  const get = (path: string) => `GET ${path} HTTP/1.1\r\n${head}\r\n`
  if (plan.kind === 'me') {
    const request = get('/api/v1/me')
    return () => request
  }
  if (plan.kind === 'calls') {
    const request = get(`${holder}/calls?${plan.query}`)
    return () => request
  }
  if (plan.kind === 'list') {
    return () => {
      const from = new Date(plan.fromMs + Math.random() * plan.spanMs).toISOString()
      return get(`${holder}/appointments?pageSize=25&from=${from}`)
    }
  }
  if (plan.kind === 'replies') {
    return () => {
      const to = new Date(plan.untilMs + Math.random() * plan.spanMs).toISOString()
      return get(`${holder}/replies?pageSize=25&to=${to}`)
    }
  }
  if (plan.kind === 'get') {
    return () => get(`${holder}/appointments/${seededId(plan.series, 1 + Math.floor(Math.random() * plan.count))}`)
  }
  if (plan.kind === 'report') {
    let turn = 0
    return () =>
      get(`${holder}/reports/reminders?${plan.days}&groupBy=${reportGroupings[(turn += 1) % reportGroupings.length]}`)
  }
  let number = 0
  const firstDayMs = Math.ceil(Date.now() / 86_400_000) * 86_400_000
  const body = () => {
    number += 1
    if (plan.kind === 'intake') return intakeBody(plan.run, number, firstDayMs)
    const chance = Math.random()
    if (chance > plan.unchangedShare + plan.movedShare) return intakeBody(plan.run, number, firstDayMs)
    return seededBody(plan, 1 + Math.floor(Math.random() * plan.count), chance < plan.movedShare)
  }
  return () => post(body())

  function post(body: string): string {
    return `POST ${holder}/appointments/intake HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  }
}

/** The code of every prepared challenge. */
export const preparedCode = '123456'

function signIns(challenges: number, host: string): () => string {
  let number = 0
  return () => {
    number += 1
    if (number > challenges) throw new Error('Every prepared challenge was used: prepare more for a round')
    const body = JSON.stringify({ challengeId: seededId(1, number), code: preparedCode })
    return `POST /api/v1/recipient/auth/sessions HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  }
}

function spokenLists(
  { isAction, holderId, cookie, origin, clientRequestId, fromMs, spanMs }: VoicePlan,
  host: string,
): () => string {
  const path = `/api/v1/platform-holders/${holderId}`
  const head = `Host: ${host}\r\nCookie: ${cookie}\r\n`
  return () => {
    const from = new Date(fromMs + Math.random() * spanMs).toISOString()
    if (!isAction) return `GET ${path}/appointments?pageSize=25&from=${from} HTTP/1.1\r\n${head}\r\n`
    const argumentsJson = JSON.stringify({ pageSize: '25', from })
    const action = {
      clientRequestId,
      actionRequestId: randomUUID(),
      operationId: 'listHolderAppointments',
      argumentsJson,
    }
    const body = JSON.stringify(action)
    return `POST ${path}/voice/actions HTTP/1.1\r\n${head}Origin: ${origin}\r\nX-Service-CSRF: 1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  }
}

function previews({ holderId, cookie, origin, fromMs, spanMs, windowMs }: PreviewPlan, host: string): () => string {
  return () => {
    const body = JSON.stringify(cancellation(fromMs + Math.random() * spanMs, windowMs))
    return `POST /api/v1/platform-holders/${holderId}/batches/preview HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nOrigin: ${origin}\r\nX-Service-CSRF: 1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  }
}

/** A batch that cancels whatever starts in a span. */
export function cancellation(fromMs: number, windowMs: number) {
  const [from, to] = [fromMs, fromMs + windowMs].map((ms) => new Date(ms).toISOString())
  return { action: 'cancel', reason: 'ill', filter: { from, to } }
}

/** ASCII only, so that its length is its size in bytes. Far enough ahead for both reminders of the default policy. */
export function intakeBody(run: string, number: number, firstDayMs: number): string {
  const startsAtMs = firstDayMs + (10 + (number % 60)) * 86_400_000 + (8 + (number % 36) / 4) * 3_600_000
  const recipient = String(number % intakeRecipients).padStart(7, '0')
  return JSON.stringify({
    sourceSystem: 'bench',
    externalAppointmentId: `${run}-${number}`,
    locationId: 'main',
    startsAt: new Date(startsAtMs).toISOString(),
    endsAt: new Date(startsAtMs + 900_000).toISOString(),
    timezone: 'Europe/Amsterdam',
    recipient: {
      displayName: `Sanne de Vries ${recipient}`,
      email: `sanne.${recipient}@example.com`,
      phoneNumberE164: `+3161${recipient}`,
    },
  })
}

/** A seeded appointment as it was handed in, or at a random other minute of its hour. */
function seededBody(plan: RequestPlan & { kind: 'mixed' }, n: number, isMoved: boolean): string {
  const seededMs = plan.firstStartsAtMs + (n - 1) * plan.apartSeconds * 1_000
  const startsAtMs = isMoved ? seededMs + (1 + Math.floor(Math.random() * 59)) * 60_000 : seededMs
  const digits = `${String(plan.series % 100).padStart(2, '0')}${String(n).padStart(7, '0')}`
  return JSON.stringify({
    sourceSystem: 'bench',
    externalAppointmentId: `${plan.series}-${n}`,
    locationId: 'main',
    startsAt: new Date(startsAtMs).toISOString(),
    endsAt: new Date(startsAtMs + 1_200_000).toISOString(),
    timezone: 'Europe/Amsterdam',
    recipient: {
      displayName: `Recipient ${n}`,
      email: `r${plan.series}.${n}@example.com`,
      phoneNumberE164: `+316${digits}`,
    },
  })
}
