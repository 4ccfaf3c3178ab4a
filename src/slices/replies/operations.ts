import { answerHolderReply } from '#/slices/replies/inbox/answer-holder-reply.ts'
import { getHolderReply } from '#/slices/replies/inbox/get-holder-reply.ts'
import { listHolderReplies } from '#/slices/replies/inbox/list-holder-replies.ts'
import { updateHolderReply } from '#/slices/replies/inbox/update-holder-reply.ts'

export const replyOperations = [listHolderReplies, getHolderReply, updateHolderReply, answerHolderReply]
