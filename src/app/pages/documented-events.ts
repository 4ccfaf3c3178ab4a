import { Type } from 'typebox'
import { extending, strictObject } from '#/kernel/schema.ts'
import { EventEnvelope, eventExample, pathOf, type EventType } from '#/slices/events/events.ts'
import { componentOf, type DocumentedEvent } from '#/surfaces/openapi/webhooks.ts'
import { events } from '#/app/events.ts'

/** Every type of event with the whole message in which it is told. */
export function documentedEvents(): DocumentedEvent[] {
  return events.map(({ contract }) => {
    const { type, summary, schemaVersion, data } = contract
    const said = { ...data, description: 'What this type says.' }
    const schema = strictObject(
      {
        ...EventEnvelope.properties,
        type: Type.Unsafe<string>({ type: 'string', const: type, description: 'What happened.' }),
        data: said,
      },
      { title: componentOf(type), description: summary },
    )
    return {
      type,
      summary,
      schema: extending(EventEnvelope, schema),
      example: { ...eventExample, position: 812, type, schemaVersion, ...saidOf(contract) },
    }
  })
}

function saidOf({ subject, hasNoVersion, example }: EventType['contract']) {
  const { platformHolderId } = eventExample
  const id = subject === 'holder' ? null : eventExample.subject.id
  const told = { platformHolderId, subjectType: subject, subjectId: id, data: example as Record<string, unknown> }
  const version = hasNoVersion ? null : eventExample.subject.version
  return { subject: { type: subject, id, version, path: pathOf(told) }, data: example }
}
