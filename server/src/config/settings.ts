import path from 'node:path'
import { smsScenes } from '@baiqicha/contract/account'
import * as z from 'zod/mini'
import { parseRanges } from '../platform/http/client-address.ts'
import { logLevels } from '../platform/log/logger.ts'
import { parseNoticeTargets } from '../platform/mail/notice-targets.ts'
import { mailAddress, parseSmtpUrl } from '../platform/mail/send-mail.ts'
import { parseSmsTemplates } from '../platform/sms/sms-settings.ts'
import { parseS3Address } from '../platform/uploads/s3-client.ts'
import { readVerifyFiles } from '../platform/wechat/wechat.ts'
import { parseSearchUrl } from '../search/opensearch/client.ts'
import {
  baseUrl,
  hostname,
  integerBetween,
  listMatching,
  onOrOff,
  orUnset,
  parsedBy,
  parseSiteAddresses,
  setting,
  splitList,
  unlessEmpty,
} from './setting.ts'

const templateExample = smsScenes.map((scene, index) => `${scene}=SMS_${index + 1}`).join(',')

const wechatAppId = /^(wx[0-9a-f]{16})?$/
const wechatSecret = /^([0-9a-f]{32})?$/
const webOrigin = /^https?:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/
const hostWithPort = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/
const frameAncestor = /^('self'|https?:\/\/(\*\.)?[a-z0-9.-]+(:\d+)?)$/i

/**
 * Every environment variable of the server, in the order of docs/configuration.md, which is generated from this table.
 */
