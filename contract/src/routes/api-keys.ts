import { type ApiKey, apiKeysSchema, createApiKeyBody, createdApiKeySchema, revokeApiKeyBody } from '../api-keys.ts'
import { at } from '../openapi/samples.ts'
import { done, nothing, type RouteDocs, route } from './route.ts'

export const apiKeyRoutes = {
  apiKeys: route({ method: 'GET', path: '/v1/user/apiKeys', access: 'session', load: 'reads' }, nothing, apiKeysSchema),
  createApiKey: route(
    { method: 'POST', path: '/v1/user/createApiKey', access: 'session', load: 'credentials' },
    createApiKeyBody,
    createdApiKeySchema,
  ),
  revokeApiKey: route(
    { method: 'POST', path: '/v1/user/revokeApiKey', access: 'session', load: 'credentials' },
    revokeApiKeyBody,
    done,
  ),
} as const

export function apiKeyDocs(): RouteDocs<typeof apiKeyRoutes> {
  const apiKey: ApiKey = {
    id: 'k-example',
    name: '报表脚本',
    ending: '9xQ2',
    createdAt: at,
    lastUsedAt: null,
    expiresAt: '2027-02-20T02:00:00.000Z',
    isExpired: false,
    usedToday: 0,
  }

  return {
    apiKeys: { summary: '我的 API 密钥', answer: { list: [apiKey], dailyQuota: 1000 } },
    createApiKey: {
      summary: '创建 API 密钥；密钥只在此答复中出现一次，每人至多三个',
      example: { name: '报表脚本', days: 90 },
      answer: { key: 'bqc_example', apiKey },
    },
    revokeApiKey: { summary: '撤销 API 密钥，立即失效', example: { id: 'k-example' }, answer: null },
  }
}
