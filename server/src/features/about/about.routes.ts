import type { About } from '@baiqicha/contract/about'
import type { Handlers } from '../../platform/http/handler.ts'

export const aboutHandlers = (find: () => Promise<About>): Handlers<'about'> => ({ about: () => find() })
