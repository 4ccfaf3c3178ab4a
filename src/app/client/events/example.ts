import { events } from '#/app/events.ts'
import { OperatorError } from '#/app/operator/operator-error.ts'
import { newId } from '#/kernel/ids.ts'
import { exampleMessage } from '#/slices/webhooks/webhooks.ts'

/** The names of all types, in the order of the catalogue. */
export const eventTypes: readonly string[] = events.map(({ contract }) => contract.type)

/** @throws OperatorError which says what was meant */
export function checkTypes(types: readonly string[]): void {
  const unknown = types.find((type) => !eventTypes.includes(type))
  if (unknown === undefined) return
  const nearest = eventTypes.toSorted((one, other) => distance(unknown, one) - distance(unknown, other)).slice(0, 3)
  throw new OperatorError(
    `There is no type of event ${unknown}. Did you mean ${nearest.join(', ')}? docs/events.md has all of them.`,
  )
}

/**
 * An example of a type, as `testWebhookEndpoint` sends it: its `sequence` is 0, which no event has, and its ids name
 * nothing.
 *
 * @throws OperatorError
 */
export function exampleOf(type: string, platformHolderId: string) {
  checkTypes([type])
  const found = events.find(({ contract }) => contract.type === type)
  if (!found) throw new Error('A checked type is not in the catalogue')
  return exampleMessage(found.contract, {
    platformHolderId,
    id: newId(),
    subjectId: newId(),
    at: Temporal.Now.instant(),
  })
}

/** How many letters differ (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (const [index, against] of [...other].entries())
      next.push(
        Math.min((row[index] ?? 0) + (letter === against ? 0 : 1), (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1),
      )
    row = next
  }
  return row.at(-1) ?? 0
}
