import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { inTransaction } from '#/kernel/postgres/db.ts'
import type { Operation, OperationContract } from '#/kernel/operation.ts'
import { numberEvents, openStream, toEventId } from '#/slices/events/events.ts'
import { ping } from '#/slices/webhooks/webhook-events.ts'
import { createApiKeyRow } from '#/slices/access/access.ts'
import { createProfile, noteProof } from '#/slices/recipient-sign-in/recipient-sign-in.ts'
import { integrationIdOf } from '#/slices/calendars/integration-id.ts'
import { send, type Reply, type RequestOptions } from './api/http-request.ts'
import {
  callApi,
  signIn,
  signInRecipient,
  signInRecipientBrowser,
  type Answer,
  type TestHolder,
  type TestProduct,
  type TestRecipient,
} from './harness.ts'
import type { Provider } from './integration-world.ts'
import { completeRequiredSteps, resetOnboarding } from './onboarding-world.ts'
import { endBatches, storeBatch } from './batch-cases.ts'
import { inEndpoint, makeRoom, storeDelivery, storeEndpoint } from './webhook-cases.ts'

/** One platform holder of the running product and one recipient it knows, with everything the two can show. */
export type World = {
  readonly product: TestProduct
  readonly holder: TestHolder
  /** The browser session of the holder's member of staff. */
  readonly cookie: string
  /** Linked to the person whom `storeAppointment` gives appointments at this holder. */
  readonly recipient: TestRecipient
  /** The browser session of the recipient. */
  readonly recipientCookie: string
  /** The token of the recipient's SMS session. */
  readonly recipientToken: string
}

let worlds = 0

/** A new holder with a signed-in member of staff, and a new recipient linked to the person of `storeAppointment`. */
export async function openWorld(product: TestProduct): Promise<World> {
  const holder = await product.createHolder()
  const { id } = await storeAppointment(product, holder)
  const { rows } = await product.operator.query<{ holderRecipientId: string }>(
    'select holder_recipient_id from appointment where platform_holder_id = $1 and id = $2',
    [holder.id, id],
  )
  const links = rows.map((row) => ({ platformHolderId: holder.id, holderRecipientId: row.holderRecipientId }))
  worlds += 1
  const cookie = await signIn(product, holder.staffEmail)
  // What a session needs a fresh proof for is tested apart; a slow machine must not come to need one.
  await product.operator.query(
    `update staff_session set proved_at = now() + interval '12 hours' where platform_holder_id = $1`,
    [holder.id],
  )
  // Numbers far from each other, and ordinary for the twins.
  const phoneNumberE164 = `+316${25_000_007 + worlds * 1_010}`
  const recipient = await product.createRecipient({ displayName: 'Sanne de Vries', links, phoneNumberE164 })
  return {
    product,
    holder,
    cookie,
    recipient,
    recipientToken: await signInRecipient(product, phoneNumberE164),
    recipientCookie: await signInRecipientBrowser(product, phoneNumberE164),
  }
}

/** A request that succeeds. Its body has every nested object of the operation's schema at least once. */
export type OperationCase = {
  readonly params: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
}

/** How to call an operation with success, each time anew; null when its case is missing here. */
export function caseMakerOf({ contract }: Operation): ((world: World) => Promise<OperationCase>) | null {
  const { operationId, method, params, query } = contract
  const own = operationCases[operationId]
  if (own) return own
  const isPlain =
    method === 'GET' &&
    ((query as { readonly required?: readonly string[] }).required ?? []).length === 0 &&
    Object.keys(params.properties).every((name) => name in paramOf)
  if (!isPlain) return null
  return async (world) => {
    const values: Record<string, string> = {}
    for (const name of Object.keys(params.properties)) values[name] = await paramOf[name]!(world)
    return { params: values }
  }
}

/** What a path names: all that a read without a case of its own needs. */
const paramOf: Readonly<Record<string, (world: World) => Promise<string>>> = {
  platformHolderId: async ({ holder }) => holder.id,
  appointmentId: async ({ product, holder }) => (await storeAppointment(product, holder)).id,
  batchId: async (world) => (await inBatch(world)).params.batchId,
  appointmentTypeId: async ({ holder }) => (await storeType(holder)).id,
  clientRequestId: conversation,
  deletionRequestId: storeDeletionRequest,
  endpointId: async ({ holder }) => (await inEndpoint(holder)).params.endpointId,
  serviceAccountId: async (world) => (await storeServiceAccount(world)).serviceAccountId,
  staffMemberId: (world) => storeColleague(world),
  integrationId: async ({ holder }) => integrationIdOf(holder.id, 'caldav'),
  personId: async (world) => (await inPerson(world)).params.personId,
  proposalId: storeProposal,
  replyId: async (world) => (await storeReply(world)).id,
  requestId: async (world) => (await storeRequest(world)).id,
  suggestionId: storeSuggestion,
}