export const settings = z.object({
  port: setting(integerBetween(0, 65_535), {
    name: 'PORT',
    default: '8080',
    meaning: 'Port to listen on; 0 takes any free one',
    meaningZh: '监听端口，0 为任一空闲端口',
    expected: '应为 0 到 65535 的整数',
  }),
  host: setting(z.string().check(z.regex(/^[a-z0-9.:-]+$/i)), {
    name: 'HOST',
    default: '127.0.0.1',
    meaning: 'Address to listen on; 0.0.0.0 lets a phone in the same network open it',
    meaningZh: '监听地址，0.0.0.0 允许同一网络的手机打开',
    expected: '应为 IP 地址或主机名',
  }),
  dataDir: setting(
    parsedBy((text) => path.resolve(text)),
    {
      name: 'DATA_DIR',
      default: './var',
      meaning: 'Folder for the database, the search index, uploaded pictures and the HMAC key of the codes',
      meaningZh: '存放数据库、搜索索引、上传图片与验证码 HMAC 密钥的目录',
      expected: '应为目录',
    },
  ),
  // One host: of several the driver would use none.
  databaseUrl: setting(unlessEmpty(/^(postgres(ql)?:\/\/([^@/\s]*@)?[^@,/?\s]+([/?]\S*)?)?$/), {
    name: 'DATABASE_URL',
    default: '',
    meaning: 'PostgreSQL address; empty is SQLite in DATA_DIR',
    meaningZh: 'PostgreSQL 地址，留空使用 DATA_DIR 中的 SQLite',
    expected: '应以 postgres:// 或 postgresql:// 开头，只写一个主机（多台见 docs/scaling-processes.md）',
    secret: true,
  }),
  readUrls: setting(
    z.pipe(
      parsedBy((text) => text.split(',').flatMap((url) => (url.trim() === '' ? [] : [url.trim()]))),
      z.array(z.string().check(z.regex(/^postgres(ql)?:\/\/[^\s,]+$/))),
    ),
    {
      name: 'DATABASE_READ_URL',
      default: '',
      meaning: 'Addresses of PostgreSQL replicas, by comma, for reads that may be seconds old (docs/scaling.md)',
      meaningZh: 'PostgreSQL 只读副本的地址，逗号分隔，用于可晚数秒的读取（docs/scaling.md）',
      expected: '应为逗号分隔的地址，各以 postgres:// 或 postgresql:// 开头',
      secret: true,
    },
  ),
  searchUrl: setting(parsedBy(parseSearchUrl), {
    name: 'SEARCH_URL',
    default: '',
    meaning:
      'Addresses of OpenSearch by comma, with user and password; empty is the search index in DATA_DIR (docs/scaling.md)',
    meaningZh: 'OpenSearch 各节点的地址（含用户名与密码），逗号分隔；留空使用 DATA_DIR 中的搜索索引（docs/scaling.md）',
    expected: '应为逗号分隔的 http:// 或 https:// 地址，如 https://user:password@search.example.com:9200',
    secret: true,
  }),
  searchCaFile: setting(orUnset(), {
    name: 'SEARCH_CA_FILE',
    default: '',
    meaning: 'PEM certificate of the authority that signed the certificates of OpenSearch; empty is a public one',
    meaningZh: '签发 OpenSearch 证书的机构的 PEM 证书文件，留空为公共机构',
    expected: '应为 PEM 证书文件',
  }),
  searchShards: setting(z.pipe(orUnset(), z.optional(integerBetween(1, 1_024))), {
    name: 'SEARCH_SHARDS',
    default: '',
    meaning: 'Shards of the index in OpenSearch; empty is one per ten million companies',
    meaningZh: 'OpenSearch 索引的分片数，留空为每一千万家企业一个',
    expected: '应为 1 至 1024 的整数',
  }),
  searchReplicas: setting(integerBetween(0, 10), {
    name: 'SEARCH_REPLICAS',
    default: '1',
    meaning: 'Copies of each shard on other nodes of OpenSearch, 0 to 10',
    meaningZh: '每个分片在 OpenSearch 其他节点上的副本数，0 至 10',
    expected: '应为 0 至 10 的整数',
  }),
  searchRefreshSeconds: setting(integerBetween(1, 60), {
    name: 'SEARCH_REFRESH_SECONDS',
    default: '1',
    meaning: 'Seconds until a change can be found in OpenSearch, 1 to 60',
    meaningZh: '变更在 OpenSearch 中可被搜索到的秒数，1 至 60',
    expected: '应为 1 至 60 的整数',
  }),
  files: setting(
    parsedBy((text) => (text === '' ? null : parseS3Address(text))),
    {
      name: 'FILES_URL',
      default: '',
      meaning:
        'Bucket of uploaded pictures on a server with the API of S3 (docs/scaling-backup.md); empty is a folder in DATA_DIR',
      meaningZh: '存放上传图片的 S3 存储桶（docs/scaling-backup.md），留空为 DATA_DIR 中的目录',
      expected:
        '应为 s3://密钥ID:密钥@主机:端口/存储桶?region=地域&tls=on或off&style=path或host，密钥中的特殊字符须百分号编码',
      secret: true,
    },
  ),
  mode: setting(z.enum(['local', 'production']), {
    name: 'APP_MODE',
    default: 'local',
    meaning: 'local prints SMS codes in the terminal; production refuses all aids for development',
    meaningZh: 'local 将短信验证码打印在终端，production 拒绝一切开发辅助',
    expected: '应为 local 或 production',
  }),
  smsSender: setting(z.enum(['console', 'aliyun', 'tencent']), {
    name: 'SMS_SENDER',
    default: 'console',
    meaning: 'Sender of SMS codes: console prints them, aliyun and tencent send them',
    meaningZh: '短信验证码的发送方式，console 打印在终端，aliyun 与 tencent 通过服务商发送',
    expected: '应为 console、aliyun 或 tencent',
  }),
  smsAccessKeyId: setting(unlessEmpty(/^[\x21-\x7e]*$/), {
    name: 'SMS_ACCESS_KEY_ID',
    default: '',
    meaning: 'Access key of the SMS provider (AccessKeyId, SecretId)',
    meaningZh: '短信服务商的访问密钥（AccessKeyId、SecretId）',
    expected: '应为可见的英文字符',
    // Not secret, but easily confused with the secret.
    secret: true,
  }),
  smsAccessKeySecret: setting(unlessEmpty(/^[\x21-\x7e]*$/), {
    name: 'SMS_ACCESS_KEY_SECRET',
    default: '',
    meaning: 'Its secret (AccessKeySecret, SecretKey)',
    meaningZh: '与之对应的密码（AccessKeySecret、SecretKey）',
    expected: '应为可见的英文字符',
    secret: true,
  }),
  smsSignName: setting(unlessEmpty(/^[^【】]*$/), {
    name: 'SMS_SIGN_NAME',
    default: '',
    meaning: 'Approved signature of the messages, without 【】',
    meaningZh: '审核通过的短信签名，不带【】',
    expected: '应为审核通过的短信签名，不带【】',
  }),
  smsTemplates: setting(
    parsedBy((text) => (text === '' ? undefined : parseSmsTemplates(text))),
    {
      name: 'SMS_TEMPLATES',
      default: '',
      meaning: `Approved templates: one id for all, or one for each use as in ${templateExample}`,
      meaningZh: `审核通过的短信模板：一个编号用于全部用途，或每种用途各一个，如 ${templateExample}`,
      expected: `应为一个模板编号，或每种用途各一个，如 ${templateExample}`,
    },
  ),
  smsAppId: setting(unlessEmpty(/^\d*$/), {
    name: 'SMS_APP_ID',
    default: '',
    meaning: 'SdkAppId of the SMS application, for tencent',
    meaningZh: '短信应用的 SdkAppId，用于 tencent',
    expected: '应为数字',
  }),
  smsRegion: setting(z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)), {
    name: 'SMS_REGION',
    default: 'ap-guangzhou',
    meaning: 'Region of the SMS service, for tencent',
    meaningZh: '短信服务的地域，用于 tencent',
    expected: '应为地域名，如 ap-guangzhou',
  }),
  smsOutboxFile: setting(orUnset(), {
    name: 'SMS_OUTBOX_FILE',
    default: '',
    meaning: 'Also appends each SMS code to this file, for tests',
    meaningZh: '同时将短信验证码写入此文件，供测试使用',
    expected: '应为文件路径',
  }),
  captchaOutboxFile: setting(orUnset(), {
    name: 'CAPTCHA_OUTBOX_FILE',
    default: '',
    meaning: 'Appends the answer of each captcha to this file, for tests',
    meaningZh: '将图形验证码答案写入此文件，供测试使用',
    expected: '应为文件路径',
  }),
  limitsFile: setting(orUnset(), {
    name: 'LIMITS_FILE',
    default: '',
    meaning: 'Replaces data/limits.json, the rate limits',
    meaningZh: '替换限流规则 data/limits.json',
    expected: '应为限流规则文件',
  }),
  backupDir: setting(
    parsedBy((text) => (text === '' ? null : path.resolve(text))),
    {
      name: 'BACKUP_DIR',
      default: '',
      meaning: 'Folder in which the desk and `backups start` make backups; empty: they make none',
      meaningZh: '后台与 backups start 存放备份的目录，留空则不能从后台备份',
      expected: '应为目录',
    },
  ),
  updateUrl: setting(unlessEmpty(/^(https?:\/\/\S+)?$/), {
    name: 'UPDATE_URL',
    default: '',
    meaning:
      'Address that the desk and `update-check` ask for the newest release: JSON with `version` or `tag_name`; empty: nothing is asked',
    meaningZh: '后台与 update-check 查询新版本的地址，返回含 version 或 tag_name 的 JSON；留空则不查询',
    expected: '应以 http:// 或 https:// 开头',
  }),
  agreementsDir: setting(
    parsedBy((text) => (text === '' ? undefined : path.resolve(text))),
    {
      name: 'AGREEMENTS_DIR',
      default: '',
      meaning:
        'Folder with the completed agreements, a copy of data/agreements, in force until an operator publishes; production refuses texts with 【】',
      meaningZh: '填写完整的协议目录（由 data/agreements 复制），在后台发布协议前有效；生产模式不接受含【】的文本',
      expected: '应为协议目录',
    },
  ),
  partnersFile: setting(orUnset(), {
    name: 'PARTNERS_FILE',
    default: '',
    meaning: 'JSON file with the secret of each external login partner (docs/partner-login.md); empty is none',
    meaningZh: '外部登录合作方及其密钥的 JSON 文件（docs/partner-login.md），留空为没有',
    expected: '应为合作方密钥文件',
  }),
  trustedProxies: setting(
    parsedBy((text) => parseRanges(splitList(text))),
    {
      name: 'TRUSTED_PROXIES',
      default: '',
      meaning: 'Addresses or ranges, by comma, whose X-Forwarded-For is trusted',
      meaningZh: '可信代理的地址或网段，逗号分隔，只采信它们的 X-Forwarded-For',
      expected: '应为逗号分隔的 IP 地址或网段，如 10.0.0.0/8',
    },
  ),
  opsToken: setting(unlessEmpty(/^([\x21-\x7e]{16,})?$/), {
    name: 'OPS_TOKEN',
    default: '',
    meaning: 'Bearer token for /metrics from other machines; without it only this machine may read them',
    meaningZh: '从其他机器读取 /metrics 的令牌，留空则仅限本机',
    expected: '应为至少 16 个可见字符',
    secret: true,
  }),
  opsPort: setting(z.pipe(orUnset(), z.optional(integerBetween(0, 65_535))), {
    name: 'OPS_PORT',
    default: '',
    meaning: 'Port of the desk of operators (docs/operators.md); empty is off',
    meaningZh: '后台的监听端口（docs/operators.md），留空为关闭',
    expected: '应为 0 到 65535 的整数',
  }),
  opsHost: setting(z.string().check(z.regex(/^[a-z0-9.:-]+$/i)), {
    name: 'OPS_HOST',
    default: '127.0.0.1',
    meaning: 'Address on which the desk listens',
    meaningZh: '后台的监听地址',
    expected: '应为 IP 地址或主机名',
  }),
  opsOrigin: setting(z.pipe(z.union([z.literal(''), z.string().check(z.regex(webOrigin))]), orUnset()), {
    name: 'OPS_ORIGIN',
    default: '',
    meaning: 'Origin of the desk as browsers see it; empty is its address on this machine',
    meaningZh: '浏览器访问后台的来源，留空为本机地址',
    expected: '应为来源，如 https://desk.example.com',
  }),
  opsAllow: setting(
    parsedBy((text) => parseRanges(splitList(text || '127.0.0.0/8,::1'))),
    {
      name: 'OPS_ALLOW',
      default: '',
      meaning: 'Addresses or ranges, by comma, that may open the desk; empty is this machine only',
      meaningZh: '可访问后台的地址或网段，逗号分隔，留空则仅限本机',
      expected: '应为逗号分隔的 IP 地址或网段，如 10.8.0.0/16',
    },
  ),
  smtp: setting(
    parsedBy((text) => (text === '' ? null : parseSmtpUrl(text))),
    {
      name: 'SMTP_URL',
      default: '',
      meaning:
        'SMTP server for briefings to users and mail to operators, as in smtps://user:password@smtp.example.com:465; empty: none is sent',
      meaningZh:
        '发送每日简报与操作员邮件的 SMTP 服务器，如 smtps://user:password@smtp.example.com:465，留空则不发邮件',
      expected: '应为 smtps:// 或 smtp:// 开头的地址，不带参数',
      secret: true,
    },
  ),
  mailFrom: setting(
    parsedBy((text) => {
      if (text !== '' && !mailAddress.test(text)) throw new Error('address')
      return text === '' ? undefined : text
    }),
    {
      name: 'MAIL_FROM',
      default: '',
      meaning: 'Address that mail is sent from; empty is the user of SMTP_URL',
      meaningZh: '发件邮箱，留空为 SMTP_URL 的用户名',
      expected: '应为邮箱',
    },
  ),
  webhookHosts: setting(listMatching(hostWithPort), {
    name: 'WEBHOOK_HOSTS',
    default: '',
    meaning:
      'Hosts, by comma, that users may send changes to as JSON over https, beside the group chats of 企业微信, 钉钉 and 飞书; in local also this machine with its port, over http (docs/alerts.md)',
    meaningZh:
      '除企业微信、钉钉、飞书的群机器人外，用户可接收动态（JSON，https）的主机，逗号分隔；local 时可为带端口的本机，http（docs/alerts.md）',
    expected: '应为逗号分隔的主机名，如 hooks.example.com；APP_MODE=production 时不能是本机',
  }),
  notices: setting(parsedBy(parseNoticeTargets), {
    name: 'OPS_NOTIFY',
    default: '',
    meaning:
      'Where new work of the desk is announced, once an hour at most: mail addresses or https webhooks of 企业微信, 钉钉, 飞书, by comma',
    meaningZh: '后台新事项的通知地址，每小时至多一次：邮箱，或企业微信、钉钉、飞书的群机器人地址，逗号分隔',
    expected: '应为邮箱，或 qyapi.weixin.qq.com、oapi.dingtalk.com、open.feishu.cn 的 https 地址',
    secret: true,
  }),
  logLevel: setting(z.pipe(orUnset(), z.optional(z.enum(logLevels))), {
    name: 'LOG_LEVEL',
    default: '',
    meaning: 'fatal, error, warn, info, debug or silent; empty is warn in local and info in production',
    meaningZh: '日志级别 fatal、error、warn、info、debug 或 silent，留空时 local 为 warn，production 为 info',
    expected: '应为 fatal、error、warn、info、debug 或 silent',
  }),
  tracesEndpoint: setting(baseUrl(), {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    default: '',
    meaning: 'Base URL of an OpenTelemetry receiver of traces (docs/scaling-deployment.md); empty is none',
    meaningZh: 'OpenTelemetry 链路追踪的接收地址（docs/scaling-deployment.md），留空为不追踪',
    expected: '应以 http:// 或 https:// 开头，如 http://127.0.0.1:4318',
  }),
  tracedShare: setting(z.pipe(z.string().check(z.regex(/^(0|1|0?\.\d{1,6}|1\.0+)$/)), parsedBy(Number)), {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    default: '1',
    meaning: 'Share of requests that are traced, 0 to 1; at most 20 a second in any case',
    meaningZh: '追踪的请求比例，0 至 1；无论如何每秒至多 20 个',
    expected: '应为 0 至 1 的小数',
  }),
  demoData: setting(z.pipe(orUnset(), z.optional(onOrOff())), {
    name: 'DEMO_DATA',
    default: '',
    meaning: 'on or off: fictional companies; empty is on in local and off in production',
    meaningZh: '虚构的演示企业，on 或 off，留空时 local 为 on，production 为 off',
    expected: '应为 on 或 off',
  }),
  reconcile: setting(onOrOff(), {
    name: 'RECONCILE',
    default: 'off',
    meaning: 'on or off: /api/reconcile matches names of spreadsheets to companies without a login (docs/open-data.md)',
    meaningZh: '供表格对照企业名称的接口 /api/reconcile，无须登录，on 或 off（docs/open-data.md）',
    expected: '应为 on 或 off',
  }),
  dialMobiles: setting(onOrOff(), {
    name: 'DIAL_MOBILES',
    default: 'off',
    meaning: 'on or off: users may dial published mobile numbers from 找商机, ten a day',
    meaningZh: '在找商机中拨打已公示的手机号，每人每日 10 次，on 或 off',
    expected: '应为 on 或 off',
  }),
  trackingDays: setting(integerBetween(1, 1_000), {
    name: 'TRACKING_DAYS',
    default: '180',
    meaning: 'Days that tracked events of users are stored, 1 to 1000',
    meaningZh: '用户行为事件的保存天数，1 至 1000',
    expected: '应为 1 至 1000 的整数',
  }),
  trackingUrl: setting(unlessEmpty(/^(https?:\/\/\S+)?$/), {
    name: 'TRACKING_URL',
    default: '',
    meaning: 'URL of a ClickHouse server for tracked events of users; empty is beside the database',
    meaningZh: '存放用户行为事件的 ClickHouse 地址；留空则与数据库放在一起',
    expected: '应为 http:// 或 https:// 开头的地址',
    secret: true,
  }),
  asksTrackingConsent: setting(
    z.pipe(
      z.enum(['ask', 'host']),
      z.transform((by) => by === 'ask'),
    ),
    {
      name: 'TRACKING_CONSENT',
      default: 'ask',
      meaning:
        'ask or host: who obtains the consent to tracking, a strip on the first visit or the host that embeds the pages',
      meaningZh: '用户行为统计的同意由谁取得：ask 为首次访问时提示，host 为嵌入页面的宿主',
      expected: '应为 ask 或 host',
    },
  ),
  aiBaseUrl: setting(baseUrl(), {
    name: 'AI_BASE_URL',
    default: '',
    meaning: 'Base URL of a chat completions API that words the answers of 百言 (docs/assistant.md); empty is none',
    meaningZh: '为百言润色回答的模型接口地址（docs/assistant.md），留空为不使用模型',
    expected: '应以 http:// 或 https:// 开头，如 https://api.deepseek.com/v1',
  }),
  aiApiKey: setting(z.string().check(z.regex(/^[\x21-\x7e]*$/)), {
    name: 'AI_API_KEY',
    default: '',
    meaning: 'Its API key; empty is none, for local servers',
    meaningZh: '模型接口的密钥，本地服务可留空',
    expected: '应为可见的英文字符',
    secret: true,
  }),
  aiModel: setting(unlessEmpty(/^[\w.:/-]*$/), {
    name: 'AI_MODEL',
    default: '',
    meaning: 'Its model, as in deepseek-chat',
    meaningZh: '模型名称，如 deepseek-chat',
    expected: '应为模型名称，如 deepseek-chat',
  }),
  aiRefusalsFile: setting(orUnset(), {
    name: 'AI_REFUSALS_FILE',
    default: '',
    meaning: 'Replaces data/assistant/refused-questions.json, the questions that 百言 refuses (docs/assistant.md)',
    meaningZh: '替换百言拒答的问题 data/assistant/refused-questions.json（docs/assistant.md）',
    expected: '应为拒答词表文件',
  }),
  frameAncestors: setting(listMatching(frameAncestor), {
    name: 'FRAME_ANCESTORS',
    default: '',
    meaning: 'Origins, by comma, that may embed the pages; empty is none',
    meaningZh: '可嵌入页面的来源，逗号分隔，留空为不允许',
    expected: "应为逗号分隔的来源，如 https://example.com 或 'self'",
  }),
  logoHosts: setting(listMatching(hostname), {
    name: 'LOGO_HOSTS',
    default: '',
    meaning: 'Hosts, by comma, that company logos may be loaded from over https',
    meaningZh: '可加载企业图标的主机，逗号分隔，仅限 https',
    expected: '应为逗号分隔的主机名，如 img.example.com',
  }),
  jumpHosts: setting(listMatching(hostname), {
    name: 'JUMP_HOSTS',
    default: '',
    meaning: 'Hosts, by comma, that banners and notices may link to over https',
    meaningZh: '轮播与公告可跳转的主机，逗号分隔，仅限 https',
    expected: '应为逗号分隔的主机名，如 www.example.com',
  }),
  officialSites: setting(parsedBy(parseSiteAddresses), {
    name: 'OFFICIAL_SITES',
    default: '',
    meaning:
      'Addresses of 官方核查 that differ from the usual ones, by space; sites: register, execution, judgments, credit, tax, disclosure',
    meaningZh: '官方核查中与默认不同的网址，空格分隔；网站为 register、execution、judgments、credit、tax、disclosure',
    expected: '应如 tax=https://www.example.com/ disclosure=https://www.example.com/?key={code}',
  }),
  publicOrigins: setting(listMatching(webOrigin), {
    name: 'PUBLIC_ORIGIN',
    default: '',
    meaning:
      'Origins of the web app, by comma; WeChat shares only their pages. Links of briefings lead to the first: in production there are none without it',
    meaningZh: '网页应用的来源，逗号分隔，微信分享仅限这些页面；每日简报的链接指向第一个，production 未设置时没有简报',
    expected: '应为逗号分隔的来源，如 https://www.example.com',
  }),
  wechatMiniAppId: setting(unlessEmpty(wechatAppId), {
    name: 'WECHAT_MINI_APP_ID',
    default: '',
    meaning: 'AppID of the mini-program (docs/mini-program.md); empty is none, only SMS logins',
    meaningZh: '小程序的 AppID（docs/mini-program.md），留空为没有，只能短信登录',
    expected: '应为 wx 开头的 18 位 AppID',
  }),
  wechatMiniAppSecret: setting(unlessEmpty(wechatSecret), {
    name: 'WECHAT_MINI_APP_SECRET',
    default: '',
    meaning: 'Its AppSecret',
    meaningZh: '与之对应的 AppSecret',
    expected: '应为 32 位 AppSecret',
    secret: true,
  }),
  wechatOfficialAppId: setting(unlessEmpty(wechatAppId), {
    name: 'WECHAT_OFFICIAL_APP_ID',
    default: '',
    meaning: 'AppID of the official account that signs shared pages; empty is none',
    meaningZh: '为网页分享签名的公众号 AppID，留空为没有',
    expected: '应为 wx 开头的 18 位 AppID',
  }),
  wechatOfficialAppSecret: setting(unlessEmpty(wechatSecret), {
    name: 'WECHAT_OFFICIAL_APP_SECRET',
    default: '',
    meaning: 'Its AppSecret',
    meaningZh: '与之对应的 AppSecret',
    expected: '应为 32 位 AppSecret',
    secret: true,
  }),
  wechatVerifyFiles: setting(parsedBy(readVerifyFiles), {
    name: 'WECHAT_VERIFY_FILES',
    default: '',
    meaning: 'Files, by comma, that WeChat reads at the root to check the business domain',
    meaningZh: '微信校验业务域名的文件，逗号分隔，在网站根目录提供',
    expected: '应为逗号分隔的 .txt 文件路径，文件须存在',
  }),
  testHosts: setting(listMatching(hostname), {
    name: 'TEST_HOSTS',
    default: '',
    meaning:
      'Hosts, by comma, where an address with the word console opens the debug console and styles may be inline; all others count as production',
    meaningZh: '测试主机，逗号分隔：地址含 console 时打开调试控制台，并允许内联样式；其余一律视为生产',
    expected: '应为逗号分隔的主机名，如 test.example.com',
  }),
})

/** Values of all settings. */
export type Settings = z.output<typeof settings>
