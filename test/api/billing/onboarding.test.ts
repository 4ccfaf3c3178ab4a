import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { approveOnboarding } from '#/app/operator/holders/onboarding.ts'
import { inTransaction, openPool } from '#/kernel/postgres/db.ts'
import { callApi, eventually, signIn, startTestProduct, type TestHolder, type TestProduct } from '../../harness.ts'
import { completeProfile, completeRequiredSteps } from '../../onboarding-world.ts'
import { storeAppointment } from '../../operation-cases.ts'
import { rowsOf } from '../../operator-world.ts'
import { storedState } from '../appointments/stored-state.ts'

let product: TestProduct
before(async () => {
  product = await startTestProduct()
})
after(() => product?.stop())

const newDraft = () => product.createHolder({ status: 'draft' })
const read = async (holder: TestHolder) => (await holder.call('GET', '/onboarding')).body.data
const patch = (holder: TestHolder, stepId: string, body: object) =>
  holder.call('PATCH', `/onboarding/steps/${stepId}`, body)
const submit = (holder: TestHolder, expectedVersion: number, clientRequestId: string = randomUUID()) =>
  holder.call('POST', '/onboarding/submission', { clientRequestId, expectedVersion })
const stepOf = (onboarding: { steps: { stepId: string }[] }, stepId: string) =>
  onboarding.steps.find((step) => step.stepId === stepId) as Record<string, unknown> | undefined

test('a new holder has not started, and its first step is the company', async () => {
  const holder = await newDraft()
  const { status, body, headers } = await holder.call('GET', '/onboarding')
  assert.equal(status, 200)
  assert.equal(headers.get('etag'), '"v1"')
  const { steps, updatedAt, ...rest } = body.data
  assert.deepEqual(rest, {
    status: 'not_started',
    version: 1,
    currentStep: 'company',
    submittedAt: null,
    reviewMessage: null,
  })
  assert.match(updatedAt, /Z$/)
  assert.equal(steps.length, 9)
  assert.equal(stepOf(body.data, 'language_timezone')?.status, 'done')
  assert.equal(stepOf(body.data, 'test_message')?.status, 'blocked')
})

test('steps follow from the profile and the appointment types', async () => {
  const holder = await newDraft()
  assert.equal((await holder.call('PATCH', '', { legalName: 'De Linde B.V.' })).status, 200)
  const begun = await read(holder)
  assert.deepEqual([begun.status, begun.version], ['in_progress', 1])
  assert.ok(!stepOf(begun, 'company')?.missingFields?.toString().includes('legalName'))
  await completeRequiredSteps(holder)
  const done = await read(holder)
  for (const { stepId, required, status } of done.steps) if (required) assert.equal(status, 'done', stepId)
  assert.equal(done.currentStep, 'payment')
  assert.equal((await holder.call('PATCH', '', { billingEmail: '' })).status, 200)
  assert.deepEqual(stepOf(await read(holder), 'contacts')?.missingFields, ['billingEmail'])
})

test('a global appointment type or an archived one of its own is not enough', async () => {
  const holder = await newDraft()
  await completeRequiredSteps(holder)
  await rowsOf(
    product.operator,
    `update appointment_type set status = 'archived', archived_at = tijdig_now() where platform_holder_id = $1`,
    [holder.id],
  )
  assert.equal(stepOf(await read(holder), 'appointment_types')?.status, 'open')
})

test('a payment set-up that is active and a calendar that is connected are done, whoever skipped them', async () => {
  const holder = await newDraft()
  assert.equal((await patch(holder, 'payment', { expectedVersion: 1, status: 'skipped' })).status, 200)
  await rowsOf(
    product.operator,
    `insert into billing_account (platform_holder_id, status) values ($1, 'setup_pending')`,
    [holder.id],
  )
  await rowsOf(
    product.operator,
    `insert into integration_connection (platform_holder_id, integration_id, provider, status, encrypted_grant, connected_at)
     values ($1, gen_random_uuid(), 'google_calendar', 'action_required', 'x', tijdig_now())`,
    [holder.id],
  )
  const waiting = await read(holder)
  assert.deepEqual([stepOf(waiting, 'payment')?.status, stepOf(waiting, 'integration')?.status], ['skipped', 'open'])
  await rowsOf(product.operator, `update billing_account set status = 'active' where platform_holder_id = $1`, [
    holder.id,
  ])
  await rowsOf(
    product.operator,
    `update integration_connection set status = 'connected' where platform_holder_id = $1`,
    [holder.id],
  )
  const done = await read(holder)
  assert.deepEqual([stepOf(done, 'payment')?.status, stepOf(done, 'integration')?.status], ['done', 'done'])
})