/** Calls that say more than a path. */
const operationCases: Readonly<Record<string, (world: World) => Promise<OperationCase>>> = {
  updateRecipientProfile: async ({ recipient }) => {
    const { body } = await recipient.call('GET', '/profile')
    return { params: {}, body: { expectedVersion: body.data.version, locale: 'en', timezone: 'Europe/Amsterdam' } }
  },
  updateRecipientPreferences: async ({ recipient, holder }) => {
    const { body } = await recipient.call('GET', '/preferences')
    return {
      params: {},
      body: {
        expectedVersion: body.data.version,
        channels: { sms: { enabled: true }, email: { enabled: true } },
        messageKinds: { confirm_prompt: true },
        quietHours: { from: '22:00', to: '06:00', timezone: 'Europe/Amsterdam' },
        perHolder: [{ platformHolderId: holder.id, smsEnabled: true, emailEnabled: true }],
      },
    }
  },
  listRecipientAppointments: async ({ product, holder }) => {
    await storeAppointment(product, holder)
    return { params: {}, query: { pageSize: '1', status: 'registered' } }
  },
  confirmRecipientAppointment: async ({ product, holder }) => ({
    params: { appointmentId: (await storeAppointment(product, holder)).id },
    body: { clientRequestId: randomUUID(), expectedVersion: 1 },
  }),
  listApiKeys: async () => ({ params: {}, query: { pageSize: '2' } }),
  createApiKey: async ({ product }) => ({
    params: {},
    body: {
      name: 'Practice system',
      kind: 'restricted',
      scopes: ['appointments:intake', 'profile:read'],
      expiresAt: (await product.clock.now()).add({ hours: 24 }).toString(),
    },
  }),
  revokeApiKey: async (world) => ({ params: { keyId: await storeKey(world) } }),
  endSession: async (world) => ({ params: { sessionId: await storeSession(world) } }),
  endHolderSession: async (world) => ({
    params: { platformHolderId: world.holder.id, sessionId: await storeSession(world) },
  }),
  createServiceAccount: async ({ holder }) => ({
    ...inHolder(holder),
    body: { clientRequestId: randomUUID(), name: 'Practice system' },
  }),
  archiveServiceAccount: async (world) => ({
    params: {
      platformHolderId: world.holder.id,
      serviceAccountId: (await storeServiceAccount(world)).serviceAccountId,
    },
  }),
  createServiceAccountKey: async (world) => ({
    params: {
      platformHolderId: world.holder.id,
      serviceAccountId: (await storeServiceAccount(world)).serviceAccountId,
    },
    body: {
      name: 'Practice system',
      scopes: ['appointments:intake'],
      expiresAt: (await world.product.clock.now()).add({ hours: 24 }).toString(),
    },
  }),
  revokeServiceAccountKey: async (world) => ({
    params: { platformHolderId: world.holder.id, ...(await storeServiceAccount(world)) },
  }),
  inviteHolderStaff: async ({ holder }) => ({
    ...inHolder(holder),
    body: {
      clientRequestId: randomUUID(),
      email: `new-${randomUUID()}@holder.example`,
      staffRole: 'scheduler',
      locale: 'nl',
    },
  }),
  updateHolderStaff: async (world) => ({
    params: { platformHolderId: world.holder.id, staffMemberId: await storeColleague(world) },
    body: { expectedVersion: 1, staffRole: 'admin' },
  }),
  deactivateHolderStaff: async (world) => ({
    params: { platformHolderId: world.holder.id, staffMemberId: await storeColleague(world) },
  }),
  resendHolderStaffInvitation: async (world) => ({
    params: { platformHolderId: world.holder.id, staffMemberId: await storeColleague(world, 'invited') },
  }),
  updateHolderInterfaceLocale: async ({ holder }) => ({ ...inHolder(holder), body: { locale: 'en' } }),
  updateHolderProfile: async ({ holder }) => ({
    ...inHolder(holder),
    body: {
      displayName: 'Huisartsenpraktijk De Linde',
      branch: 'Zorg',
      schedulingSetup: { locations: [{ id: 'main', name: 'Lindelaan', personCount: 4, roomCount: 3 }] },
    },
  }),
  searchHolderCompanies: async ({ holder }) => ({
    ...inHolder(holder),
    body: { requestId: randomUUID(), search: { mode: 'kvk', kvk: '90006623' } },
  }),
  getHolderCompany: async ({ holder }) => ({
    params: { platformHolderId: holder.id, duns: '411000006' },
    body: { requestId: randomUUID() },
  }),
  startHolderCalendarAuthorization: async ({ holder }) => ({
    ...inIntegration(holder, 'microsoft_365'),
    body: { clientRequestId: randomUUID() },
  }),
  updateHolderIntegrationSettings: async ({ product, holder }) => {
    const { version, calendarId } = await storeConnection(product, holder)
    return {
      ...inIntegration(holder, 'google_calendar'),
      body: { expectedVersion: version, calendars: [{ calendarId, selected: true }] },
    }
  },
  disconnectHolderIntegration: async ({ holder }) => inIntegration(holder, 'caldav'),
  updateHolderOnboardingStep: async ({ holder }) => {
    const { body } = await holder.call('GET', '/onboarding')
    return {
      params: { platformHolderId: holder.id, stepId: 'payment' },
      body: { expectedVersion: body.data.version, status: 'skipped' },
    }
  },
  submitHolderOnboarding: async ({ product, holder }) => {
    await completeRequiredSteps(holder)
    await resetOnboarding(product, holder)
    return { ...inHolder(holder), body: { clientRequestId: randomUUID(), expectedVersion: 1 } }
  },
  submitHolderAppointmentIntake: async ({ product, holder }) => ({
    ...inHolder(holder),
    body: await newIntake(product),
  }),
  cancelHolderAppointmentIntake: async ({ product, holder }) => {
    const { sourceSystem, externalAppointmentId } = await storeIntake(product, holder)
    return { ...inHolder(holder), body: { sourceSystem, externalAppointmentId } }
  },
  listHolderAppointments: async ({ product, holder }) => {
    await storeAppointment(product, holder)
    return { ...inHolder(holder), query: { pageSize: '1', status: 'registered' } }
  },
  matchHolderAppointments: async ({ product, holder }) => {
    const { startsAt, recipient } = await storeAppointment(product, holder)
    return { ...inHolder(holder), body: { appointments: [{ startsAt, displayName: recipient.displayName }] } }
  },
  createHolderAppointment: async ({ product, holder }) => ({
    ...inHolder(holder),
    body: await newAppointment(product),
  }),
  updateHolderAppointment: async ({ product, holder }) => ({
    params: { platformHolderId: holder.id, appointmentId: (await storeAppointment(product, holder)).id },
    body: { expectedVersion: 1, recipient: { displayName: 'Bram Visser', email: 'bram@example.com' } },
  }),
  cancelHolderAppointment: async ({ product, holder }) => ({
    params: { platformHolderId: holder.id, appointmentId: (await storeAppointment(product, holder)).id },
    body: { clientRequestId: randomUUID(), expectedVersion: 1, reasonCode: 'provider', note: 'Closed that day' },
  }),
  recordHolderAppointmentOutcome: async ({ product, holder }) => ({
    params: { platformHolderId: holder.id, appointmentId: (await storeAppointment(product, holder, -2)).id },
    body: { expectedVersion: 1, outcome: 'completed' },
  }),
  listHolderAppointmentReminders: async ({ product, holder }) => ({
    params: { platformHolderId: holder.id, appointmentId: (await storeAppointment(product, holder)).id },
    query: { pageSize: '1' },
  }),
  updateHolderReminderPolicy: async ({ holder }) => {
    const { body } = await holder.call('GET', '/reminder-policy')
    return { ...inHolder(holder), body: { expectedVersion: body.data.version, ...policyChanges } }
  },
  previewHolderReminder: async ({ product, holder }) => ({
    ...inHolder(holder),
    body: {
      policy: policyChanges,
      startsAt: (await product.clock.now()).add({ hours: 240 }).toString(),
      timezone: 'Europe/Amsterdam',
      locale: 'nl',
      channel: 'sms',
    },
  }),
  listHolderAppointmentTypes: async ({ holder }) => ({
    ...inHolder(holder),
    query: { pageSize: '1', status: 'active' },
  }),
  createHolderAppointmentType: async ({ holder }) => ({ ...inHolder(holder), body: newType() }),
  updateHolderAppointmentType: async ({ holder }) => {
    const { clientRequestId: _, ...changes } = newType()
    return { ...inType(holder, await storeType(holder)), body: { expectedVersion: 1, ...changes } }
  },
  archiveHolderAppointmentType: async ({ holder }) => ({
    ...inType(holder, await storeType(holder)),
    body: { expectedVersion: 1 },
  }),
  listHolderAppointmentLayouts: async ({ holder }) => ({ ...inHolder(holder), query: { surface: 'appointment_list' } }),
  updateHolderAppointmentLayout: async ({ holder }) => {
    const { body } = await holder.call('GET', '/appointment-layouts?surface=appointment_detail')
    const [{ id, version, schemaVersion, components }] = body.data.items
    const [first, ...others] = components
    return {
      params: { platformHolderId: holder.id, layoutId: id },
      body: {
        expectedVersion: version,
        schemaVersion,
        components: [{ ...first, options: { showLabel: true, showEndTime: false, maxLines: 2 } }, ...others],
      },
    }
  },
  getHolderReminderReport: async ({ product, holder }) => {
    await storeAppointment(product, holder)
    return { ...inHolder(holder), query: { from: '2026-11-01', to: '2027-10-31', groupBy: 'channel' } }
  },
  getHolderAppointmentCounts: async ({ product, holder }) => {
    await storeAppointment(product, holder)
    return { ...inHolder(holder), query: { from: '2026-11-20', to: '2026-12-03', groupBy: 'dayAndLocation' } }
  },
  getHolderChanges: async ({ product, holder }) => {
    await storeAppointment(product, holder)
    return inHolder(holder)
  },
  listEvents: async ({ product, holder }) => {
    await storeEvent(product, holder)
    return inHolder(holder)
  },
  getEvent: async ({ product, holder }) => ({
    params: { platformHolderId: holder.id, eventId: await storeEvent(product, holder) },
  }),
  getHolderDeliveryReasons: async ({ product, holder }) => {
    await storeAppointment(product, holder)
    return { ...inHolder(holder), query: { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' } }
  },
  startHolderPaymentSetup: async ({ holder }) => ({
    ...inHolder(holder),
    body: { clientRequestId: randomUUID(), paymentConsent: true, locale: 'nl' },
  }),
  createHolderVoiceSession: async (world) => {
    const clientRequestId = randomUUID()
    const before = createdLast.get(world.cookie)
    createdLast.set(world.cookie, clientRequestId)
    // Of those that were never opened there is nothing to end.
    if (before) await fromBrowser(world, 'POST', '/voice/sessions', { clientRequestId: before, ended: true })
    return { ...inHolder(world.holder), body: { clientRequestId, locale: 'nl' } }
  },
  executeHolderVoiceAction: async (world) => {
    await storeAppointment(world.product, world.holder)
    return { ...inHolder(world.holder), body: newAction(await conversation(world), 'listHolderAppointments', {}) }
  },
  confirmHolderVoiceProposal: async (world) => ({
    ...inProposal(world, await storeProposal(world)),
    body: { confirmed: true },
  }),
  listHolderRecipientRequests: async (world) => {
    await storeRequest(world)
    return { ...inHolder(world.holder), query: { pageSize: '1', status: 'pending_review', type: 'reschedule' } }
  },
  reviewHolderRecipientRequest: async (world) => ({
    params: { platformHolderId: world.holder.id, requestId: (await storeRequest(world)).id },
    body: { clientRequestId: randomUUID(), expectedVersion: 1, decision: 'declined', message: 'Dat lukt helaas niet.' },
  }),
  // Reading the trail adds to it: of a time that is over it stays the same.
  listAuditEvents: async ({ holder }) => ({
    params: { platformHolderId: holder.id },
    query: { from: '2024-01-01T00:00:00Z', to: '2024-02-01T00:00:00Z' },
  }),
  listHolderReplies: async (world) => {
    await storeReply(world)
    return { ...inHolder(world.holder), query: { pageSize: '1', state: 'open', assignment: 'nobody' } }
  },
  updateHolderReply: async (world) => ({
    params: { platformHolderId: world.holder.id, replyId: (await storeReply(world)).id },
    body: { expectedVersion: 1, assignment: 'mine' },
  }),
  answerHolderReply: async (world) => {
    const { id, appointmentId } = await storeReply(world)
    return {
      params: { platformHolderId: world.holder.id, replyId: id },
      body: { clientRequestId: randomUUID(), appointmentId, text: 'Uw moeder mag mee.' },
    }
  },
  previewHolderBatch: async (world) => ({
    ...inHolder(world.holder),
    body: await newBatch(world, { reason: 'ill', action: 'postpone' }),
  }),
  createHolderBatch: async (world) => {
    await endBatches(world)
    const preview = await newBatch(world, { reason: 'closed', action: 'cancel' })
    const { status, body } = await fromBrowser(world, 'POST', '/batches/preview', preview)
    if (status !== 200) throw new Error(`The preview was refused: ${JSON.stringify(body)}`)
    return {
      ...inHolder(world.holder),
      body: { clientRequestId: randomUUID(), previewToken: body.data.previewToken },
    }
  },
  undoHolderBatch: async (world) => ({ ...(await inBatch(world)), body: { clientRequestId: randomUUID() } }),
  stopHolderBatch: async (world) => ({ ...(await inBatch(world)), body: { clientRequestId: randomUUID() } }),
  createRecipientCancellationRequest: async ({ product, holder }) => ({
    params: { appointmentId: (await storeAppointment(product, holder)).id },
    body: { clientRequestId: randomUUID(), expectedVersion: 1, reasonCode: 'ill', note: 'Griep' },
  }),
  createRecipientRescheduleRequest: async ({ product, holder }) => ({
    params: { appointmentId: (await storeAppointment(product, holder)).id },
    body: await newRescheduleRequest(product),
  }),
  listRecipientRequests: async (world) => {
    await storeRequest(world)
    return { params: {}, query: { pageSize: '1', status: 'pending_review', type: 'reschedule' } }
  },
  withdrawRecipientRequest: async (world) => ({
    params: { requestId: (await storeRequest(world)).id },
    body: { expectedVersion: 1 },
  }),
  listRecipientSuggestions: async (world) => {
    await storeSuggestion(world)
    return { params: {}, query: { pageSize: '1', status: 'pending_review' } }
  },
  // Dismissed, because the mail about an approval changes what is stored a moment later.
  reviewRecipientSuggestion: async (world) => ({
    params: { suggestionId: await storeSuggestion(world) },
    body: { clientRequestId: randomUUID(), expectedVersion: 1, decision: 'dismissed', confirmedByHuman: true },
  }),
  createRecipientDeletionRequest: async (world) => {
    await endDeletionRequests(world)
    return { params: {}, body: { clientRequestId: randomUUID(), confirmDeletion: true, reason: 'I moved away' } }
  },
  listRecipientDeletionRequests: async (world) => {
    await storeDeletionRequest(world)
    return { params: {}, query: { pageSize: '1' } }
  },
  createHolderDeletionRequest: async (world) => ({
    params: { platformHolderId: world.holder.id, appointmentId: (await storeWaiting(world)).appointmentId },
    body: await newLetter(world.product),
  }),
  listHolderDeletionRequests: async (world) => ({
    params: { platformHolderId: world.holder.id, appointmentId: await storeLetter(world) },
    query: { pageSize: '1' },
  }),
  listHolderWaitingPeople: async (world) => {
    await storeLinkProposal(world)
    return { ...inHolder(world.holder), query: { pageSize: '1' } }
  },
  // Proposed, because the jobs after a link change what is stored a moment later.
  linkHolderWaitingPerson: async (world) => {
    await world.product.operator.query(
      'update platform_holder set links_need_two = true where platform_holder_id = $1',
      [world.holder.id],
    )
    const { profileId, holderRecipientId } = await storeWaiting(world)
    return {
      params: { platformHolderId: world.holder.id, profileId },
      body: { clientRequestId: randomUUID(), holderRecipientIds: [holderRecipientId] },
    }
  },
  reviewHolderLinkProposal: async (world) => {
    const { profileId, proposalId } = await storeLinkProposal(world)
    return {
      params: { platformHolderId: world.holder.id, profileId },
      body: { clientRequestId: randomUUID(), proposalId, decision: 'rejected' },
    }
  },
  updateHolderLocation: async ({ holder }) => {
    const locationId = `room-${randomUUID().slice(0, 8)}`
    const location = { name: 'Beukenlaan', personCount: 2, roomCount: 1 }
    await holder.call('PATCH', `/locations/${locationId}`, { expected: null, location })
    return {
      params: { platformHolderId: holder.id, locationId },
      body: { expected: location, location: { ...location, personCount: 3 } },
    }
  },
  updateHolderNetworks: async ({ holder }) => ({
    ...inHolder(holder),
    body: { sessionNetworks: [], keyNetworks: [], expectedVersion: 1 },
  }),
  updateHolderLinkRules: async ({ holder }) => ({ ...inHolder(holder), body: { needsTwoPeople: false } }),
  listHolderSavedViews: async ({ holder }) => {
    await storeView(holder)
    return inHolder(holder)
  },
  storeHolderSavedView: async ({ holder }) => ({
    ...inHolder(holder),
    body: {
      name: 'Not confirmed',
      filters: { status: 'registered', confirmationStatus: 'unconfirmed', locationId: 'main' },
    },
  }),
  deleteHolderSavedView: async ({ holder }) => ({
    params: { platformHolderId: holder.id, viewId: await storeView(holder) },
  }),
  listWebhookEndpoints: async ({ holder }) => {
    await storeEndpoint(holder)
    return inHolder(holder)
  },
  createWebhookEndpoint: async ({ holder }) => {
    await makeRoom(holder)
    return {
      ...inHolder(holder),
      body: {
        clientRequestId: randomUUID(),
        url: 'https://example.com/tijdig',
        description: 'Practice system',
        eventTypes: ['appointment.confirmed'],
        locationIds: ['main'],
        maxInFlight: 5,
      },
    }
  },
  updateWebhookEndpoint: async ({ holder }) => ({
    ...(await inEndpoint(holder)),
    body: { expectedVersion: 1, status: 'paused', description: 'Paused for a move' },
  }),
  deleteWebhookEndpoint: async ({ holder }) => inEndpoint(holder),
  rotateWebhookEndpointSecret: async ({ holder }) => ({
    ...(await inEndpoint(holder)),
    body: { expectedVersion: 1, overlapHours: 24 },
  }),
  // Nobody is there to answer, which is an answer too.
  testWebhookEndpoint: async ({ holder }) => ({ ...(await inEndpoint(holder)), body: { type: 'ping' } }),
  recoverWebhookEndpoint: async (world) => {
    const { platformHolderId, endpointId } = await storeDelivery(world)
    return {
      params: { platformHolderId, endpointId },
      body: {
        clientRequestId: randomUUID(),
        since: '2026-11-01T00:00:00Z',
        until: '2040-01-01T00:00:00Z',
        which: 'all',
      },
    }
  },
  listWebhookDeliveries: async (world) => {
    const { platformHolderId, endpointId } = await storeDelivery(world)
    return {
      params: { platformHolderId, endpointId },
      query: { pageSize: '1', state: 'held', type: 'ping', since: '2026-11-01T00:00:00Z' },
    }
  },
  getWebhookDelivery: async (world) => ({ params: await storeDelivery(world) }),
  resendWebhookDelivery: async (world) => ({
    params: await storeDelivery(world),
    body: { clientRequestId: randomUUID() },
  }),
  confirmHolderAppointment: async (world) => {
    const { id } = await storeAppointment(world.product, world.holder)
    return {
      params: { platformHolderId: world.holder.id, appointmentId: id },
      body: { clientRequestId: randomUUID(), expectedVersion: 1 },
    }
  },
  withdrawHolderAppointmentConfirmation: async ({ product, holder }) => {
    const { id } = await storeAppointment(product, holder)
    await holder.call('POST', `/appointments/${id}/confirmation`, { clientRequestId: randomUUID(), expectedVersion: 1 })
    return {
      params: { platformHolderId: holder.id, appointmentId: id },
      body: { clientRequestId: randomUUID(), expectedVersion: 2 },
    }
  },
  listHolderCalls: async (world) => {
    const { startsAt } = await storeUndelivered(world.product, world.holder)
    const to = Temporal.Instant.from(startsAt).add({ hours: 1 })
    return { ...inHolder(world.holder), query: { from: startsAt, to: to.toString() } }
  },
  getHolderAppointmentCalls: async (world) => {
    const { id } = await storeAppointment(world.product, world.holder)
    await storeCall(world, id)
    return { params: { platformHolderId: world.holder.id, appointmentId: id } }
  },
  recordHolderCall: async ({ product, holder }) => ({
    params: { platformHolderId: holder.id, appointmentId: (await storeAppointment(product, holder)).id },
    body: { clientRequestId: randomUUID(), result: 'confirmed', expectedVersion: 1 },
  }),
  withdrawHolderCall: async (world) => {
    const { id } = await storeAppointment(world.product, world.holder)
    const callId = await storeCall(world, id)
    return {
      params: { platformHolderId: world.holder.id, appointmentId: id, callId },
      body: { clientRequestId: randomUUID() },
    }
  },
  getHolderCallReport: ({ holder }) =>
    Promise.resolve({ ...inHolder(holder), query: { from: '2026-12-01', to: '2026-12-31' } }),
  sendHolderAppointmentReminderAgain: async ({ product, holder }) => ({
    params: { platformHolderId: holder.id, appointmentId: (await storeUndelivered(product, holder)).id },
    body: { clientRequestId: randomUUID(), expectedVersion: 1, channel: 'email' },
  }),
  searchHolderPeople: async ({ product, holder }) => {
    await storeAppointment(product, holder)
    return { ...inHolder(holder), body: { query: 'vries' } }
  },
  listHolderPersonAppointments: async (world) => ({
    ...(await inPerson(world)),
    query: { pageSize: '1', when: 'coming' },
  }),
  listHolderPersonMessages: async (world) => {
    await storeUndelivered(world.product, world.holder)
    return { ...(await inPerson(world)), query: { pageSize: '1' } }
  },
  listTestInbox: async (world) => {
    await storeTestMessage(world)
    return inHolder(world.holder)
  },
  replyToTestMessage: async (world) => {
    const testMessageId = await storeTestMessage(world)
    return {
      params: { platformHolderId: world.holder.id, testMessageId },
      body: { clientRequestId: randomUUID(), text: 'Wie is dit?' },
    }
  },
  updateHolderPersonNote: async (world) => {
    const { params } = await inPerson(world)
    const { body } = await world.holder.call('GET', `/people/${params.personId}`)
    return { params, body: { expectedVersion: body.data.note.version, text: `Belt na vier uur ${randomUUID()}` } }
  },
  updateHolderPersonCallOrder: async (world) => ({ ...(await inPerson(world)), body: { isOrderedByStartOnly: true } }),
  // Of somebody else than the person of the others, who is to keep their contact.
  correctHolderPersonContact: async ({ product, holder }) => {
    const recipient = { displayName: 'Kees de Boer', phoneNumberE164: '+31612349901' }
    const appointment = await storeAppointment(product, holder, 240, { recipient })
    return {
      params: { platformHolderId: holder.id, personId: appointment.recipient.personId },
      body: { clientRequestId: randomUUID(), phoneNumberE164: '+31612349902', email: 'kees@example.com' },
    }
  },
}

/** The operations with a case of their own. */
export const casesNamed = Object.keys(operationCases)

async function inPerson({ product, holder }: World) {
  const { recipient } = await storeAppointment(product, holder)
  return { params: { platformHolderId: holder.id, personId: recipient.personId as string } }
}

/** A call about an appointment at which nobody answered. */
async function storeCall(world: World, appointmentId: string): Promise<string> {
  const body = { clientRequestId: randomUUID(), result: 'no_answer' }
  return (await fromBrowser(world, 'POST', `/appointments/${appointmentId}/calls`, body)).body.data.callId
}

/** An appointment with one message that went by SMS and did not arrive. */
export async function storeUndelivered(product: TestProduct, holder: TestHolder, inHours = 240, changes: object = {}) {
  const appointment = await storeAppointment(product, holder, inHours, changes)
  await product.operator.query(
    `update reminder set state = 'undelivered', reason_code = 'number_unreachable', channel = 'sms', run_at = null, handed_over_at = tijdig_now()
     where id = (select id from reminder where appointment_id = $1 order by due_at limit 1)`,
    [appointment.id],
  )
  return appointment
}

const policyChanges = {
  steps: [{ offset: 'P2D', channel: 'preferred', fallback: 'email', kind: 'confirm_prompt' }],
  quietHours: { from: '21:00', to: '08:00', days: [1, 2, 3, 4, 5] },
  smsSender: { mode: 'numeric', value: '+3197010250000', canReceive: true },
}

type VoiceParties = Pick<World, 'product' | 'holder' | 'cookie'>

/** Calls the API as a page for staff does; the path begins after /api/v1/platform-holders/{id}. */
export function fromBrowser(
  { product, holder, cookie }: VoiceParties,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const proof = { cookie, origin: product.baseUrl, 'x-service-csrf': '1' }
  return callApi(`${product.baseUrl}/api/v1/platform-holders/${holder.id}${path}`, method, body, {
    ...proof,
    ...headers,
  })
}

/** Opens a conversation. @returns its clientRequestId */
export async function openVoice(world: VoiceParties): Promise<string> {
  const clientRequestId = randomUUID()
  const { status, body } = await fromBrowser(world, 'POST', '/voice/sessions', { clientRequestId })
  if (status !== 201) throw new Error(`No conversation: ${JSON.stringify(body)}`)
  return clientRequestId
}

/** By cookie: a member of staff has only so many conversations, and the cases need one. */
const opened = new Map<string, Promise<string>>()
const createdLast = new Map<string, string>()

function conversation(world: VoiceParties): Promise<string> {
  const known = opened.get(world.cookie) ?? openVoice(world)
  opened.set(world.cookie, known)
  return known
}

/** A body of executeHolderVoiceAction. */
export function newAction(clientRequestId: string, operationId: string, input: object) {
  return { clientRequestId, actionRequestId: randomUUID(), operationId, argumentsJson: JSON.stringify(input) }
}

/** A proposal to cancel a new appointment. @returns its id */
export async function storeProposal(world: VoiceParties): Promise<string> {
  const { id: appointmentId } = await storeAppointment(world.product, world.holder)
  const action = newAction(await conversation(world), 'cancelHolderAppointment', {
    appointmentId,
    reasonCode: 'provider',
  })
  const { body } = await fromBrowser(world, 'POST', '/voice/actions', action)
  if (body.data?.status !== 'proposal_created') throw new Error(`No proposal: ${JSON.stringify(body)}`)
  return body.data.proposal.proposalId
}

function inProposal({ holder }: VoiceParties, proposalId: string) {
  return { params: { platformHolderId: holder.id, proposalId } }
}

function inType(holder: TestHolder, type: { id: string }) {
  return { params: { platformHolderId: holder.id, appointmentTypeId: type.id } }
}

/** A body of createHolderAppointmentType with every field, under a name of its own. */
export function newType(changes: object = {}) {
  return {
    clientRequestId: randomUUID(),
    name: { nl: `Controle ${randomUUID()}`, en: `Check-up ${randomUUID()}` },
    smsSafe: false,
    durationMinutes: 20,
    locationIds: [],
    reminderPlan: { steps: [{ offset: 'P2D', channel: 'preferred', fallback: 'email', kind: 'confirm_prompt' }] },
    skipIfConfirmed: false,
    recipientActions: { confirm: true, cancelRequest: true, rescheduleRequest: false, deadline: 'PT24H' },
    instructions: { nl: 'Kom nuchter.' },
    layoutId: null,
    color: '#2E8B57',
    ...changes,
  }
}

export async function storeType(holder: TestHolder, changes: object = {}): Promise<ReturnType<typeof JSON.parse>> {
  const { status, body } = await holder.call('POST', '/appointment-types', newType(changes))
  if (status !== 201) throw new Error(`The appointment type was refused: ${JSON.stringify(body)}`)
  return body.data
}

/** A connection that must be connected again: a connected one would be read by the worker during the test. */
async function storeConnection(
  product: TestProduct,
  holder: TestHolder,
): Promise<{ version: number; calendarId: string }> {
  const calendarId = 'agenda@praktijk.example'
  const { rows } = await product.operator.query<{ version: number }>(
    `insert into integration_connection as c (platform_holder_id, integration_id, provider, status, calendars)
     values ($1, $2, 'google_calendar', 'action_required', $3)
     on conflict (platform_holder_id, integration_id) do update set updated_at = c.updated_at returning version`,
    [
      holder.id,
      integrationIdOf(holder.id, 'google_calendar'),
      JSON.stringify([{ calendarId, name: 'Agenda', selected: false, timeZone: null }]),
    ],
  )
  return { version: rows[0]!.version, calendarId }
}

function inIntegration(holder: TestHolder, provider: Provider) {
  return { params: { platformHolderId: holder.id, integrationId: integrationIdOf(holder.id, provider) } }
}

function inHolder(holder: TestHolder): { params: { platformHolderId: string } } {
  return { params: { platformHolderId: holder.id } }
}

export function urlOf(product: TestProduct, { contract }: Operation, { params, query }: OperationCase): string {
  const path = contract.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(query).toString()
  return `${product.baseUrl}/api/v1${path}${search === '' ? '' : `?${search}`}`
}

/** Calls an operation with the headers given and nothing else. */
export function callOperation(
  product: TestProduct,
  operation: Operation,
  operationCase: OperationCase,
  headers: RequestOptions['headers'],
): Promise<Reply> {
  return send(urlOf(product, operation, operationCase), {
    method: operation.contract.method,
    ...(headers ? { headers } : {}),
    ...(operationCase.body === undefined ? {} : { body: operationCase.body }),
  })
}

/** Headers for a scheme of the actor of an operation, as a correct client sends them. */
export function goodHeaders(world: World, scheme: string, role: OperationContract['role']): Record<string, string> {
  const headers = headersOf(world, role)[scheme]
  if (headers === undefined) throw new Error(`The tests cannot sign in by ${scheme} as ${role}`)
  return headers
}

/** Schemes by which an operation's actor (staff, if either will do) can sign in here; the usual one first. */
export function schemesOf({ contract }: Operation, world: World): string[] {
  return contract.auth.filter((scheme) => headersOf(world, contract.role)[scheme] !== undefined)
}

export function cookieOf({ contract }: Operation, { cookie, recipientCookie }: World): string {
  return contract.role === 'recipient' ? recipientCookie : cookie
}

function headersOf(
  { product, holder, cookie, recipient, recipientCookie, recipientToken }: World,
  role: OperationContract['role'],
): Partial<Record<string, Record<string, string>>> {
  const ofSession = (session: string) => ({ cookie: session, origin: product.baseUrl, 'x-service-csrf': '1' })
  if (role !== 'recipient')
    return { apiKey: { authorization: `Bearer ${holder.apiKey}` }, browserSession: ofSession(cookie) }
  return {
    apiKey: { authorization: `Bearer ${recipient.apiKey}` },
    recipientSession: { authorization: `Bearer ${recipientToken}` },
    browserSession: ofSession(recipientCookie),
  }
}

/** An intake body with every optional field, ten days from now by the product's clock. */
export async function newIntake(product: TestProduct, changes: object = {}) {
  return {
    sourceSystem: 'practice-system',
    externalAppointmentId: `A-${randomUUID()}`,
    locationId: 'main',
    ...(await schedule(product, 240)),
    timezone: 'Europe/Amsterdam',
    recipient: { displayName: 'Sanne de Vries', email: 'sanne@example.com', phoneNumberE164: '+31612345678' },
    ...changes,
  }
}

/** A body of createHolderAppointment, some hours from now by the product's clock. */
export async function newAppointment(product: TestProduct, changes: object = {}, inHours = 240) {
  return {
    clientRequestId: randomUUID(),
    title: 'Controle',
    ...(await schedule(product, inHours)),
    timezone: 'Europe/Amsterdam',
    recipient: { displayName: 'Sanne de Vries', email: 'sanne@example.com', phoneNumberE164: '+31612345678' },
    ...changes,
  }
}

/** Start and end of a quarter of an hour, in UTC and whole seconds. */
export async function schedule(product: TestProduct, inHours: number): Promise<{ startsAt: string; endsAt: string }> {
  const startsAt = (await product.clock.now()).round('second').add({ hours: inHours })
  return { startsAt: startsAt.toString(), endsAt: startsAt.add({ minutes: 15 }).toString() }
}

/** Stores a local appointment; one that has started when `inHours` is negative. */
export async function storeAppointment(
  product: TestProduct,
  holder: TestHolder,
  inHours = 240,
  changes: object = {},
): Promise<ReturnType<typeof JSON.parse>> {
  const ahead = await newAppointment(product, changes, Math.abs(inHours))
  const { status, body } = await holder.call('POST', '/appointments', ahead)
  if (status !== 201) throw new Error(`The appointment was refused: ${JSON.stringify(body)}`)
  // The API refuses the past, so it is moved there by SQL.
  if (inHours < 0)
    await product.operator.query(
      `update appointment set starts_at = starts_at + $2 * interval '1 hour', ends_at = ends_at + $2 * interval '1 hour' where id = $1`,
      [body.data.id, 2 * inHours],
    )
  return body.data
}

async function inBatch({ product, holder }: World) {
  const { id } = await storeAppointment(product, holder)
  const batchId = await storeBatch({ product, holder }, id)
  return { params: { platformHolderId: holder.id, batchId } }
}

/** A body of previewHolderBatch, about one new appointment. */
async function newBatch({ product, holder }: World, action: object) {
  const { id, startsAt } = await storeAppointment(product, holder)
  const from = Temporal.Instant.from(startsAt)
  const filter = { from: from.toString(), to: from.add({ hours: 1 }).toString(), appointmentIds: [id] }
  return { ...action, filter: { ...filter, excludedAppointmentIds: [randomUUID()] } }
}

/** A body of createRecipientRescheduleRequest. */
export async function newRescheduleRequest(product: TestProduct, changes: object = {}) {
  return {
    clientRequestId: randomUUID(),
    expectedVersion: 1,
    reasonCode: 'work',
    note: 'Liever later in de week',
    preferredWindows: [await schedule(product, 300)],
    ...changes,
  }
}

type Parties = Pick<World, 'product' | 'holder' | 'recipient'>

/** Stores a reschedule request of the recipient for a new appointment. */
export async function storeRequest({ product, holder, recipient }: Parties): Promise<ReturnType<typeof JSON.parse>> {
  const { id } = await storeAppointment(product, holder)
  const path = `/appointments/${id}/reschedule-requests`
  const { status, body } = await recipient.call('POST', path, await newRescheduleRequest(product))
  if (status !== 202) throw new Error(`The request was refused: ${JSON.stringify(body)}`)
  return body.data
}

/** A reply that waits for staff, as the engine lists it, from the number of a new appointment. */
export async function storeReply({
  product,
  holder,
}: Pick<Parties, 'product' | 'holder'>): Promise<{ id: string; appointmentId: string }> {
  const { id: appointmentId } = await storeAppointment(product, holder)
  const { rows } = await product.operator.query<{ id: string }>(
    `with came as (
       insert into inbound_sms (id, provider, provider_message_id, sender_key, sender, recipient, body, meaning, platform_holder_id,
         appointment_id, outcome)
       select gen_random_uuid(), 'twilio', gen_random_uuid()::text, coalesce(recipient_phone_key, ''), recipient_phone, '+3197010250000',
         'Mag mijn moeder mee?', 'other', platform_holder_id, id, 'told_staff'
       from appointment where platform_holder_id = $1 and id = $2
       returning id, platform_holder_id, appointment_id, sender_key, received_at)
     insert into reply (platform_holder_id, inbound_id, appointment_id, sender_key, received_at, reason)
     select platform_holder_id, id, appointment_id, sender_key, received_at, 'not_understood' from came returning id`,
    [holder.id, appointmentId],
  )
  const [row] = rows
  if (!row) throw new Error('The reply was not stored')
  return { id: row.id, appointmentId }
}

/** Another time, proposed with the review of a request. @returns its id */
export async function storeSuggestion(world: Parties): Promise<string> {
  const { startsAt, endsAt } = await schedule(world.product, 320)
  const review = { decision: 'declined', suggestedStartsAt: startsAt, suggestedEndsAt: endsAt }
  const path = `/recipient-requests/${(await storeRequest(world)).id}/review`
  const answer = await world.holder.call('POST', path, { clientRequestId: randomUUID(), expectedVersion: 1, ...review })
  if (answer.status !== 200) throw new Error(`The review was refused: ${JSON.stringify(answer.body)}`)
  return answer.body.data.review.suggestionId
}

/** A deletion request of the recipient, the only open one. @returns its id */
async function storeDeletionRequest(world: World): Promise<string> {
  await endDeletionRequests(world)
  const body = { clientRequestId: randomUUID(), confirmDeletion: true }
  const answer = await world.recipient.call('POST', '/deletion-requests', body)
  if (answer.status !== 202) throw new Error(`The deletion request was refused: ${JSON.stringify(answer.body)}`)
  return answer.body.data.id
}

async function endDeletionRequests({ product, recipient }: World): Promise<void> {
  await product.operator.query(
    `update deletion_request set status = 'rejected', completed_at = now() where recipient_id = $1 and completed_at is null`,
    [recipient.id],
  )
}

/** Somebody who signed in with the number of an entry of the holder that nobody is linked to. */
export type Waiting = {
  readonly profileId: string
  readonly holderRecipientId: string
  readonly appointmentId: string
  readonly phoneNumberE164: string
}

let waiting = 0

/** An appointment of somebody who waits to be linked to it. */
export async function storeWaiting(
  { product, holder }: Pick<World, 'product' | 'holder'>,
  displayName = 'Lies Bakker',
): Promise<Waiting> {
  waiting += 1
  const phoneNumberE164 = `+316${27_000_007 + waiting * 1_010}`
  const { id } = await storeAppointment(product, holder, 240, { recipient: { displayName, phoneNumberE164 } })
  const { rows } = await product.operator.query<{ holderRecipientId: string }>(
    'select holder_recipient_id from appointment where id = $1',
    [id],
  )
  const { keys } = product.services
  const profileId = await createProfile(product.login, keys, phoneNumberE164, await product.clock.now())
  await noteProof(product.operator, keys, { id: profileId, phoneNumberE164 })
  return { profileId, holderRecipientId: rows[0]!.holderRecipientId, appointmentId: id, phoneNumberE164 }
}

/** Filters that the owner of the key keeps under a name. */
export /** An event that has its number. @returns the id under which it is told */
async function storeEvent({ operator }: TestProduct, holder: TestHolder): Promise<string> {
  return inTransaction(operator, { holder: holder.id }, async (tx) => {
    await openStream(tx)
    ping.emit(tx, [{ platformHolderId: holder.id, subjectId: null, subjectVersion: null, data: {} }])
    const [event] = await numberEvents(tx)
    assert.ok(event)
    return toEventId(event.id)
  })
}

async function storeView(holder: TestHolder): Promise<string> {
  const filters = { status: 'registered' }
  const { body } = await holder.call('POST', '/saved-views', { name: 'Still to come', filters })
  return body.data.id
}

/** A link that a colleague proposed. */
export async function storeLinkProposal(world: Pick<World, 'product' | 'holder'>) {
  const { profileId, holderRecipientId } = await storeWaiting(world)
  const { rows } = await world.product.operator.query<{ id: string }>(
    `insert into link_proposal (platform_holder_id, id, profile_id, holder_recipient_ids, proposed_by)
     values ($1, gen_random_uuid(), $2, $3, gen_random_uuid()) returning id`,
    [world.holder.id, profileId, [holderRecipientId]],
  )
  return { profileId, holderRecipientId, proposalId: rows[0]!.id }
}

/** A body of createHolderDeletionRequest. */
export async function newLetter(product: TestProduct, changes: object = {}) {
  const today = (await product.clock.now()).toZonedDateTimeISO('UTC').toPlainDate()
  return {
    clientRequestId: randomUUID(),
    confirmDeletion: true,
    expectedVersion: 1,
    receivedOn: today.toString(),
    ...changes,
  }
}

/** A deletion that somebody asked for by letter. @returns an appointment of the person */
export async function storeLetter(world: VoiceParties): Promise<string> {
  const { appointmentId } = await storeWaiting(world)
  const path = `/appointments/${appointmentId}/deletion-requests`
  const { status, body } = await fromBrowser(world, 'POST', path, await newLetter(world.product))
  if (status !== 202) throw new Error(`The letter was refused: ${JSON.stringify(body)}`)
  return appointmentId
}

async function storeIntake(product: TestProduct, holder: TestHolder) {
  const intake = await newIntake(product)
  const { status, body } = await holder.call('POST', '/appointments/intake', intake)
  if (status !== 201) throw new Error(`The intake was refused: ${JSON.stringify(body)}`)
  return intake
}

/** Another API key of the holder's member of staff. @returns its id */
async function storeKey({ product, holder }: World): Promise<string> {
  const secret = await newKey(product, holder, ['profile:read'])
  const { rows } = await product.operator.query<{ id: string }>(
    `select id from api_key where secret_sha256 = sha256($1::bytea)`,
    [secret],
  )
  return rows[0]!.id
}

/** Somebody else of the staff, who plans. @returns their id */
export async function storeColleague(
  { product, holder }: { readonly product: TestProduct; readonly holder: Pick<TestHolder, 'id'> },
  status: 'active' | 'invited' | 'inactive' = 'active',
): Promise<string> {
  const id = randomUUID()
  await product.operator.query(
    `insert into staff_member (platform_holder_id, id, email, role, status, is_newcomer)
     values ($1, $2, $3, 'scheduler', $4, $4 = 'invited')`,
    [holder.id, id, `colleague-${id}@holder.example`, status],
  )
  return id
}

/** A service account with a key that works. @returns the ids of both */
/** A session of the member of staff that nobody uses. @returns its id */
async function storeSession({ product, holder }: World): Promise<string> {
  const id = randomUUID()
  await product.operator.query(
    `insert into staff_session (platform_holder_id, id, staff_member_id, token_sha256, network, browser, expires_at)
     values ($1, $2, $3, sha256($4::bytea), '198.51.100.0/24', 'Firefox · Windows', now() + interval '12 hours')`,
    [holder.id, id, holder.actorId, id],
  )
  return id
}

export async function storeServiceAccount(
  { product, holder }: { readonly product: TestProduct; readonly holder: Pick<TestHolder, 'id'> },
  name = 'Practice system',
) {
  const serviceAccountId = randomUUID()
  await product.operator.query(
    `insert into staff_member (platform_holder_id, id, kind, name) values ($1, $2, 'service', $3)`,
    [holder.id, serviceAccountId, name],
  )
  const scopes = ['profile:read']
  const secret = await inTransaction(product.operator, { holder: null }, (tx) =>
    createApiKeyRow(tx, { platformHolderId: holder.id, actorId: serviceAccountId, name, scopes, days: 300 }),
  )
  const { rows } = await product.operator.query<{ id: string }>(
    `select id from api_key where secret_sha256 = sha256($1::bytea)`,
    [secret],
  )
  return { serviceAccountId, keyId: rows[0]!.id }
}

/** A key of the recipient with exactly these scopes. @returns its secret */
export function newRecipientKey({ product, recipient }: World, scopes: readonly string[]): Promise<string> {
  return inTransaction(product.operator, { holder: null }, (tx) =>
    createApiKeyRow(tx, { platformHolderId: null, actorId: recipient.id, name: 'Test', scopes, days: 300 }),
  )
}

/** A key with exactly these scopes. @returns its secret */
export function newKey(
  product: TestProduct,
  holder: TestHolder,
  scopes: readonly string[],
  days = 300,
): Promise<string> {
  return inTransaction(product.operator, { holder: null }, (tx) =>
    createApiKeyRow(tx, { platformHolderId: holder.id, actorId: holder.actorId, name: 'Test', scopes, days }),
  )
}

/** A message about an appointment in the inbox of a test organization. @returns its id */
export async function storeTestMessage({ product, holder }: Pick<World, 'product' | 'holder'>): Promise<string> {
  const id = randomUUID()
  const appointment = await storeAppointment(product, holder)
  await product.operator.query(
    `insert into test_inbox_message (platform_holder_id, id, reference, channel, sender, destination, contact_key, body, appointment_id)
     values ($1, $2, $2, 'sms', '+3197010250000', '+31612349902', 'x', 'Tot morgen', $3)`,
    [holder.id, id, appointment.id],
  )
  return id
}
