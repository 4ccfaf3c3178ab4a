/**
 * What recipients send back: answers by SMS and opt-outs by mail. A number proves nothing, so an answer confirms an
 * appointment or opts out, and everything else goes to staff as words, never as a request.
 */
export { answerInboundSms } from './answer-inbound-sms.ts'
export { tellStaffOfReply } from './tell-staff.ts'
export { mailOpenReplies, tellOfOpenReplies } from '#/slices/replies/inbox/daily-mail.ts'
export { countOpenReplies } from '#/slices/replies/inbox/reply-store.ts'
export { receiveTestReply } from './inbound-sms.ts'
export { copiedReplies } from './privacy.ts'
