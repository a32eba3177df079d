import VConsole from 'vconsole'
import { readToken } from '../session/session-store.ts'

const MASK = '***'

/** A token by its name, in an address, a header line or JSON. */
const named = /((?:token|ticket|bindToken|smsCode|password|key)["']?\s*[:=]\s*["']?)[^"'&\s,}]+/gi

/** The text with every credential as ***: those that are named, and the token of the session wherever it stands. */
export function maskTokens(text: string, token: string | null): string {
  const masked = text.replace(named, `$1${MASK}`)
  return token === null || token === '' ? masked : masked.replaceAll(token, MASK)
}

/** Log entries and network entries that are kept (SPEC §9). */
const ENTRIES = 1000
/** Characters of a body that are shown. */
const SHOWN = 20_000

const levels = ['log', 'info', 'warn', 'error', 'debug'] as const

const masked = (text: string) => maskTokens(text, readToken())
const maskedHeaders = (headers: Headers) =>
  Object.fromEntries([...headers].map(([name, value]) => [name, masked(`${name}: ${value}`).slice(name.length + 2)]))

/** A logged value with its texts masked; objects as their JSON. */
function maskValue(value: unknown): unknown {
  if (typeof value === 'string') return masked(value)
  if (value instanceof Error) return masked(value.stack ?? value.message)
  if (typeof value !== 'object' || value === null) return value
  try {
    return JSON.parse(masked(JSON.stringify(value)))
  } catch {
    return masked(Object.prototype.toString.call(value))
  }
}

/** Masks what is logged. The console of vConsole comes after. */
function maskLogs() {
  for (const level of levels) {
    const write = console[level].bind(console)
    console[level] = (...values: unknown[]) => write(...values.map(maskValue))
  }
}

/** The text of a body. A stream of events has no end, so that it is not read. */
async function shownText(message: Request | Response): Promise<string> {
  const type = message.headers.get('content-type') ?? ''
  if (!/json|text\/plain/.test(type)) return type === '' ? '' : `（${type}）`
  return masked((await message.text()).slice(0, SHOWN))
}

/** Records every `fetch` with its credentials masked. */
function recordCalls(network: VConsole['network']) {
  const send = window.fetch.bind(window)
  let next = 1
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    const id = `call ${next++}`
    const { method } = request
    const item = {
      id,
      name: masked(new URL(request.url).pathname),
      url: masked(request.url),
      method,
      requestType: 'fetch',
      requestHeader: maskedHeaders(request.headers),
      startTime: Date.now(),
      status: 'Pending',
      readyState: 1,
    }
    const show = (part: object) => network.update(id, Object.assign(entry, part))
    const entry = network.add(Object.assign(Object.create(null), item))
    const sent = method === 'GET' ? '' : await shownText(request.clone())
    try {
      const response = await send(request)
      const text = await shownText(response.clone())
      show({
        status: response.status,
        statusText: response.statusText,
        header: maskedHeaders(response.headers),
        response: text,
        postData: sent,
        readyState: 4,
        endTime: Date.now(),
        costTime: Date.now() - item.startTime,
      })
      return response
    } catch (error) {
      show({ status: 'Failed', postData: sent, readyState: 4, endTime: Date.now() })
      throw error
    }
  }
}

/** Creates the debug console (SPEC §6). Its page of stored values is left out: it would show the token. */
export function openDebugConsole() {
  const opened = new VConsole({
    defaultPlugins: ['system', 'network', 'element'],
    log: { maxLogNumber: ENTRIES },
    network: { maxNetworkNumber: ENTRIES },
  })
  maskLogs()
  // Its own recording shows credentials.
  opened.network.model.unMock()
  recordCalls(opened.network)
}