test('the test message is done once a reminder was handed over', async () => {
  const holder = await product.createHolder()
  assert.equal(stepOf(await read(holder), 'test_message')?.status, 'open')
  // Its first reminder is due within the day.
  await storeAppointment(product, holder, 30)
  await product.clock.advance('P1D')
  const step = await eventually(async () => {
    const found = stepOf(await read(holder), 'test_message')
    return found?.status === 'done' && found
  })
  assert.match(String(step.updatedAt), /Z$/)
})

test('an optional step is skipped and opened again; each change raises the version', async () => {
  const holder = await newDraft()
  const skipped = await patch(holder, 'integration', { expectedVersion: 1, status: 'skipped' })
  assert.deepEqual([skipped.status, skipped.body.data.version, skipped.body.data.status], [200, 2, 'in_progress'])
  assert.equal(stepOf(skipped.body.data, 'integration')?.status, 'skipped')
  const stale = await patch(holder, 'integration', { expectedVersion: 1, status: 'open' })
  assert.deepEqual(
    [stale.status, stale.body.error.code, stale.body.error.details[0].currentVersion],
    [409, 'VERSION_CONFLICT', 2],
  )
  const opened = await patch(holder, 'integration', { expectedVersion: 2, status: 'open' })
  assert.deepEqual([opened.status, opened.body.data.version], [200, 3])
  assert.equal(stepOf(opened.body.data, 'integration')?.status, 'open')
  assert.deepEqual(await read(holder), opened.body.data)
})

test('nobody ticks a step off, skips a required one, or names one that does not exist', async () => {
  const holder = await newDraft()
  const before = await storedState(product.operator)
  for (const status of ['done', 'blocked', 'completed', true, null])
    assert.equal((await patch(holder, 'payment', { expectedVersion: 1, status })).status, 400)
  assert.equal((await patch(holder, 'payment', { status: 'skipped' })).status, 400)
  const required = await patch(holder, 'company', { expectedVersion: 1, status: 'skipped' })
  assert.deepEqual([required.status, required.body.error.code], [409, 'STATE_CONFLICT'])
  assert.equal((await patch(holder, 'nothing', { expectedVersion: 1, status: 'skipped' })).status, 404)
  assert.deepEqual(await storedState(product.operator), before)
})

test('of fifty parallel changes with one expectedVersion one wins and 49 are told the new version', async () => {
  const holder = await newDraft()
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      patch(holder, ['payment', 'integration', 'test_message'][index % 3] ?? '', {
        expectedVersion: 1,
        status: 'skipped',
      }),
    ),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  const lost = answers.filter(({ status }) => status !== 200)
  assert.equal(lost.length, 49)
  for (const { status, body } of lost)
    assert.deepEqual(
      [status, body.error.code, body.error.details[0].currentVersion],
      [409, 'VERSION_CONFLICT', 2],
      JSON.stringify(body),
    )
  const { version, steps } = await read(holder)
  assert.equal(version, 2)
  assert.equal(steps.filter((step: { status: string }) => step.status === 'skipped').length, 1)
})

test('handing in with something missing is refused with the whole list, and nothing is recorded', async () => {
  const holder = await newDraft()
  const before = await storedState(product.operator)
  const { status, body } = await submit(holder, 1)
  assert.deepEqual([status, body.error.code], [409, 'STATE_CONFLICT'])
  const paths = body.error.details.map((fault: { path: string }) => fault.path)
  for (const path of [
    'company.legalName',
    'profile.branch',
    'contacts.billingEmail',
    'scheduling_setup.schedulingSetup',
    'appointment_types.appointmentType',
  ])
    assert.ok(paths.includes(path), `${path} in ${paths}`)
  assert.ok(!paths.some((path: string) => /^(payment|integration|test_message)/.test(path)))
  assert.ok(body.error.details.every((fault: { code: string }) => fault.code === 'required'))
  assert.deepEqual(await storedState(product.operator), before)
})

