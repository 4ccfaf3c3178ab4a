import { listTestInbox } from './list-test-inbox.ts'
import { replyToTestMessage } from './reply-to-test-message.ts'

export const testInboxOperations = [listTestInbox, replyToTestMessage]
