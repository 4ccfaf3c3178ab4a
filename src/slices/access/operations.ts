import { createApiKey } from './create-api-key.ts'
import { getApiIdentity } from './get-api-identity.ts'
import { listApiKeys } from './list-api-keys.ts'
import { revokeApiKey } from './revoke-api-key.ts'

export const accessOperations = [getApiIdentity, listApiKeys, createApiKey, revokeApiKey]
