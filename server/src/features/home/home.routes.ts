import type { HomeConfig } from '@baiqicha/contract/home'
import type { Handlers } from '../../platform/http/handler.ts'

export const homeHandlers = (find: () => Promise<HomeConfig>): Handlers<'homeConfig'> => ({ homeConfig: () => find() })
