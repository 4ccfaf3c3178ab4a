import { randomUUID } from 'node:crypto'

type Row = {
  id: string
  name: string
  startsAt: string
  minutes: number
  isConfirmed: boolean
  status: string
  origin: string
}

/** A practice on the client's side of a conversation: answers the two tools as the product does, and records calls. */
export function practice(now: Temporal.Instant, timeZone = 'Europe/Amsterdam') {
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate()
  const rows: Row[] = []
  const actions: { operationId: string; input: Record<string, unknown> }[] = []
  const proposals: { operationId: string; input: Record<string, unknown> }[] = []
  const operations: Record<string, { mode: 'read' | 'proposal'; arguments: readonly string[] }> = {
    listHolderAppointments: {
      mode: 'read',
      arguments: ['from', 'to', 'query', 'status', 'confirmationStatus', 'pageSize'],
    },
    getHolderAppointment: { mode: 'read', arguments: ['appointmentId'] },
    listHolderRecipientRequests: { mode: 'read', arguments: ['status', 'pageSize'] },
    updateHolderAppointment: { mode: 'proposal', arguments: ['appointmentId', 'startsAt', 'endsAt'] },
    cancelHolderAppointment: { mode: 'proposal', arguments: ['appointmentId', 'reasonCode', 'note'] },
  }

  const told = ({ id, name, startsAt, minutes, isConfirmed, status, origin }: Row) => ({
    id,
    status,
    origin,
    startsAt,
    endsAt: Temporal.Instant.from(startsAt).add({ minutes }).toString(),
    timezone: timeZone,
    recipient: { displayName: name },
    confirmation: { status: isConfirmed ? 'confirmed' : 'unconfirmed' },
  })

  function read(operationId: string, input: Record<string, unknown>): unknown {
    if (operationId === 'getHolderAppointment')
      return rows.filter(({ id }) => id === input['appointmentId']).map(told)[0]
    if (operationId === 'listHolderRecipientRequests') return { count: 1, items: [{}], nextPageToken: null }
    const at = (text: unknown) => (text === undefined ? null : Temporal.Instant.from(String(text)))
    const [from, to] = [at(input['from']), at(input['to'])]
    const items = rows
      .filter(({ startsAt, name, isConfirmed, status }) => {
        const start = Temporal.Instant.from(startsAt)
        return (
          status === 'registered' &&
          (!from || Temporal.Instant.compare(start, from) >= 0) &&
          (!to || Temporal.Instant.compare(start, to) < 0) &&
          name.toLowerCase().includes(String(input['query'] ?? '').toLowerCase()) &&
          (input['confirmationStatus'] !== 'unconfirmed' || !isConfirmed)
        )
      })
      .toSorted((one, other) => one.startsAt.localeCompare(other.startsAt))
      .map(told)
    return { count: items.length, items, nextPageToken: null }
  }

  return {
    actions,
    proposals,
    /** Adds an appointment of twenty minutes at a local time, `inDays` days from today. */
    add(name: string, inDays: number, time: string, isConfirmed = false, origin = 'local'): Row {
      const start = today.add({ days: inDays }).toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) })
      const startsAt = start.toInstant().toString()
      const row = { id: randomUUID(), name, startsAt, minutes: 20, isConfirmed, status: 'registered', origin }
      rows.push(row)
      return row
    },
    clientTools: {
      platform_capabilities: async ({ operationId }: { operationId?: string }) =>
        JSON.stringify(
          operationId === undefined
            ? {
                agentVersion: 'v1',
                agentRegion: 'eu',
                actions: Object.entries(operations).map(([id, { mode }]) => ({ operationId: id, title: id, mode })),
              }
            : {
                operationId,
                inputSchema: {
                  type: 'object',
                  properties: Object.fromEntries((operations[operationId]?.arguments ?? []).map((name) => [name, {}])),
                },
              },
        ),
      platform_action: async ({ operationId, arguments: json }: { operationId: string; arguments: string }) => {
        const input = JSON.parse(json) as Record<string, unknown>
        actions.push({ operationId, input })
        const operation = operations[operationId]
        const known = Object.keys(input).every((name) => operation?.arguments.includes(name))
        const common = { actionRequestId: randomUUID(), operationId, mode: operation?.mode, mayHaveApplied: false }
        if (!known)
          return JSON.stringify({ error: { code: 'UNKNOWN_FIELD', message: 'The body has a field it cannot have.' } })
        if (operation?.mode === 'read')
          return JSON.stringify({
            ...common,
            status: 'succeeded',
            result: read(operationId, input),
            proposal: null,
            error: null,
          })
        proposals.push({ operationId, input })
        const proposal = { proposalId: randomUUID(), expiresAt: now.add({ minutes: 10 }).toString() }
        return JSON.stringify({ ...common, status: 'proposal_created', result: null, proposal, error: null })
      },
    },
  }
}
