import { Type, type TSchema } from 'typebox'
import { strictObject } from '#/kernel/schema.ts'

/** The envelope of every success (contract, General behaviours). */
export function envelope(data: TSchema) {
  return strictObject({ data, requestId: RequestId })
}

export const requestIdExample = 'req_0199f3c25a7e7c319d4e3f2b8a6c1d05'

/** Correlation identifier for support; equals the header X-Request-Id, and that of the request where it has this form. */
export const RequestId = Type.String({
  title: 'RequestId',
  pattern: '^(req_)?[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$',
  description:
    'Identifies this call for support; equals the header X-Request-Id. A request may bring its own in that header: a UUID, with or without its hyphens.',
  examples: [requestIdExample],
})
