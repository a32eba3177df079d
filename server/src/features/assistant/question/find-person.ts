import type { Stretch } from './find-mentions.ts'
import { surnames } from './words/surnames.ts'

const compound =
  /^(?:欧阳|司马|上官|诸葛|皇甫|尉迟|公孙|慕容|令狐|宇文|长孙|司徒|东方|独孤|南宫|夏侯|端木|轩辕|百里|申屠|赫连|澹台|太史)/u
const plainName = /^[\p{Script=Han}·]+$/u

/** Whether a text may be the name of a natural person. */
export const mayBePerson = (text: string): boolean =>
  plainName.test(text) &&
  (text.includes('·')
    ? text.length >= 4
    : compound.test(text)
      ? text.length === 3 || text.length === 4
      : surnames.has(text.charAt(0)) && text.length >= 2 && text.length <= 3)

/** What follows a person: 王传福担任什么职务, 王传福持股多少, 王传福是不是股东. */
const after =
  /^(?:先生|女士|总)?(?:这个人|这人)?(?:目前|现在|还|在.{2,30}?)?(?:的)?(?:担任|任职|任什么|是什么职|是什么职务|当|做(?:法人|老板|董事)|持股|持有|占股|占多少|占比|股份|出资|认缴|职务|职位|是不是|是否|还是不是|什么职|在公司|是(?:法人|股东|董事|监事|高管|法定代表人|老板|创始人)|有多少股|有没有股|入股|投资了多少|什么时候(?:当|担任|入股|加入|任职)|任(?:过|了)|(?:是|为)[^,。]{2,30}的(?:股东|法人|董事|监事|高管|法定代表人|老板|什么))/u
/** What stands before a person: 叫王传福的, 股东王传福. */
const before = /(?:叫|名叫|姓名为|股东|董事|监事|高管|法人|董事长|经理|有没有|有无|是|包括|查一下|里|里面|中)$/u

/** The person of a question about persons within a company; null: none. */
export function findPerson(text: string, stretches: readonly Stretch[]): { name: string; start: number } | null {
  for (const stretch of stretches) {
    // Both 王传福在比亚迪 and 比亚迪的王传福 are one run.
    for (const match of stretch.text.matchAll(/[^的在是和与里中及有、]+/gu)) {
      const said = match[0].replace(/(?:先生|女士|总)$/u, '')
      const name = said.replace(/^(?:名叫|叫|姓名为)/u, '')
      if (!mayBePerson(name)) continue
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
