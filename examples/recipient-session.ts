import { randomUUID } from 'node:crypto'
import {
  addressesOf,
  callerOf,
  codeIn,
  dataCallerOf,
  expect,
  localTime,
  minutesOf,
  productNow,
  readMessage,
  readOptions,
  Refusal,
  runExample,
  Stop,
  until,
  type Call,
} from './client.ts'

// What the app of a recipient does: sign in by SMS at the login server, look at one's own appointments at the data API,
// confirm one, ask to move one, follow what staff say of it, sign out. With the demo data:
//   npm run -s node -- examples/recipient-session.ts
// The session lives in memory alone, for an hour; nothing here is stored.

const options = readOptions({
  phone: { type: 'string' },
  'base-url': { type: 'string' },
  'login-url': { type: 'string' },
  'sandbox-url': { type: 'string' },
  'wait-minutes': { type: 'string', default: '0' },
})
const { baseUrl, loginUrl, sandboxUrl } = addressesOf(options)
const sandbox = callerOf(sandboxUrl)
const authPath = '/api/v1/recipient/auth'

type Session = {
  readonly accessToken: string
  readonly expiresAt: string
  readonly profile: {
    readonly linked: boolean
    readonly displayName: string | null
    readonly phoneNumberMasked: string
  }
}
type Appointment = {
  readonly id: string
  readonly version: number
  readonly startsAt: string
  readonly endsAt: string
  readonly timezone: string
  readonly platformHolder: { readonly displayName: string }
  readonly confirmation: { readonly status: string }
  readonly allowedActions: readonly string[]
  readonly openRequest: { readonly requestId: string } | null
}
type Request = {
  readonly id: string
  readonly status: string
  readonly review: { readonly message: string | null } | null
}

await runExample(async () => {
  const phone = options.phone ?? (await linkedPhone())
  const { accessToken, profile } = await signIn(phone)
  const headers = { authorization: `Bearer ${accessToken}` }
  const api = dataCallerOf(baseUrl, headers)
  try {
    if (!profile.linked) throw new Stop(await whyNot(api, phone))
    await confirmOne(api)
    await follow(api, await askToMoveOne(api))
  } finally {
    await callerOf(loginUrl, headers)('DELETE', `${authPath}/sessions/current`)
    console.log('Signed out.')
  }
  const refusal = await refusalOf(api)
  expect(refusal === 'INVALID_RECIPIENT_SESSION', `After signing out the token should be refused, but: ${refusal}.`)
  console.log('The token is refused from now on.')
})

/** The first of the demo's recipients whom an operator linked. */
async function linkedPhone(): Promise<string> {
  type Demo = { holders: { recipients: { phoneNumberE164: string | null; linked: boolean }[] }[] }
  const { holders } = await sandbox<Demo>('GET', '/demo')
  const people = holders.flatMap(({ recipients }) => recipients)
  const phone = people.find((one) => one.linked && one.phoneNumberE164 !== null)?.phoneNumberE164 ?? null
  expect(phone !== null, 'No recipient of the demo data is linked: name a telephone number with --phone.')
  return phone
}

async function signIn(phone: string): Promise<Session> {
  const login = callerOf(loginUrl)
  const asked = Temporal.Now.instant()
  const { challengeId } = await login<{ challengeId: string }>('POST', `${authPath}/challenges`, {
    phoneNumberE164: phone,
    locale: 'en',
  })
  // Every number gets the same answer; a code comes only to one that a profile or an appointment has.
  const otherwise = `No code came to ${phone}. Does anybody have an appointment with it? \`npm run -s tijdig -- demo show\``
  const code = codeIn(await readMessage(sandbox, 'sms', { to: phone, after: asked, otherwise }))
  const session = await login<Session>('POST', `${authPath}/sessions`, { challengeId, code })
  const { displayName, phoneNumberMasked } = session.profile
  console.log(`Signed in as ${displayName ?? phoneNumberMasked} with the code of the SMS, until ${session.expiresAt}.`)
  return session
}

