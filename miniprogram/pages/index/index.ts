import { decodeOption, HOME, pathOfUrl, readChannel, readPath, withParameters } from '../../lib/page-path'
import { HOME_TITLE, ORIGIN } from '../../lib/settings'

type Message = { sharePath: string; title: string }

function readMessage(item: unknown): Message | null {
  if (typeof item !== 'object' || item === null) return null
  const sharePath: unknown = Reflect.get(item, 'sharePath')
  const title: unknown = Reflect.get(item, 'title')
  if (typeof sharePath !== 'string') return null
  return { sharePath: readPath(sharePath), title: typeof title === 'string' && title !== '' ? title : HOME_TITLE }
}

/** The web app in a web view. */
Component({
  properties: { path: String, fr: String, ticket: String, isFirstLogin: String },

  data: {
    url: '',
    hasFailed: false,
    sharePath: '',
    title: HOME_TITLE,
  },

  lifetimes: {
    attached() {
      const { path, fr, ticket, isFirstLogin } = this.data
      const login = ticket === '' ? {} : { token: ticket, isFirstLogin, source: 'mini-program' }
      const page = readPath(decodeOption(path === '' ? undefined : path))
      this.setData({ url: ORIGIN + withParameters(page, { fr: readChannel(fr), ...login }) })
    },
  },

  methods: {
    onError() {
      this.setData({ hasFailed: true })
    },

    retry() {
      this.setData({ hasFailed: false })
    },

    /** WeChat delivers messages late and together: the last is the current page. */
    onMessage({ detail }: { detail: { data?: unknown[] } }) {
      const last = readMessage(detail.data?.[detail.data.length - 1])
      if (last !== null) this.setData(last)
    },

    sharedPath(webViewUrl: string | undefined): string {
      return this.data.sharePath || (pathOfUrl(webViewUrl) ?? HOME)
    },

    onShareAppMessage({ webViewUrl }: { webViewUrl?: string } = {}) {
      const path = encodeURIComponent(this.sharedPath(webViewUrl))
      return { title: this.data.title, path: `/pages/index/index?path=${path}&fr=share` }
    },

    onShareTimeline({ webViewUrl }: { webViewUrl?: string } = {}) {
      const path = encodeURIComponent(this.sharedPath(webViewUrl))
      return { title: this.data.title, query: `path=${path}&fr=share` }
    },
  },
})
