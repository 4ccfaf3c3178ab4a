import { createApiKey } from './api-keys/create-api-key.ts'
import { getApiIdentity } from './get-api-identity.ts'
import { listApiKeys } from './api-keys/list-api-keys.ts'
import { revokeApiKey } from './api-keys/revoke-api-key.ts'

export const accessOperations = [getApiIdentity, listApiKeys, createApiKey, revokeApiKey]
