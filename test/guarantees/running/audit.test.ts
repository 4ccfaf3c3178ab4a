import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { operations } from '#/app/operations.ts'
import { inTransaction, openPool, type DatabaseRole } from '#/kernel/postgres/db.ts'
import { platformId } from '#/kernel/ids.ts'
import type { Operation } from '#/kernel/operation.ts'
import { startTestProduct, type TestProduct } from '../../harness.ts'
import {
  callOperation,
  goodHeaders,
  newAppointment,
  openWorld,
  caseMakerOf,
  schemesOf,
  type World,
} from '../../operation-cases.ts'

/**
 * Operations of staff that show or change nothing of any recipient. Every other one, including any new one, must name
 * whose data it was.
 */
const aboutNobody = new Set([
  'listWebhookEndpoints',
  'createWebhookEndpoint',
  'getWebhookEndpoint',
  'updateWebhookEndpoint',
  'deleteWebhookEndpoint',
  'rotateWebhookEndpointSecret',
  'testWebhookEndpoint',
  'recoverWebhookEndpoint',
  'listWebhookDeliveries',
  'getWebhookDelivery',
  'resendWebhookDelivery',
  'listSessions',
  'endSession',
  'listHolderSessions',
  'endHolderSession',
  'listServiceAccounts',
  'getHolderNetworks',
  'updateHolderNetworks',
  'createServiceAccount',
  'getServiceAccount',
  'archiveServiceAccount',
  'listServiceAccountKeys',
  'createServiceAccountKey',
  'revokeServiceAccountKey',
  'listHolderStaff',
  'inviteHolderStaff',
  'updateHolderStaff',
  'deactivateHolderStaff',
  'resendHolderStaffInvitation',
  'getHolderInterfaceLocale',
  'updateHolderInterfaceLocale',
  'getHolderLinkRules',
  'updateHolderLinkRules',
  'getHolderProfile',
  'updateHolderProfile',
  'updateHolderLocation',
  'listHolderSavedViews',
  'storeHolderSavedView',
  'deleteHolderSavedView',
  'searchHolderCompanies',
  'getHolderCompanyProgress',
  'getHolderCompany',
  'listHolderIntegrations',
  'getHolderIntegration',
  'startHolderCalendarAuthorization',
  'updateHolderIntegrationSettings',
  'disconnectHolderIntegration',
  'getHolderOnboarding',
  'updateHolderOnboardingStep',
  'submitHolderOnboarding',
  'listHolderAppointmentTypes',
  'getHolderAppointmentType',
  'createHolderAppointmentType',
  'updateHolderAppointmentType',
  'archiveHolderAppointmentType',
  'listHolderAppointmentLayouts',
  'updateHolderAppointmentLayout',
  'getHolderReminderPolicy',
  'updateHolderReminderPolicy',
  'previewHolderReminder',
  // Counts only, with groups of fewer than five people merged.
  'getHolderCallReport',
  'getHolderReminderReport',
  // Numbers only, of what lists show.
  'getHolderAppointmentCounts',
  // Counts only.
  'getHolderDeliveryReasons',
  'getHolderBillingStatus',
  'startHolderPaymentSetup',
  'getHolderVoiceCapabilities',
  'createHolderVoiceSession',
  'getHolderVoiceSession',
  // Ids of what others did; whose data that was, their own entries name.
  'listAuditEvents',
  'exportAuditEvents',
  'getAuditControlList',
  'getEvent',
  // Counts, and who did it: whom it was done to, the rows of its items say.
  'listHolderBatches',
  'getHolderBatch',
  'undoHolderBatch',
  'stopHolderBatch',
])

type AuditRow = {
  readonly platformHolderId: string
  readonly actorKind: string
  readonly actorId: string
  readonly action: string
  readonly subjects: string[]
  readonly detail: unknown
}

