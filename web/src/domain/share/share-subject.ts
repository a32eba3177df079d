import type { PosterCompany } from './poster-content.ts'

export type ShareSubject = {
  /** In-app path of the page with its query. */
  path: string
  /** Subject of the page, such as the name of a company. */
  about: string
  /** Company whose poster is offered; absent: no poster. */
  poster?: PosterCompany
}