test('a complete onboarding is handed in once; the same request again gets the first answer', async () => {
  const holder = await newDraft()
  await completeRequiredSteps(holder)
  const clientRequestId = randomUUID()
  const first = await submit(holder, 1, clientRequestId)
  assert.deepEqual([first.status, first.body.data.status, first.body.data.version], [202, 'pending_review', 2])
  assert.match(first.body.data.submittedAt, /Z$/)
  const again = await submit(holder, 1, clientRequestId)
  assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [202, 'true'])
  assert.deepEqual(again.body.data, first.body.data)
  const another = await submit(holder, 2)
  assert.deepEqual([another.status, another.body.error.code], [409, 'STATE_CONFLICT'])
  const skip = await patch(holder, 'payment', { expectedVersion: 2, status: 'skipped' })
  assert.deepEqual([skip.status, skip.body.error.code], [409, 'STATE_CONFLICT'])
})

test('of twenty parallel submissions one is recorded', async () => {
  const holder = await newDraft()
  await completeRequiredSteps(holder)
  const answers = await Promise.all(Array.from({ length: 20 }, () => submit(holder, 1)))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [202, ...Array.from({ length: 19 }, () => 409)])
  assert.equal((await read(holder)).version, 2)
})

test('nothing in the API makes a holder active or an onboarding completed', async () => {
  const holder = await newDraft()
  await completeRequiredSteps(holder)
  assert.equal((await submit(holder, 1)).status, 202)
  const cookie = await signIn(product, holder.staffEmail)
  const browser = { cookie, origin: product.baseUrl, 'x-service-csrf': '1' }
  const url = `${product.baseUrl}/api/v1/platform-holders/${holder.id}`
  const tries: [method: string, path: string, body?: object][] = [
    ['PATCH', '', { status: 'active' }],
    ['PATCH', '', { ...completeProfile, status: 'active', activeFrom: '2026-01-01T00:00:00Z' }],
    ['PATCH', '/onboarding', { status: 'completed', expectedVersion: 2 }],
    ['PATCH', '/onboarding/steps/payment', { status: 'completed', expectedVersion: 2 }],
    ['POST', '/onboarding/submission', { clientRequestId: randomUUID(), expectedVersion: 2, status: 'completed' }],
    ['POST', '/onboarding/approval', { expectedVersion: 2 }],
    ['POST', '/activation', {}],
  ]
  for (const [method, path, body] of tries) {
    const headers = { authorization: `Bearer ${holder.apiKey}` }
    for (const credential of [headers, browser]) {
      const { status } = await callApi(url + path, method, body, credential)
      assert.ok(status >= 400 && status < 500, `${method} ${path}: ${status}`)
    }
  }
  assert.equal((await holder.call('GET', '')).body.data.status, 'draft')
  assert.equal((await read(holder)).status, 'pending_review')

  // Nor could a bug in the API: the database refuses it to the API's role.
  const api = openPool({ databaseUrl: product.databaseUrl, role: 'tijdig_api', size: 1, onIdleError: assert.fail })
  for (const text of [
    `update platform_holder set status = 'active' where platform_holder_id = $1`,
    `update platform_holder set active_from = now() where platform_holder_id = $1`,
    `update onboarding set status = 'completed' where platform_holder_id = $1`,
  ])
    await assert.rejects(
      inTransaction(api, { holder: holder.id }, (tx) => tx.rows({ name: '', text }, [holder.id])),
      { code: '42501' },
      text,
    )
  await api.end()
  await approveOnboarding(product.operator, holder.id)
  assert.equal((await holder.call('GET', '')).body.data.status, 'active')
  assert.equal((await read(holder)).status, 'completed')
})