describe('the audit trail', () => {
  let product: TestProduct
  let world: World
  /** The entry by which the holder knows the recipient. */
  let entry: string
  before(async () => {
    product = await startTestProduct()
    world = await openWorld(product)
    const { rows } = await product.operator.query<{ id: string }>(
      'select holder_recipient_id as id from recipient_link where recipient_id = $1',
      [world.recipient.id],
    )
    entry = rows[0]?.id ?? ''
  })
  after(() => product?.stop())

  const rowsOf = async (requestId: unknown) =>
    (
      await product.operator.query<AuditRow>(
        `select platform_holder_id, actor_kind, actor_id, action, subjects, detail from audit_event
         where request_id = $1 order by action, id`,
        [requestId],
      )
    ).rows

  /** Calls an operation with success, as the actor it is meant for. */
  async function callOnce(operation: Operation, operationCase: Parameters<typeof callOperation>[2]) {
    const [scheme = ''] = schemesOf(operation, world)
    const headers = goodHeaders(world, scheme, operation.contract.role)
    const reply = await callOperation(product, operation, operationCase, headers)
    assert.ok(operation.contract.success.includes(reply.status), reply.text)
    return reply
  }

  const isPolled = ({ contract }: Operation) => contract.isPolled === true

  test('what pages ask every few seconds leaves no row, and says nothing of anybody', async () => {
    const polled = operations.filter(isPolled)
    assert.deepEqual(
      polled.map(({ contract }) => contract.operationId),
      ['getHolderChanges', 'listRequestLog', 'listEvents'],
    )
    for (const operation of polled) {
      const operationCase = await caseMakerOf(operation)?.(world)
      assert.ok(operationCase)
      const reply = await callOnce(operation, operationCase)
      assert.deepEqual(await rowsOf(reply.headers['x-request-id']), [])
      const { items, ...others } = reply.body.data as { items?: { data?: object }[] }
      // What events say is checked where they are defined, and what is kept of calls, which have no data, where they are logged.
      for (const { data = {} } of items ?? []) assert.deepEqual(data, {})
      for (const value of Object.values(others)) assert.match(String(value), /^([0-9a-f]{32}|\d+|null|)$/)
    }
  })

  for (const operation of operations.filter((one) => !isPolled(one))) {
    const { operationId, role } = operation.contract
    const makeCase = caseMakerOf(operation)
    assert.ok(makeCase, operationId)
    test(`${operationId} leaves one row: who, what, when and whose data`, async () => {
      const reply = await callOnce(operation, await makeCase(world))
      const rows = (await rowsOf(reply.headers['x-request-id'])).filter((row) => row.action === operationId)
      assert.equal(rows.length, 1)
      const [row] = rows
      const isOfRecipient = role === 'recipient'
      assert.equal(row?.platformHolderId, isOfRecipient ? platformId : world.holder.id)
      assert.equal(row?.actorKind, isOfRecipient ? 'recipient' : 'staff')
      assert.equal(row?.actorId, isOfRecipient ? world.recipient.id : world.holder.actorId)
      const subjects = row?.subjects ?? []
      assert.equal(new Set(subjects).size, subjects.length, 'nobody is named twice')
      if (isOfRecipient) assert.ok(subjects.includes(world.recipient.id))
      else if (role === 'platform_holder_user' && !aboutNobody.has(operationId))
        assert.ok(
          subjects.includes(world.recipient.id) || subjects.includes(entry) || (await namesAnEntry(subjects)),
          `${operationId} touched ${subjects.join()}`,
        )
    })
  }

  /** Whether somebody a holder knows is among these. */
  async function namesAnEntry(subjects: readonly string[]): Promise<boolean> {
    const { rows } = await product.operator.query(
      'select 1 from holder_recipient where platform_holder_id = $1 and id = any($2::uuid[]) limit 1',
      [world.holder.id, subjects],
    )
    return rows.length > 0
  }

  test('no operation is said to be about nobody that does not exist', () => {
    const ids = new Set(operations.map(({ contract }) => contract.operationId))
    assert.deepEqual(
      [...aboutNobody].filter((id) => !ids.has(id)),
      [],
    )
  })

  test('an answer that is given again leaves a row of its own, with the same subjects', async () => {
    const operation = operations.find(({ contract }) => contract.operationId === 'createHolderAppointment')
    assert.ok(operation)
    const operationCase = { params: { platformHolderId: world.holder.id }, body: await newAppointment(product) }
    const first = await callOnce(operation, operationCase)
    const again = await callOnce(operation, operationCase)
    assert.equal(again.headers['idempotent-replayed'], 'true')
    const [one] = await rowsOf(first.headers['x-request-id'])
    const [other] = await rowsOf(again.headers['x-request-id'])
    assert.deepEqual(other?.subjects, one?.subjects)
    assert.ok(one?.subjects.includes(first.body.data.id))
  })

  test('a person can be found in the trail by what a holder knows of them, also after the appointment is gone', async () => {
    // The entry's id is derived from contact and name, so it can be found again without storing anything else.
    const operation = operations.find(({ contract }) => contract.operationId === 'createHolderAppointment')
    assert.ok(operation)
    const [one, other] = await Promise.all(
      [1, 2].map(async () =>
        callOnce(operation, { params: { platformHolderId: world.holder.id }, body: await newAppointment(product) }),
      ),
    )
    const of = async (reply = one) => (await rowsOf(reply?.headers['x-request-id']))[0]?.subjects ?? []
    assert.ok((await of(one)).includes(entry))
    assert.ok((await of(other)).includes(entry))
  })

  for (const role of ['tijdig_api', 'tijdig_worker', 'tijdig_login', 'tijdig_operator'] as const) {
    test(`${role} cannot change a row or empty the table${role === 'tijdig_operator' ? '' : ', nor remove one'}`, async () => {
      const pool = openAs(product, role)
      try {
        const forbidden = [
          `update audit_event set action = 'x'`,
          `update audit_event set subjects = '{}'`,
          'truncate audit_event',
          'alter table audit_event disable row level security',
          `merge into audit_event e using (select 1) as every_row on true when matched then update set action = 'x'`,
          ...(role === 'tijdig_operator' ? [] : ['delete from audit_event']),
          ...(role === 'tijdig_operator' || role === 'tijdig_api' ? [] : ['select 1 from audit_event']),
        ]
        const { rows: clock } = await product.operator.query<{ now: Temporal.Instant }>('select tijdig_now() as now')
        const until = clock[0]?.now
        const before = await trail(product, until)
        for (const text of forbidden) {
          const failure = await inTransaction(pool, { holder: world.holder.id }, (tx) =>
            tx.rows({ name: '', text }),
          ).then(
            () => 'none',
            (error: { code?: string }) => error.code,
          )
          assert.equal(failure, '42501', text)
        }
        assert.equal(await trail(product, until), before)
      } finally {
        await pool.end()
      }
    })
  }
})

function openAs(product: TestProduct, role: DatabaseRole) {
  return openPool({ databaseUrl: product.databaseUrl, role, size: 1, onIdleError: (error) => assert.fail(error) })
}

/** A hash of all rows before `until`. */
async function trail(product: TestProduct, until: Temporal.Instant | undefined): Promise<string> {
  const { rows } = await product.operator.query<{ text: string }>(
    `select md5(string_agg(e::text, ',' order by id)) as text from audit_event e where at < $1`,
    [until?.toString()],
  )
  return rows[0]?.text ?? ''
}
