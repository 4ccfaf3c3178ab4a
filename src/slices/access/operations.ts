import { createApiKey } from '#/slices/access/api-keys/create-api-key.ts'
import { getApiIdentity } from './get-api-identity.ts'
import { listApiKeys } from '#/slices/access/api-keys/list-api-keys.ts'
import { revokeApiKey } from '#/slices/access/api-keys/revoke-api-key.ts'

export const accessOperations = [getApiIdentity, listApiKeys, createApiKey, revokeApiKey]
