import { statement } from '#/kernel/postgres/db.ts'
import { onlyTestHolderSql } from '#/slices/recipient-sign-in/sql.ts'
import type { ErasureRequest } from './describe-erasure.ts'

/** A request whose erasure an operator asked for, with where the last notice goes. */
export type Asked = ErasureRequest & {
  readonly locale: string | null
  readonly outcomeMessage: string
  /** The test organization that alone knows the person. */
  readonly testHolder: string | null
  readonly eraseAskedAt: Temporal.Instant
  readonly notice: 'sent' | 'impossible' | null
}

export const selectAsked = statement<Asked>(
  'select_deletion_to_complete',
  `select d.id, d.recipient_id, d.platform_holder_id, d.holder_recipient_id, r.phone_number_e164, r.email, r.locale,
     d.outcome_message, d.retained_categories, d.erase_asked_at, d.notice,
     d.kept_contacts, tijdig_now() as clock, ${onlyTestHolderSql('d.recipient_id')} as test_holder
   from deletion_request d left join recipient r on r.id = d.recipient_id
   where d.id = $1 and d.status = 'in_progress' and d.erase_asked_at is not null`,
)

export const noteNotice = statement('note_deletion_notice', 'update deletion_request set notice = $2 where id = $1')
