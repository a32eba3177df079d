import { channelOf, type PageOptions } from './page-path'

/** What lasts for a visit of the mini-program. `fr`: channel code, '' for none. */
export type Visit = { globalData: { fr: string } }

/** Channel code of a page: its own, otherwise that of the visit. */
export const visitChannel = (options: PageOptions) => channelOf(options) || getApp<Visit>().globalData.fr