/** A proven number says which telephone it is, not who: that takes a link, and only an operator makes one. */
async function whyNot(api: Call, phone: string): Promise<string> {
  return `${phone} is not linked to a recipient, so the data API answers ${await refusalOf(api)}. Signing in again does not change that.
An operator links it: npm run -s tijdig -- recipient list-unlinked`
}

/** The code with which the data API refuses this session; null when it does not. */
async function refusalOf(api: Call): Promise<string | null> {
  try {
    await api('GET', '/me')
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

/** What is ahead, soonest first. */
async function ownAppointments(api: Call): Promise<readonly Appointment[]> {
  const query = new URLSearchParams({ from: (await productNow(sandbox)).toString(), status: 'registered' })
  return (await api<{ items: Appointment[] }>('GET', `/recipient/appointments?${query}`)).items
}

async function confirmOne(api: Call): Promise<void> {
  const appointments = await ownAppointments(api)
  expect(
    appointments.length > 0,
    'There are no appointments ahead: the clock has passed them. `npm run -s tijdig -- demo reset --yes` begins anew.',
  )
  console.log(
    appointments.length === 1 ? 'One appointment is ahead:' : `${appointments.length} appointments are ahead:`,
  )
  for (const one of appointments) console.log(`  ${describe(one)}, ${one.confirmation.status}`)
  // What may be done with an appointment is said with it; a client need not know the rules.
  const appointment = appointments.find(({ allowedActions }) => allowedActions.includes('confirm'))
  if (!appointment) return console.log('None is left to confirm.')
  const { id, version } = appointment
  const { confirmation } = await api<Pick<Appointment, 'confirmation'>>(
    'POST',
    `/recipient/appointments/${id}/confirmation`,
    { clientRequestId: randomUUID(), expectedVersion: version },
  )
  expect(confirmation.status === 'confirmed', `The appointment should be confirmed, but is ${confirmation.status}.`)
  console.log(`Confirmed: ${describe(appointment)}.`)
}

/** Asks to move the last one. @returns the id of the request */
async function askToMoveOne(api: Call): Promise<string> {
  const appointments = await ownAppointments(api)
  const appointment = appointments.findLast(({ allowedActions }) => allowedActions.includes('reschedule_request'))
  if (!appointment) {
    const open = appointments.find(({ openRequest }) => openRequest !== null)?.openRequest ?? null
    expect(open !== null, 'None of the appointments can be moved any more.')
    console.log('There is an open request already.')
    return open.requestId
  }
  const { id, version, startsAt, endsAt, timezone } = appointment
  const dayLater = (instant: string) =>
    Temporal.Instant.from(instant).toZonedDateTimeISO(timezone).add({ days: 1 }).toString({ timeZoneName: 'never' })
  // The same number with the same content asks once, however often it is sent: a lost answer may be asked for again.
  const clientRequestId = randomUUID()
  const request = await api<Request>('POST', `/recipient/appointments/${id}/reschedule-requests`, {
    clientRequestId,
    expectedVersion: version,
    reasonCode: 'work',
    preferredWindows: [{ startsAt: dayLater(startsAt), endsAt: dayLater(endsAt) }],
  })
  console.log(`Asked to move ${describe(appointment)} to a day later. It stands until staff decide.`)
  return request.id
}

async function follow(api: Call, requestId: string): Promise<void> {
  const read = () => api<Request>('GET', `/recipient/requests/${requestId}`)
  const reviewed = async () => {
    const request = await read()
    return request.status === 'pending_review' ? null : request
  }
  const minutes = minutesOf(options['wait-minutes'])
  if (minutes === 0 && (await reviewed()) === null)
    return console.log('The request waits for the staff. With --wait-minutes 5 their answer would be awaited here.')
  const otherwise = `Staff did not answer within ${minutes} minutes. The request stays open.`
  const { status, review } = await until(reviewed, { patienceMs: minutes * 60_000, otherwise })
  console.log(`The request is ${status}${review?.message ? `: "${review.message}"` : ''}.`)
}

function describe({ startsAt, timezone, platformHolder }: Appointment): string {
  return `${localTime(startsAt, timezone)} at ${platformHolder.displayName}`
}
