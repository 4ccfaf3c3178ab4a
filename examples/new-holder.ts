import { randomUUID } from 'node:crypto'
import {
  addressesOf,
  callerOf,
  codeIn,
  dataCallerOf,
  expect,
  localTime,
  minutesOf,
  pressButton,
  productNow,
  reach,
  readMessage,
  readOptions,
  runExample,
  until,
  type Call,
} from './client.ts'

// Takes a new platform holder from empty to its first reminder, as its staff would, through the API alone:
//   npm run -s tijdig -- holder create --name 'Praktijk De Beuk'
//   npm run -s tijdig -- staff invite anna@beuk.example --holder ID
//   npm run -s node -- examples/new-holder.ts --staff anna@beuk.example
// It can be run again: what is done already is left as it is. Everything in it is invented.

const options = readOptions({
  staff: { type: 'string' },
  phone: { type: 'string', default: '+31612340199' },
  'base-url': { type: 'string' },
  'sandbox-url': { type: 'string' },
  'wait-minutes': { type: 'string', default: '10' },
})
const { baseUrl, sandboxUrl } = addressesOf(options)
const sandbox = callerOf(sandboxUrl)

type Onboarding = {
  readonly status: 'not_started' | 'in_progress' | 'pending_review' | 'completed'
  readonly version: number
  readonly currentStep: string | null
  readonly steps: readonly {
    readonly stepId: string
    readonly status: string
  }[]
  readonly reviewMessage: string | null
}
type Profile = { readonly status: string; readonly displayName: string; readonly defaultTimezone: string }
type Company = {
  readonly primaryName: string
  readonly primaryAddress: { readonly line1: string; readonly postalCode: string; readonly city: string }
  readonly registrationNumbers: readonly { readonly number: string }[]
  readonly industryCodes: readonly { readonly label: string }[]
}
type Integration = {
  readonly id: string
  readonly provider: string
  readonly connection: {
    readonly status: string
    readonly version: number
    readonly calendars: readonly { readonly calendarId: string; readonly name: string; readonly selected: boolean }[]
  }
}
type Reminder = {
  readonly channel: string | null
  readonly dueAt: string
  readonly state: string
}

/** A holder's staff at work: `asStaff` with the browser's session, `api` with a key. */
type Desk = {
  readonly staff: string
  readonly cookie: string
  readonly holderPath: string
  readonly asStaff: Call
  readonly api: Call
  /** Prints what happened, and how far the onboarding is. */
  readonly say: (sentence: string) => Promise<void>
}

await runExample(async () => {
  const { staff } = options
  expect(staff !== undefined, 'Name who signs in: --staff EMAIL. `tijdig staff invite` lets an address sign in.')
  const { cookie, platformHolderId } = await signIn(staff)
  const asStaff = dataCallerOf(baseUrl, { cookie, origin: baseUrl, 'x-service-csrf': '1' })
  const { key, secret } = await makeKey(asStaff)
  const api = dataCallerOf(baseUrl, { authorization: `Bearer ${secret}` })
  const holderPath = `/platform-holders/${platformHolderId}`
  const say = async (sentence: string) =>
    console.log(`${sentence} ${progress(await readOnboarding({ api, holderPath }))}`)
  const desk: Desk = { staff, cookie, holderPath, asStaff, api, say }
  try {
    await say('Made an API key with the rights that are needed.')
    await fillInProfile(desk)
    await addAppointmentType(desk)
    await readPolicy(desk)
    await setUpPayment(desk)
    await connectCalendar(desk)
    const appointmentId = await makeAppointment(desk)
    await handIn(desk)
    await untilActive(desk, platformHolderId)
    await receiveReminder(desk, appointmentId)
    const { steps } = await readOnboarding(desk)
    const open = steps.filter(({ status }) => status !== 'done').map(({ stepId }) => stepId)
    expect(open.length === 0, `These steps are not done after all: ${open.join(', ')}.`)
    console.log('Ready: every step of the onboarding is done.')
  } finally {
    await asStaff('DELETE', `/api-keys/${key.id}`)
    await callerOf(baseUrl, { cookie, origin: baseUrl, 'x-service-csrf': '1' })('POST', '/auth/sign-out')
  }
})

