import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { eventually, signIn, type Answer, type TestHolder } from '../../harness.ts'
import { fromBrowser } from '../../operation-cases.ts'
import { person, step, type World } from '../world.ts'

export type Progress = Readonly<
  Record<'waiting' | 'onTheWay' | 'told' | 'mustCall' | 'skipped' | 'afterQuietHours' | 'applied', number>
>
export type Item = {
  appointmentId: string
  outcome: string
  reasonCode: string | null
  channel: string | null
  followUp: string | null
}
export type Visit = {
  readonly appointmentId: string
  readonly phone: string
  readonly id: string
  readonly startsAt: Temporal.Instant
}

/** A holder whose staff work in a browser, and what the tests of batches do there. */
export async function openDesk(world: World, policy: Record<string, unknown> = {}) {
  const holder = await world.createHolder({ displayName: 'Praktijk Eik' })
  await world.editPolicy(holder, { steps: [step('P5D', 'sms')], quietHours: null, shortNotice: false, ...policy })
  const cookie = await signIn(world, holder.staffEmail)
  const call = (method: string, path: string, body?: object): Promise<Answer> =>
    fromBrowser({ product: world, holder, cookie }, method, path, body)
  const read = async (id: string) => {
    const { status, body } = await call('GET', `/batches/${id}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body.data as {
      state: string
      progress: Progress
      appointments: number
      messages: number
      lastDueAt: string | null
    }
  }
  return {
    holder,
    call,
    read,

    /** Appointments of other people, a minute apart. */
    async register(count: number, startsAt: Temporal.Instant): Promise<Visit[]> {
      const visits: Visit[] = []
      for (let index = 0; index < count; index += 1) {
        const { phone } = person()
        const visit = { id: `visit-${randomUUID()}`, phone, startsAt: startsAt.add({ minutes: index }) }
        visits.push({ ...visit, appointmentId: (await world.intake(holder, visit)).appointmentId })
      }
      return visits
    },

    async preview(action: object, filter: object) {
      const { status, body } = await call('POST', '/batches/preview', { reason: 'ill', ...action, filter })
      assert.equal(status, 200, JSON.stringify(body))
      return body.data
    },

    confirm: (previewToken: string) => call('POST', '/batches', { clientRequestId: randomUUID(), previewToken }),

    /** Previews and confirms. @returns the id of the batch */
    async begin(action: object, visits: readonly Visit[]): Promise<string> {
      const { previewToken } = await this.preview(action, filterOf(visits))
      const { status, body } = await this.confirm(previewToken)
      assert.equal(status, 201, JSON.stringify(body))
      return body.data.id
    },

    undo: (id: string) => call('POST', `/batches/${id}/undo`, { clientRequestId: randomUUID() }),
    stop: (id: string) => call('POST', `/batches/${id}/stop`, { clientRequestId: randomUUID() }),

    async items(id: string, outcome = ''): Promise<Item[]> {
      const all: Item[] = []
      for (let token = ''; ;) {
        const query = `pageSize=100${outcome && `&outcome=${outcome}`}${token && `&pageToken=${encodeURIComponent(token)}`}`
        const { status, body } = await call('GET', `/batches/${id}/items?${query}`)
        assert.equal(status, 200, JSON.stringify(body))
        all.push(...body.data.items)
        if (body.data.nextPageToken === null) return all
        token = body.data.nextPageToken
      }
    },

    /** Waits until a batch is in a state. */
    becomes: (id: string, state: string) =>
      eventually(async () => {
        const batch = await read(id)
        return batch.state === state && batch
      }),

    statusOf: async ({ appointmentId }: Visit): Promise<string> =>
      (await holder.call('GET', `/appointments/${appointmentId}`)).body.data.status,
  }
}

export type Desk = Awaited<ReturnType<typeof openDesk>>

/** Chooses exactly these. */
export function filterOf(visits: readonly Visit[]) {
  const starts = visits.map(({ startsAt }) => startsAt).sort(Temporal.Instant.compare)
  const [from] = starts
  const to = starts.at(-1)
  if (!from || !to) throw new Error('There are visits')
  const appointmentIds = visits.map(({ appointmentId }) => appointmentId)
  return { from: from.toString(), to: to.add({ minutes: 1 }).toString(), appointmentIds }
}

/** How often each phone was written to in these words. */
export async function textsTo(world: World, { phone }: Visit): Promise<string[]> {
  return (await world.smsTo(phone)).map(({ text }) => text)
}

export type { TestHolder }
