import { pathOf, readSharedPath, sharedPathOfUrl, visitChannel, withParameters } from '../../lib/page-path'
import { HOME_TITLE, ORIGIN } from '../../lib/settings'

type Message = { sharePath: string; title: string }

function readMessage(item: unknown): Message | null {
  if (typeof item !== 'object' || item === null) return null
  const sharePath: unknown = Reflect.get(item, 'sharePath')
  const title: unknown = Reflect.get(item, 'title')
  if (typeof sharePath !== 'string') return null
  return { sharePath: readSharedPath(sharePath), title: typeof title === 'string' && title !== '' ? title : HOME_TITLE }
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
      const { ticket, isFirstLogin } = this.data
      const login = ticket === '' ? {} : { token: ticket, isFirstLogin, source: 'mini-program' }
      const parameters = { fr: visitChannel(this.data), ...login }
      this.setData({ url: ORIGIN + withParameters(pathOf(this.data), parameters) })
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
      return this.data.sharePath || sharedPathOfUrl(webViewUrl)
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
