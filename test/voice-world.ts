import { randomBytes } from 'node:crypto'
import { newId } from '#/kernel/ids.ts'
import { fromBrowser, newAction, openVoice, storeAppointment } from './operation-cases.ts'
import type { Answer, TestHolder, TestProduct, TestRecipient } from './harness.ts'

type Data = ReturnType<typeof JSON.parse>

/** A signed-in member of staff in a conversation with the agent, and a recipient. */
export type VoiceWorld = {
  readonly product: TestProduct
  readonly holder: TestHolder
  /** The browser session of the member of staff. */
  readonly cookie: string
  /** Linked to the person whom `storeAppointment` gives appointments. */
  readonly recipient: TestRecipient
  /** clientRequestId of the conversation. */
  readonly session: string
  act(operationId: string, input: object): Promise<Data>
  /** Has a change proposed. @returns the proposal as the person reads it */
  propose(operationId: string, input: object): Promise<Data>
  readProposal(id: string): Promise<Data>
  confirm(id: string, body?: object, headers?: Record<string, string>): Promise<Answer>
}

export async function openVoiceWorld(product: TestProduct): Promise<VoiceWorld> {
  const holder = await product.createHolder()
  const cookie = await signedIn(product, holder.id, holder.actorId)
  const parties = { product, holder, cookie }
  const session = await openVoice(parties)
  const send = (action: object) =>
    fromBrowser(parties, 'POST', '/voice/actions', action, { 'x-voice-tool': 'platform_action' })
  const act = async (operationId: string, input: object) =>
    (await send(newAction(session, operationId, input))).body.data
  const readProposal = async (id: string) => (await fromBrowser(parties, 'GET', `/voice/proposals/${id}`)).body.data
  return {
    ...parties,
    recipient: await linkedRecipient(product, holder),
    session,
    act,
    async propose(operationId, input) {
      const answer = await act(operationId, input)
      if (answer?.status !== 'proposal_created') throw new Error(`No proposal: ${JSON.stringify(answer)}`)
      return readProposal(answer.proposal.proposalId)
    },
    readProposal,
    confirm: (id, body = { confirmed: true }, headers = {}) =>
      fromBrowser(parties, 'POST', `/voice/proposals/${id}/confirm`, body, headers),
  }
}

/** Another browser session of a member of staff, as a sign-in makes it. @returns the Cookie header */
export async function signedIn({ operator }: TestProduct, holderId: string, actorId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await operator.query(
    `insert into staff_session (platform_holder_id, id, staff_member_id, token_sha256, expires_at)
     values ($1, $2, $3, sha256($4::bytea), now() + interval '1 hour')`,
    [holderId, newId(), actorId, token],
  )
  return `tijdig_session=${token}`
}

/** Another member of staff. @returns their id */
export async function storeColleague({ operator }: TestProduct, holderId: string): Promise<string> {
  const id = newId()
  const text = `insert into staff_member (platform_holder_id, id, email, role) values ($1, $2, $3, 'owner')`
  await operator.query(text, [holderId, id, `colleague-${id}@holder.example`])
  return id
}

async function linkedRecipient(product: TestProduct, holder: TestHolder): Promise<TestRecipient> {
  const { id } = await storeAppointment(product, holder)
  const { rows } = await product.operator.query<{ holderRecipientId: string }>(
    'select holder_recipient_id from appointment where platform_holder_id = $1 and id = $2',
    [holder.id, id],
  )
  const links = rows.map((row) => ({ platformHolderId: holder.id, holderRecipientId: row.holderRecipientId }))
  return product.createRecipient({ displayName: 'Sanne de Vries', links })
}
