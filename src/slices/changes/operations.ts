import { getHolderChanges } from './get-holder-changes.ts'

export const changeOperations = [getHolderChanges]
