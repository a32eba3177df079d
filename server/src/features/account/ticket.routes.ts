import { resultCode } from '@baiqicha/contract/result-codes'
import type { Handlers } from '../../platform/http/handler.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { limitRefusal } from '../../platform/limits/limit-refusal.ts'
import type { TicketError, TicketService } from './ticket.service.ts'

export const ticketHandlers = (tickets: TicketService): Handlers<'externalTicket'> => ({
  async externalTicket({ input, address }) {
    const { signature, ...call } = input
    const issued = await tickets.issue({ call, signature, address })
    if (!issued.ok) throw ticketRefusal(issued.error)
    return issued.value
  },
})

const signatureWrong = (message: string) => new Refusal({ code: resultCode.signatureWrong, message })

/** Refusals for the developers of a partner. */
function ticketRefusal(error: TicketError): Refusal {
  switch (error.type) {
    case 'limited':
      return limitRefusal(error)
    case 'unsigned':
      return signatureWrong('来源或签名不正确')
    case 'outOfTime':
      return signatureWrong('时间戳与服务器时间相差超过 5 分钟')
    case 'repeated':
      return signatureWrong('nonce 已使用过，请换一个重新签名')
    case 'mobileInvalid':
      return new Refusal({ code: resultCode.mobileInvalid, message: '手机号不正确' })
    default:
      return error satisfies never
  }
}
