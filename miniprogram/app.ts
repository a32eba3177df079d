import { channelOf, type Visit } from './lib/page-path'

App<Visit>({
  globalData: { fr: '' },

  /** Runs for the launch and for each later entrance, as by a shared card. */
  onShow({ query }) {
    this.globalData.fr = channelOf(query) || this.globalData.fr
  },
})
