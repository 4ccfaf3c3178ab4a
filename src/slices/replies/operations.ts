import { answerHolderReply } from './answer-holder-reply.ts'
import { getHolderReply } from './get-holder-reply.ts'
import { listHolderReplies } from './list-holder-replies.ts'
import { updateHolderReply } from './update-holder-reply.ts'

export const replyOperations = [listHolderReplies, getHolderReply, updateHolderReply, answerHolderReply]
