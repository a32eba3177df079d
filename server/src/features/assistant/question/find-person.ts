import type { Stretch } from './find-mentions.ts'
import { mayBePerson } from './person-name.ts'

/** What follows a person: 王传福担任什么职务, 王传福持股多少, 王传福是不是股东. */
const after =
  /^(?:先生|女士|总)?(?:(?:名下|有几家公司|有多少家公司|有哪些公司|开了(?:几|多少|哪)|是谁|是(?:不是)?(?:老赖|失信)|是什么人|被限高)|(?:这个人|这人)?(?:目前|现在|还|在.{2,30}?)?(?:的)?(?:担任|任职|任什么|是什么职|是什么职务|当|做(?:法人|老板|董事)|持股|持有|占股|占多少|占比|股份|出资|认缴|职务|职位|是不是|是否|还是不是|什么职|在公司|是(?:法人|股东|董事|监事|高管|法定代表人|老板|创始人)|有多少股|有没有股|入股|投资了多少|什么时候(?:当|担任|入股|加入|任职)|任(?:过|了)|(?:是|为)[^,。]{2,30}的(?:股东|法人|董事|监事|高管|法定代表人|老板|什么)))/u
/** What stands before a person: 叫王传福的, 股东王传福. */
const before = /(?:叫|名叫|姓名为|股东|董事|监事|高管|法人|董事长|经理|有没有|有无|是|包括|查一下|里|里面|中)$/u

/** The person of a question about persons within a company; null: none. */
export function findPerson(text: string, stretches: readonly Stretch[]): { name: string; start: number } | null {
  for (const stretch of stretches) {
    // Both 王传福在比亚迪 and 比亚迪的王传福 are one run.
    for (const match of stretch.text.matchAll(/[^的在是和与里中及有、]+/gu)) {
      const said = match[0].replace(/(?:先生|女士|总)$/u, '')
      const name = said.replace(/^(?:名叫|叫|姓名为)/u, '')
      if (!mayBePerson(name) || stretch.names.some((one) => one.text.includes(name))) continue
      const start = stretch.start + match.index + said.length - name.length
      if (
        after.test(text.slice(start + name.length)) ||
        (before.test(text.slice(0, start)) &&
          /^(?:的|吗|这|先生|女士|持|担|任|占|$|\?)/u.test(text.slice(start + name.length)))
      ) {
        return { name, start }
      }
    }
  }
  return null
}
