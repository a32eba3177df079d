import type { ContactConfig, Faq, MineConfig } from '@baiqicha/contract/content'
import type { HomeConfig } from '@baiqicha/contract/home'
import type { Handlers } from '../../platform/http/handler.ts'

type ContentDeps = {
  findHomeConfig: () => Promise<HomeConfig>
  findMineConfig: () => Promise<MineConfig>
  findContactConfig: () => Promise<ContactConfig>
  findFaq: () => Promise<Faq>
}

export const contentHandlers = (deps: ContentDeps) =>
  ({
    homeConfig: () => deps.findHomeConfig(),
    mineConfig: () => deps.findMineConfig(),
    contactConfig: () => deps.findContactConfig(),
    faq: () => deps.findFaq(),
  }) satisfies Partial<Handlers>
