import type { Stretch } from './find-mentions.ts'
import { mayBePerson } from './person-name.ts'

/** What follows a person: 王传福担任什么职务, 王传福持股多少, 王传福是不是股东. */
const after =
  /^(?:先生|女士|总)?(?:(?:这个人|这人)|(?:目前|现在|还|仍|依然)*(?:在.{2,30}?)?(?:的)?(?:担任|任职|任什么|任(?:过|了)|是(?:什么|啥)(?:职|人|来头|身份)|(?:现在)?是?(?:干|做)(?:什么|嘛|啥)|负责(?:什么|啥|哪)|(?:在公司里?)?(?:主要)?管(?:什么|啥|哪)|(?:还|是不是还|是否还)?(?:在(?!\p{Script=Han}*(?:哪|什么))(?:任|职|位|吗|么|不|没|公司|啊|[?。]|$)|管(?:事|不管)|当家|说了算)|(?:卸任|离职|下台|退休|退了|走了|辞职)|是谁|是[^,。;?!]{2,16}的?(?:什么|啥)人?(?:[?。!]|$)|\s[^,。;?!]{2,14}(?:什么|啥)职|名下|(?:跟|和|与|同)[^,。;?!]{2,16}?(?:是|有)?(?:什么|啥|有没有)关系|有(?:几|多少)家公司|有哪些公司|开了(?:几|多少|哪)|做(?:法人|老板|董事)|当(?:法人|老板|董事|过|什么|啥)|持股|持有|占股|占多少|占比|股份|出资|认缴|职务|职位|什么职|有多少股|有没有股|入股|(?:还)?(?:是|为)(?:不是|否)?[^,。]{0,24}(?:股东|法人|董事|监事|高管|法定代表人|老板|创始人|负责人|实控人|实际控制人|老赖|失信|董事长|总经理)))/u
/** 张近东还管事不, 董明珠退休了吗 */
const stays = /(?:管事|当家|说了算|掌权|卸任|离职|下台|退休|退了|走了|辞职).*$/u
/** What stands before a person: 叫王传福的, 股东王传福. */
const before = /(?:叫|名叫|姓名为|股东|董事|监事|高管|法人|董事长|经理|有没有|有无|是|包括|公司[里中])$/u
/** 习酒是茅台的吧 asks for the owner, which may be a company. */
const afterName = /^(?:的(?!(?:吗|吧|么|嘛|不)[?。]?$)|吗|这|先生|女士|持|担|任|占|$|\?)/u
/** Words that begin with a surname. */
const ordinary = /^(?:钱|任何|关[系联]|时间|常|安全|高|应|权|计划)/u

/** The person of a question about persons within a company; null: none. */
export function findPerson(text: string, stretches: readonly Stretch[]): { name: string; start: number } | null {
  for (const stretch of stretches) {
    // Both 王传福在比亚迪 and 比亚迪的王传福 are one run.
    for (const match of stretch.text.matchAll(/(?:(?!(?<=公司)[里中])[^的在是和与跟及有、])+/gu)) {
      const said = match[0].replace(stays, '').replace(/(?:先生|女士|总|目前|现在|还|仍|负责|[吗吧呢么又也都])$/u, '')
      const name = said.replace(/^(?:名叫|叫|姓名为)/u, '')
      if (
        !mayBePerson(name) ||
        /[人者]$|[俩们]/u.test(name) ||
        [...stretch.places, ...stretch.names.map((one) => one.text)].some((one) => one.includes(name))
      )
        continue
      const start = stretch.start + match.index + said.length - name.length
      const [lead, rest] = [text.slice(0, start), text.slice(start + name.length)]
      // 有没有钱还债
      if (/有(?:没有|无)$/u.test(lead) && ordinary.test(name)) continue
      if (after.test(rest) || (before.test(lead) && afterName.test(rest))) return { name, start }
    }
  }
  return null
}
