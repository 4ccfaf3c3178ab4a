import { Type } from 'typebox'
import { none, operation } from '#/kernel/operation.ts'
import { described, HolderPathId, Identifier, nullable, strictObject } from '#/kernel/schema.ts'
import { findOpenBatch } from '#/slices/batches/batches.ts'
import { countAwaitingNewTime, countOpenRequests } from '#/slices/recipient-requests/recipient-requests.ts'
import { countOpenReplies } from '#/slices/replies/replies.ts'
import { readMarks } from './store.ts'

const mark = (description: string) =>
  Type.String({ maxLength: 32, description, examples: ['9e107d9d372bb6826bd81d3542a419d6'] })

export const getHolderChanges = operation({
  operationId: 'getHolderChanges',
  method: 'GET',
  path: '/platform-holders/{platformHolderId}/changes',
  tag: 'Platform holder',
  summary: 'Learn whether anything has changed',
  description:
    'For a page that stays open: ask every few seconds, and read again what you show when its mark differs from the one before. A mark is opaque, differs as soon as a change is stored, and can differ without one. What no mark tells of are appointment types, layouts, reminder settings and people who wait to be linked: read those when they are opened. Calls have an allowance of their own.',
  role: 'platform_holder_user',
  scope: 'appointments:read',
  auth: ['apiKey', 'browserSession'],
  isPolled: true,
  params: strictObject({ platformHolderId: HolderPathId }),
  query: none,
  body: null,
  success: [200],
  data: strictObject(
    {
      appointments: mark(
        'Differs when an appointment, what became of one of its messages, a noted call or the note on a person has changed.',
      ),
      requests: mark('Differs when a request or a reply of a recipient has changed.'),
      organization: mark('Differs when your organization or its onboarding has changed.'),
      openRequests: Type.Integer({
        minimum: 0,
        description: 'Requests that await review, all of them.',
        examples: [3],
      }),
      awaitingNewTime: Type.Integer({
        minimum: 0,
        description:
          'Appointments that still lie ahead and wait for a new time, which was approved or promised when they were postponed, all of them (`attention=new_time` lists them).',
        examples: [1],
      }),
      openReplies: Type.Integer({
        minimum: 0,
        description: 'Replies that a person has to read and nobody has seen to, all of them.',
        examples: [2],
      }),
      openBatch: nullable(
        strictObject(
          {
            id: described(Identifier, 'The batch.'),
            isAtWork: Type.Boolean({ description: 'Whether it can still be undone, or its messages are leaving.' }),
            mustCall: Type.Integer({
              minimum: 0,
              description: 'People whom it leaves to call before they come.',
              examples: [2],
            }),
          },
          {
            title: 'OpenBatch',
            description:
              'The newest batch that is at work or leaves people to call whose appointment is still ahead, or null.',
          },
        ),
      ),
    },
    { title: 'HolderChanges' },
  ),
  errors: [],
  example: {
    params: { platformHolderId: '0199f3c2-5a7e-7c31-9d4e-3f2b8a6c1d06' },
    data: {
      appointments: '9e107d9d372bb6826bd81d3542a419d6',
      requests: 'e4d909c290d0fb1ca068ffaddf22cbd0',
      organization: '',
      openRequests: 3,
      awaitingNewTime: 1,
      openReplies: 2,
      openBatch: null,
    },
  },
}).handle(async (ctx) => {
  const [marks, openRequests, awaitingNewTime, openReplies, openBatch] = await Promise.all([
    readMarks(ctx.tx),
    countOpenRequests(ctx.tx),
    countAwaitingNewTime(ctx.tx),
    countOpenReplies(ctx.tx),
    findOpenBatch(ctx.tx),
  ])
  return { ...marks, openRequests, awaitingNewTime, openReplies, openBatch }
})
