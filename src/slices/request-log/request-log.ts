export { CallWriter, type AnsweredCall } from './call-writer.ts'
