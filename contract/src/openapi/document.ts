import * as z from 'zod/mini'
import { KEY_QUOTA_HEADER, KEY_REMAINING_HEADER } from '../api-keys.ts'
import { resultCode } from '../result-codes.ts'
import { accountDocs } from '../routes/account.ts'
import { agreementDocs } from '../routes/agreement.ts'
import { alertDocs } from '../routes/alerts.ts'
import { apiKeyDocs } from '../routes/api-keys.ts'
import { assistantDocs } from '../routes/assistant.ts'
import { batchDocs } from '../routes/batch.ts'
import { companyDocs } from '../routes/company.ts'
import { contentDocs } from '../routes/content.ts'
import { correctionDocs } from '../routes/correction.ts'
import { feedbackDocs } from '../routes/feedback.ts'
import { followDocs } from '../routes/follow.ts'
import { historyDocs } from '../routes/history.ts'
import { homeDocs } from '../routes/home.ts'
import { API_BASE, keyRouteKeys, type Route, type RouteKey, routeKeys, routes, TOKEN_HEADER } from '../routes/index.ts'
import { leadDocs } from '../routes/leads.ts'
import { membershipDocs } from '../routes/membership.ts'
import { officialCheckDocs } from '../routes/official-check.ts'
import { ownershipDocs, relationDocs } from '../routes/ownership.ts'
import { peopleDocs } from '../routes/people.ts'
import { comparisonDocs, perspectiveDocs } from '../routes/perspective.ts'
import { recordDocs } from '../routes/record.ts'
import { companyReportDocs } from '../routes/report.ts'
import type { RouteDoc, RouteDocs } from '../routes/route.ts'
import { trackingDocs } from '../routes/tracking.ts'
import { wechatDocs } from '../routes/wechat.ts'

/** Summary and examples of every call. */
export const routeDocs: RouteDocs<typeof routes> = {
  ...homeDocs(),
  ...contentDocs(),
  ...historyDocs(),
  ...accountDocs(),
  ...apiKeyDocs(),
  ...membershipDocs(),
  ...agreementDocs(),
  ...companyDocs(),
  ...perspectiveDocs(),
  ...comparisonDocs(),
  ...ownershipDocs(),
  ...relationDocs(),
  ...companyReportDocs(),
  ...officialCheckDocs(),
  ...recordDocs(),
  ...correctionDocs(),
  ...feedbackDocs(),
  ...leadDocs(),
  ...peopleDocs(),
  ...followDocs(),
  ...alertDocs(),
  ...wechatDocs(),
  ...trackingDocs(),
  ...assistantDocs(),
  ...batchDocs(),
}

type Json = Record<string, unknown>

/** JSON schema of a wire value, without the `$schema` that every one would repeat. */
function wireSchema(schema: z.core.$ZodType): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return json
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Input fields as query parameters. */
function queryParameters(route: Route, { example }: RouteDoc): Json[] {
  const { properties, required } = wireSchema(route.input)
  const names = isObject(properties) ? Object.entries(properties) : []
  return names.map(([name, schema]) => ({
    name,
    in: 'query',
    required: Array.isArray(required) && required.includes(name),
    schema,
    ...(example !== undefined && name in example && { example: example[name] }),
  }))
}

const envelopeOf = (data: Json): Json => ({
  type: 'object',
  required: ['code', 'message', 'data'],
  properties: { code: { type: 'integer' }, message: { type: 'string' }, data },
})

/** Typical refusal: no session, or invalid input. */
const refusalExample = (route: Route): Json =>
  route.access === 'session'
    ? { code: resultCode.noSession, message: '请登录后继续', data: null }
    : { code: resultCode.badRequest, message: '请求有误', data: null }

const keyRoutes = new Set<RouteKey>(keyRouteKeys)

/** Credentials that open a call, any one of them; absent: it reads none. */
function securityOf(key: RouteKey): Json {
  const { access }: Route = routes[key]
  if (access === 'open') return {}
  return {
    security: [{ token: [] }, ...(keyRoutes.has(key) ? [{ apiKey: [] }] : []), ...(access === 'session' ? [] : [{}])],
  }
}

const quotaHeader = (description: string) => ({ description, schema: { type: 'integer' } })
/** Headers of an answer to an API key. */
const quotaHeaders = {
  [KEY_QUOTA_HEADER]: quotaHeader('该密钥每日可调用的次数；仅在使用 API 密钥时'),
  [KEY_REMAINING_HEADER]: quotaHeader('该密钥今日剩余的次数，北京时间零点恢复；仅在使用 API 密钥时'),
}

function operation(key: RouteKey): Json {
  const route: Route = routes[key]
  const doc = routeDocs[key]
  const success = { code: resultCode.ok, message: '', data: z.encode(route.output, doc.answer) }
  const refusal = refusalExample(route)
  const isQuery = route.method === 'GET'
  const parameters = isQuery ? queryParameters(route, doc) : []
  return {
    operationId: key,
    summary: doc.summary,
    ...securityOf(key),
    ...(parameters.length > 0 && { parameters }),
    ...(!isQuery && {
      requestBody: {
        required: doc.example !== undefined,
        content: { 'application/json': { schema: wireSchema(route.input), example: doc.example ?? {} } },
      },
    }),
    responses: {
      200: {
        description: '成功时 code 为 0；规则拒绝时为其他结果码，message 为给用户的一句话',
        ...(keyRoutes.has(key) && { headers: quotaHeaders }),
        content: {
          'application/json': {
            schema: envelopeOf({ anyOf: [wireSchema(route.output), { type: 'null' }] }),
            examples: {
              success: { value: success },
              ...(refusal['code'] === resultCode.noSession && { refusal: { value: refusal } }),
            },
          },
        },
      },
      400: failure('请求有误', { code: resultCode.badRequest, message: '请求有误', data: null }),
      503: failure('服务暂时不可用，见 Retry-After', {
        code: resultCode.unavailable,
        message: '服务暂时不可用，请稍后重试',
        data: null,
      }),
    },
  }
}

const failure = (description: string, example: Json): Json => ({
  description,
  content: { 'application/json': { schema: envelopeOf({ type: 'null' }), example } },
})

/** The route table as OpenAPI 3.1, with an example of each call and its answer. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {}
  for (const key of routeKeys) {
    const { path, method } = routes[key]
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(key) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: '百企查',
      version: '1',
      description:
        '每个回答都是 {code, message, data}；code 为 0 表示成功，403 表示没有有效的会话，429 见 Retry-After。',
    },
    servers: [{ url: API_BASE }],
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: TOKEN_HEADER },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            '在「账号设置」创建的 API 密钥，用于脚本与智能体。只用于列出它的接口，不用于账号接口；限额、脱敏与页面相同，另有每日次数，见答复的 key-quota 与 key-remaining。MCP 服务在 /mcp，使用同一密钥。',
        },
      },
    },
    paths,
  }
}