async function signIn(email: string): Promise<{ cookie: string; platformHolderId: string }> {
  const asked = Temporal.Now.instant()
  await callerOf(baseUrl, { origin: baseUrl })('POST', '/auth/staff/code', { email })
  // Known and unknown addresses get the same answer, so that nobody can find out who works where; only mail tells.
  const otherwise = `No code was mailed to ${email}. Was it invited? \`npm run -s tijdig -- staff invite ${email} --holder ID\``
  const mail = await readMessage(sandbox, 'email', { to: email, after: asked, otherwise })
  const response = await reach(`${baseUrl}/auth/staff/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: baseUrl },
    body: JSON.stringify({ email, code: codeIn(mail) }),
  })
  expect(response.status === 201, `The code of the mail was refused with ${response.status}.`)
  const { data } = (await response.json()) as { data: { platformHolderId: string } }
  console.log(`Signed in as ${email} with the code of the mail.`)
  return { cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '', platformHolderId: data.platformHolderId }
}

/** Only a signed-in person can make a key. It gets the rights that are used here, and is revoked at the end. */
async function makeKey(asStaff: Call): Promise<{ key: { id: string }; secret: string }> {
  const scopes = [
    'onboarding:read',
    'onboarding:write',
    'company:read',
    'profile:read',
    'profile:write',
    'appointment-types:read',
    'appointment-types:write',
    'reminders:read',
    'billing:read',
    'billing:write',
    'appointments:read',
    'appointments:write',
  ]
  // By the product's clock: the end of a key is the one thing here that lies in its time.
  const expiresAt = (await productNow(sandbox)).add({ hours: 30 * 24 }).toString()
  const body = { name: 'Example', kind: 'restricted', scopes, expiresAt }
  return asStaff('POST', '/api-keys', body)
}

/** Looks the organization up in the company register, and saves what staff would have reviewed. */
async function fillInProfile({ api, holderPath, say }: Desk): Promise<void> {
  const search = { mode: 'kvk', kvk: '90006623' }
  const found = await api<{ companies: { duns: string }[] }>('POST', `${holderPath}/companies/search`, {
    requestId: randomUUID(),
    search,
  })
  const [first] = found.companies
  expect(first !== undefined, `The register knows no company with KvK number ${search.kvk}.`)
  const { company } = await api<{ company: Company }>('POST', `${holderPath}/companies/${first.duns}`, {
    requestId: randomUUID(),
  })
  await say(
    `Found ${company.primaryName} in the company register: ${company.industryCodes[0]?.label ?? 'no activity'}.`,
  )
  const profile = await api<Profile>('PATCH', holderPath, {
    legalName: company.primaryName,
    registrationCountryCode: 'NL',
    registrationNumber: company.registrationNumbers[0]?.number ?? '',
    headquartersAddressLine1: company.primaryAddress.line1,
    headquartersPostalCode: company.primaryAddress.postalCode,
    headquartersPlace: company.primaryAddress.city,
    headquartersCountryCode: 'NL',
    branch: 'Zorg',
    generalContactName: 'Anna de Beuk',
    communicationInboxEmail: 'balie@beuk.example',
    financialContactName: 'Mo Visser',
    financialContactPhoneNumber: '030 123 4567',
    billingEmail: 'administratie@beuk.example',
    schedulingSetup: { locations: [{ id: 'main', name: 'Sint Jacobsstraat', personCount: 3, roomCount: 2 }] },
  })
  await say(`Filled in the profile of ${profile.displayName}, with contacts and one location.`)
}

async function addAppointmentType({ api, holderPath, say }: Desk): Promise<void> {
  const types = `${holderPath}/appointment-types`
  const { items } = await api<{ items: { ownership: string }[] }>('GET', types)
  if (items.some(({ ownership }) => ownership !== 'global')) return say('An appointment type is there already.')
  const name = { nl: 'Intake', en: 'Intake' }
  await api('POST', types, { clientRequestId: randomUUID(), name, durationMinutes: 30, locationIds: ['main'] })
  await say('Added an appointment type: Intake, 30 minutes.')
}

async function readPolicy({ api, holderPath, say }: Desk): Promise<void> {
  const { steps } = await api<{ steps: { offset: string; channel: string }[] }>('GET', `${holderPath}/reminder-policy`)
  const plan = steps.map(({ offset, channel }) => `${offset} (${channel})`).join(' and ')
  await say(`The reminder policy can stay as it came: ${plan} before the start.`)
}

/** A person pays on the provider's page. What comes of it is known from the provider alone, so it is asked for. */
async function setUpPayment({ api, holderPath, say }: Desk): Promise<void> {
  type Billing = { status: string; method: { type: string; label: string } | null }
  const read = () => api<Billing>('GET', `${holderPath}/billing/status`)
  if ((await read()).status === 'active') return say('Payment is set up already.')
  const { redirectUrl } = await api<{ redirectUrl: string }>('POST', `${holderPath}/billing/payment-setup`, {
    clientRequestId: randomUUID(),
    paymentConsent: true,
  })
  await pressButton(redirectUrl, 'Pay')
  const active = async () => {
    const billing = await read()
    return billing.status === 'active' ? billing : null
  }
  const otherwise = 'The payment provider did not confirm the payment within 15 seconds.'
  const { method } = await until(active, { patienceMs: 15_000, otherwise })
  await say(`Paid on the page of the payment provider: ${method?.type ?? ''} ${method?.label ?? ''} is on file.`)
}

/** The owner allows reading in the browser that began; the answer would count in no other. */
async function connectCalendar({ asStaff, cookie, staff, holderPath, say }: Desk): Promise<void> {
  const read = async () => {
    const { items } = await asStaff<{ items: Integration[] }>('GET', `${holderPath}/integrations`)
    const google = items.find(({ provider }) => provider === 'google_calendar')
    expect(google !== undefined, 'The catalogue of integrations has no Google Calendar.')
    return google
  }
  const { id, connection } = await read()
  if (connection.status === 'connected') return say('A calendar is connected already.')
  const path = `${holderPath}/integrations/${id}`
  const started = await asStaff<{ authorizationUrl: string }>('POST', `${path}/authorization`, {
    clientRequestId: randomUUID(),
  })
  const answerUrl = await pressButton(started.authorizationUrl, 'Allow', { account: staff })
  const page = await reach(answerUrl, { headers: { cookie } })
  expect(page.ok, `The page the calendar's provider sent us to answered ${page.status}.`)
  const { version, calendars } = (await read()).connection
  const [own, ...others] = calendars
  expect(own !== undefined, 'The connected account has no calendars.')
  await asStaff('PATCH', path, {
    expectedVersion: version,
    calendars: calendars.map(({ calendarId }) => ({ calendarId, selected: calendarId === own.calendarId })),
  })
  await say(`Connected a Google calendar: "${own.name}" is read, ${others.length} other is not.`)
}

/** An appointment the day after tomorrow, so that one reminder is still ahead. */
async function makeAppointment({ api, holderPath, say }: Desk): Promise<string> {
  const { defaultTimezone } = await api<Profile>('GET', holderPath)
  const { items } = await api<{ items: { id: string; ownership: string }[] }>('GET', `${holderPath}/appointment-types`)
  const type = items.find(({ ownership }) => ownership !== 'global')
  const startsAt = (await productNow(sandbox))
    .toZonedDateTimeISO(defaultTimezone)
    .add({ days: 2 })
    .withPlainTime('10:00')
  const { id } = await api<{ id: string }>('POST', `${holderPath}/appointments`, {
    clientRequestId: randomUUID(),
    appointmentTypeId: type?.id ?? null,
    locationId: 'main',
    startsAt: startsAt.toString({ timeZoneName: 'never' }),
    endsAt: startsAt.add({ minutes: 30 }).toString({ timeZoneName: 'never' }),
    recipient: { displayName: 'Sam Vermeer', phoneNumberE164: options.phone },
  })
  const { dueAt, channel } = await plannedReminder({ api, holderPath }, id)
  const at = (instant: string) => localTime(instant, defaultTimezone)
  await say(
    `Made an appointment on ${at(startsAt.toInstant().toString())}; its reminder is due ${at(dueAt)} by ${channel}.`,
  )
  return id
}

async function plannedReminder({ api, holderPath }: Pick<Desk, 'api' | 'holderPath'>, id: string): Promise<Reminder> {
  const { items } = await api<{ items: Reminder[] }>('GET', `${holderPath}/appointments/${id}/reminders`)
  const planned = items
    .filter(({ state }) => state === 'planned')
    .sort((one, other) => Date.parse(one.dueAt) - Date.parse(other.dueAt))[0]
  expect(planned !== undefined, 'No reminder is planned for the appointment.')
  return planned
}

/** Hands the onboarding in. Nothing becomes active by that: a person of the platform looks at it. */
async function handIn(desk: Desk): Promise<void> {
  const { api, holderPath, say } = desk
  const { status, version } = await readOnboarding(desk)
  if (status === 'pending_review' || status === 'completed') return say('The onboarding was handed in already.')
  const handedIn = await api<Onboarding>('POST', `${holderPath}/onboarding/submission`, {
    clientRequestId: randomUUID(),
    expectedVersion: version,
  })
  expect(handedIn.status === 'pending_review', `The onboarding was handed in, but is ${handedIn.status}.`)
  await say('Handed the onboarding in for review.')
}

/** A draft sends nothing: an operator approves it first. */
async function untilActive(desk: Desk, platformHolderId: string): Promise<void> {
  const { api, holderPath } = desk
  const isActive = async () => ((await api<Profile>('GET', holderPath)).status === 'active' ? true : null)
  if (await isActive()) return
  console.log(`Waiting for an operator: npm run -s tijdig -- onboarding approve ${platformHolderId}`)
  const approved = async () => {
    const { status, reviewMessage } = await readOnboarding(desk)
    expect(status !== 'in_progress', `The onboarding was returned: ${reviewMessage ?? ''}`)
    return isActive()
  }
  const minutes = minutesOf(options['wait-minutes'])
  const otherwise = `Nobody approved the onboarding within ${minutes} minutes. Run this again when somebody has.`
  await until(approved, { patienceMs: minutes * 60_000, otherwise })
  await desk.say('An operator approved it: the organization is active.')
}

/** Runs the world forward to the reminder, and reads it where its recipient would. */
async function receiveReminder({ api, holderPath, say }: Desk, appointmentId: string): Promise<void> {
  const { dueAt } = await plannedReminder({ api, holderPath }, appointmentId)
  const before = Temporal.Now.instant()
  const ahead = (await productNow(sandbox)).until(Temporal.Instant.from(dueAt), { largestUnit: 'seconds' })
  await sandbox('POST', '/clock', { advance: ahead.add({ seconds: 1 }).round('seconds').toString() })
  const otherwise = `No SMS came to ${options.phone} within 15 seconds of the time it was due.`
  const { text } = await readMessage(sandbox, 'sms', { to: options.phone, after: before, otherwise })
  const delivered = async () => {
    type Appointment = { delivery: { status: string } }
    const { delivery } = await api<Appointment>('GET', `${holderPath}/appointments/${appointmentId}`)
    return delivery.status === 'delivered' ? delivery.status : null
  }
  await until(delivered, { patienceMs: 15_000, otherwise: 'The SMS came, but no receipt says so.' })
  await say(`Moved the clock on, and the reminder was delivered: "${text.replaceAll(/\s+/g, ' ')}"`)
}

function readOnboarding({ api, holderPath }: Pick<Desk, 'api' | 'holderPath'>): Promise<Onboarding> {
  return api<Onboarding>('GET', `${holderPath}/onboarding`)
}

function progress({ status, steps, currentStep }: Onboarding): string {
  const done = steps.filter((step) => step.status === 'done').length
  return `[${status}: ${done} of ${steps.length} steps done${currentStep ? `, next ${currentStep}` : ''}]`
}
