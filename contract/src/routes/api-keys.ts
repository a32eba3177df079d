import { apiKeysSchema, createApiKeyBody, createdApiKeySchema, revokeApiKeyBody } from '../api-keys.ts'
import { done, nothing, route } from './route.ts'

export const apiKeyRoutes = {
  apiKeys: route({
    method: 'GET',
    path: '/v1/user/apiKeys',
    access: 'session',
    load: 'reads',
    input: nothing,
    output: apiKeysSchema,
  }),
  createApiKey: route({
    method: 'POST',
    path: '/v1/user/createApiKey',
    access: 'session',
    load: 'credentials',
    input: createApiKeyBody,
    output: createdApiKeySchema,
  }),
  revokeApiKey: route({
    method: 'POST',
    path: '/v1/user/revokeApiKey',
    access: 'session',
    load: 'credentials',
    input: revokeApiKeyBody,
    output: done,
  }),
} as const
