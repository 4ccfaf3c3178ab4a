import { Type } from 'typebox'
import { platformId } from '#/kernel/ids.ts'
import { copyPart, type Erasure, type TablePrivacy } from '#/kernel/privacy.ts'
import { described, formatInstant, Instant, strictObject } from '#/kernel/schema.ts'
import { erasing, longTermOfEachHolder, shortTerm } from './erasing.ts'
import { selectOwnActions } from './privacy-store.ts'

/** What a recipient did, from the audit trail, in the copy of their data. */
export const copiedActions = copyPart({
  name: 'actions',
  schema: Type.Array(
    strictObject({
      at: described(Instant, 'When.'),
      action: described(Type.String({ maxLength: 80 }), 'The operation.'),
    }),
    { description: 'What you did here, newest first, at most 10,000.' },
  ),
  reads: [selectOwnActions],
  read: async ({ ctx }) =>
    (await ctx.tx.rows(selectOwnActions)).map(({ at, action }) => ({ at: formatInstant(at), action })),
})

const answerKey = 'platform_holder_id, actor_id, operation_id, client_request_id'

/** @param erasure of what the answers say of a person */
export const answersPrivacy = (erasure: Erasure): readonly TablePrivacy[] => [
  {
    table: 'client_request',
    fields: { personal: ['response_data'], pseudonyms: ['body_sha256', 'subjects'], other: ['operation_id'] },
    retention: {
      until: '24 hours; those to recipients 90 days',
      pages: [
        shortTerm('24 hours', {
          name: 'erase_client_requests',
          table: 'client_request',
          key: answerKey,
          by: 'created_at',
          where: `platform_holder_id <> '${platformId}'`,
        }),
        shortTerm('90 days', {
          name: 'erase_client_requests_of_recipients',
          table: 'client_request',
          key: answerKey,
          by: 'created_at',
          where: `platform_holder_id = '${platformId}'`,
        }),
      ],
    },
    erasure,
    copy: { none: 'answers that were given, kept to repeat them; what they say is copied where it is' },
  },
]

export const kernelPrivacy: readonly TablePrivacy[] = [
  {
    table: 'audit_event',
    readers: ['app', 'audit-trail'],
    // Five years at least, from the writing (Stcrt. 2019, 38007): who saw a patient is asked long after it. The network is that of
    // an organization or provider, and of no computer.
    fields: {
      personal: ['operator_name'],
      pseudonyms: ['subjects'],
      other: ['action', 'request_id', 'detail', 'actor_role', 'credential', 'network', 'outcome'],
    },
    retention: {
      until: '5 years, and a month at most (1857 days)',
      // A month's table has gone as a whole by then: this is for older rows and for a moved test clock. An index of the
      // trail by time alone would cost every request.
      pages: [
        longTermOfEachHolder('1857 days', {
          name: 'erase_audit_events',
          table: 'audit_event',
          key: 'at, id',
          by: 'at',
        }),
      ],
    },
    erasure: { none: 'the trail is kept, and knows recipients by ids alone' },
    copy: { part: copiedActions, leaves: { operator_name: 'of whoever runs the platform' } },
  },
  {
    table: 'rate_window',
    isOfNoHolder: true,
    fields: { personal: ['bucket'] },
    retention: {
      until: '10 minutes',
      // Larger pages, because every caller leaves a row a minute.
      pages: [
        erasing({
          name: 'erase_rate_windows',
          table: 'rate_window',
          key: 'bucket, window_start',
          by: 'window_start',
          size: 10_000,
          where: `window_start < now() - interval '10 minutes'`,
        }),
      ],
    },
    erasure: { none: 'gone by itself before anybody could ask' },
    copy: { none: 'an address of the network, for minutes, and of nobody in particular' },
  },
  {
    table: 'lease',
    // Whether maintenance is done, for the doctor, as of the works below.
    readers: ['reminders'],
    isOfNoHolder: true,
    fields: { other: ['name'] },
    holds: 'which process does what',
  },
  {
    table: 'schema_migration',
    isOfNoHolder: true,
    fields: { other: ['name', 'checksum', 'needs'] },
    holds: 'which migrations ran',
  },
  { table: 'test_clock', isOfNoHolder: true, fields: {}, holds: 'the test clock' },
]
