import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { BodyOf } from '#web/api/client.ts'
import type { Reply } from './reply-queries.ts'

export const replyReasons: Readonly<Record<Reply['reason'], MessageDescriptor>> = {
  not_understood: msg`Replied something we could not read`,
  ambiguous: msg`Can be about several appointments`,
  declined: msg`Says no: cannot come`,
  about_past: msg`Yes or no to what is over`,
  start_incomplete: msg`Wants text messages again`,
}

export type Template = NonNullable<BodyOf<'answerHolderReply'>['template']>

export const templateNames: Readonly<Record<Template, MessageDescriptor>> = {
  received: msg`We have received it`,
  call_us: msg`Please call us`,
  we_will_call: msg`We will call`,
  appointment_stands: msg`The appointment stands`,
  use_the_link: msg`Here is the link`,
  come_anyway: msg`Come as agreed`,
  wrong_number: msg`Not meant for you`,
  thanks: msg`Thank you`,
}
