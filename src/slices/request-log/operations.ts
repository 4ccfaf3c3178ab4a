import { listRequestLog } from './list-request-log.ts'

export const requestLogOperations = [listRequestLog]
